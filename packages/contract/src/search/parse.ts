import { SearchError } from './error.ts'
import { FIELD_PATH, lex } from './lex.ts'
import type { Token } from './lex.ts'
import { MAX_DEPTH, MAX_PATTERNS, MAX_TERMS } from './limits.ts'
import type { Query, Value } from './tree.ts'

/**
 * Parses a search query (docs/search.md describes the language).
 *
 * Adjacent terms must all match, as with `AND`; `OR` binds less tightly. `NOT`, `-` and `!` exclude; `+` has no effect. Names
 * of fields are not checked. Time and stack are bounded by the limits in limits.ts.
 *
 * @throws SearchError at the first error; nothing is skipped or guessed.
 */
export function parse(text: string): Query {
  const tokens = lex(text)
  const state: State = { tokens, token: take(tokens), terms: 0, patterns: 0 }
  if (state.token.kind === 'end') return { kind: 'all', at: 1 }
  const query = readOr(state, { field: null, fieldAt: 0, depth: 0 })
  if (state.token.kind === 'close') throw new SearchError(state.token.at, 'open')
  return query
}

interface State {
  readonly tokens: Iterator<Token, void>
  /** The next token, not consumed yet. */
  token: Token
  terms: number
  patterns: number
}

/** The field before the enclosing parentheses, and the depth of parentheses, `NOT`, `-`, `!` and `+`. */
interface Scope {
  field: string | null
  fieldAt: number
  depth: number
}

/** The token before an operand, for the error if the operand is missing; undefined at the beginning and after a term. */
type Before = Extract<Token, { text: string }> | undefined

function take(tokens: Iterator<Token, void>): Token {
  const next = tokens.next()
  if (next.done === true) throw new Error('the parser reads past the end token')
  return next.value
}

function advance(state: State): Token {
  const token = state.token
  if (token.kind !== 'end') state.token = take(state.tokens)
  return token
}

function readOr(state: State, scope: Scope, before?: Before): Query {
  const members = [readAnd(state, scope, before)]
  while (state.token.kind === 'or') {
    const operator = state.token
    advance(state)
    members.push(readAnd(state, scope, operator))
  }
  return joinMembers('or', members)
}

function readAnd(state: State, scope: Scope, before?: Before): Query {
  const members = [readOperand(state, scope, before)]
  for (;;) {
    const { token } = state
    if (token.kind === 'end' || token.kind === 'or' || token.kind === 'close') return joinMembers('and', members)
    if (token.kind === 'and') advance(state)
    members.push(readOperand(state, scope, token.kind === 'and' ? token : undefined))
  }
}

function joinMembers(kind: 'and' | 'or', members: Query[]): Query {
  const [first] = members
  if (first === undefined) throw new Error('a list of operands is never empty')
  return members.length === 1 ? first : { kind, of: members, at: first.at }
}

function readOperand(state: State, scope: Scope, before: Before): Query {
  const { token } = state
  switch (token.kind) {
    case 'not':
    case 'plus': {
      advance(state)
      const query = readOperand(state, deeper(scope, token.at), token)
      return token.kind === 'not' ? { kind: 'not', of: query, at: token.at } : query
    }
    case 'open':
      return readGroup(state, scope, token.at)
    case 'field':
      return readField(state, scope, token)
    case 'all':
      return readAll(state, scope)
    case 'value':
      advance(state)
      return readTerm(state, scope, token.value, token.at)
    default:
      throw missingOperand(token, before)
  }
}

function deeper(scope: Scope, at: number): Scope {
  if (scope.depth === MAX_DEPTH) throw new SearchError(at, 'depth', { limit: MAX_DEPTH })
  return { ...scope, depth: scope.depth + 1 }
}

/** Reads from `(` to `)`. The position of a group is that of its parenthesis, or of the field before it. */
function readGroup(state: State, outer: Scope, at: number): Query {
  const open = advance(state)
  const scope = deeper(outer, open.at)
  const query = readOr(state, scope, { kind: 'open', text: '(', at: open.at })
  if (state.token.kind !== 'close') throw new SearchError(open.at, 'close')
  advance(state)
  return query.kind === 'and' || query.kind === 'or' ? { ...query, at } : query
}

function missingOperand(token: Token, before: Before): SearchError {
  if (before?.kind === 'open') {
    if (token.kind === 'close') return new SearchError(before.at, 'term_inside')
    if (token.kind === 'end') return new SearchError(before.at, 'term_inside_unclosed')
  } else if (before !== undefined) return new SearchError(before.at, 'term_after', { text: before.text })
  if (token.kind === 'close') return new SearchError(token.at, 'open')
  return new SearchError(token.at, 'term_before', { text: 'text' in token ? token.text : '' })
}

function readField(state: State, scope: Scope, { path, at }: Extract<Token, { kind: 'field' }>): Query {
  if (scope.field !== null) {
    throw new SearchError(at, 'field_inside', { field: scope.field, text: path })
  }
  advance(state)
  const { token } = state
  if (path === '_exists_' || path === '_missing_') return readPresence(state, path, at)
  const inner = { ...scope, field: path, fieldAt: at }
  if (token.kind !== 'value') return readGroup(state, inner, at)
  advance(state)
  return readTerm(state, inner, token.value, token.at)
}

function readPresence(state: State, path: '_exists_' | '_missing_', at: number): Query {
  const token = advance(state)
  if (token.kind !== 'value' || token.value.kind !== 'word' || !FIELD_PATH.test(token.value.text)) {
    throw new SearchError(token.at, 'presence', { text: path })
  }
  countTerm(state, at)
  const kind = path === '_exists_' ? 'exists' : 'missing'
  return { kind: 'term', field: token.value.text, value: { kind }, at: token.at, valueAt: token.at }
}

function readAll(state: State, scope: Scope): Query {
  const { at } = advance(state)
  if (scope.field !== null) throw new SearchError(at, 'values_inside', { field: scope.field })
  countTerm(state, at)
  return { kind: 'all', at }
}

function readTerm(state: State, scope: Scope, value: Value, valueAt: number): Query {
  countTerm(state, valueAt)
  if (isPattern(value)) countPattern(state, valueAt)
  if (scope.field !== null) {
    const meaning: Value = isAnything(value) ? { kind: 'exists' } : value
    return { kind: 'term', field: scope.field, value: meaning, at: scope.fieldAt, valueAt }
  }
  if (value.kind === 'range') throw new SearchError(valueAt, 'field_before_range')
  if (value.kind === 'comparison') throw new SearchError(valueAt, 'field_before', { text: value.operator })
  if (isAnything(value)) return { kind: 'all', at: valueAt }
  return { kind: 'term', field: null, value, at: valueAt, valueAt }
}

/** Returns true for a value that matches every record with the field. */
export function isAnything(value: Value): boolean {
  if (value.kind === 'wildcard') return value.parts.length === 1 && value.parts[0]?.kind === 'run'
  return value.kind === 'range' && value.from === null && value.to === null
}

/** Returns true for a wildcard that must be compared with every word. A prefix is looked up in the index instead. */
export function isPattern(value: Value): boolean {
  if (value.kind !== 'wildcard' || isAnything(value)) return false
  return value.parts.length > 2 || value.parts[0]?.kind !== 'text' || value.parts[1]?.kind !== 'run'
}

function countPattern(state: State, at: number): void {
  state.patterns += 1
  if (state.patterns > MAX_PATTERNS) {
    throw new SearchError(at, 'patterns', { limit: MAX_PATTERNS })
  }
}

function countTerm(state: State, at: number): void {
  state.terms += 1
  if (state.terms > MAX_TERMS) throw new SearchError(at, 'terms', { limit: MAX_TERMS })
}
