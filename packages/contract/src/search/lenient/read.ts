import { SearchError } from '../error.ts'
import { MAX_DEPTH, MAX_LENGTH, MAX_PATTERNS, MAX_TERMS } from '../limits.ts'
import { isAnything, isPattern } from '../parse.ts'
import type { Query } from '../tree.ts'
import { lexLeniently, type Token } from './lex.ts'
import { Mistakes } from './mistakes.ts'
import { withoutClauses } from './operators.ts'
import type { Names } from './names.ts'

/** A query that was read leniently. */
export interface LenientQuery {
  readonly query: Query
  /** Errors in parts that were read as words or ignored, in the order of the text. */
  readonly mistakes: readonly SearchError[]
}

/**
 * Reads a query as people type it. Never throws: parts that are not valid become words, and `mistakes` lists them. In
 * addition to the strict language, other spellings are accepted (docs/search.md lists them). A query in the strict language
 * without such spellings keeps its meaning.
 */
export function readLeniently(text: string, names: Names): LenientQuery {
  const mistakes = new Mistakes()
  const cursor = { chars: characters(text, mistakes), index: 0 }
  const tokens = [...lexLeniently({ cursor, names, mistakes })]
  const query = readOr({ tokens, index: 0, terms: 0, patterns: 0, ignored: 0, mistakes }, 0)
  return { query: query ?? { kind: 'all', at: 1 }, mistakes: mistakes.inOrder() }
}

/**
 * Returns the characters of a text as databases can store them, with plain instead of typographic quotes, and with spaces
 * instead of clauses that are not conditions, such as `ORDER BY created`.
 */
function characters(text: string, mistakes: Mistakes): string[] {
  if (text.length > MAX_LENGTH) mistakes.add(() => new SearchError(MAX_LENGTH + 1, 'length', { limit: MAX_LENGTH }))
  const accepted = text.slice(0, MAX_LENGTH).toWellFormed().replaceAll('\0', ' ')
  return Array.from(withoutClauses(accepted.replaceAll(/[“”„‟«»]/g, '"')))
}

interface State {
  readonly tokens: readonly Token[]
  index: number
  terms: number
  patterns: number
  /** Number of open parentheses that were ignored because they are nested too deeply. */
  ignored: number
  readonly mistakes: Mistakes
}

/** Reads alternatives up to the end of a group. Returns undefined if there is no term. */
function readOr(state: State, depth: number): Query | undefined {
  const members = [readAnd(state, depth)]
  for (let token = state.tokens[state.index]; token?.kind === 'or'; token = state.tokens[state.index]) {
    const { at, text } = token
    state.index += 1
    const before = members.at(-1)
    const next = readAnd(state, depth)
    if (!before || !next) state.mistakes.add(() => new SearchError(at, before ? 'term_after' : 'term_before', { text }))
    members.push(next)
  }
  return joinMembers('or', members)
}

function readAnd(state: State, depth: number): Query | undefined {
  const members: Query[] = []
  for (;;) {
    const token = state.tokens[state.index]
    if (!token || token.kind === 'or') break
    if (token.kind === 'close' && depth > 0 && state.ignored === 0) break
    const member =
      token.kind === 'and' ? readAfterAnd(state, depth, token, members.length > 0) : readOperand(state, depth)
    if (member) members.push(member)
  }
  return joinMembers('and', members)
}

function readAfterAnd(state: State, depth: number, { at, text }: { at: number; text: string }, hasLeft: boolean) {
  state.index += 1
  const kind = state.tokens[state.index]?.kind
  const hasRight = kind !== undefined && kind !== 'and' && kind !== 'or' && kind !== 'close'
  if (!hasLeft || !hasRight) {
    state.mistakes.add(() => new SearchError(at, hasLeft ? 'term_after' : 'term_before', { text }))
  }
  return hasRight ? readOperand(state, depth) : undefined
}

function joinMembers(kind: 'and' | 'or', operands: readonly (Query | undefined)[]): Query | undefined {
  const members = operands.filter((member) => member !== undefined)
  const [first] = members
  return first && members.length > 1 ? { kind, of: members, at: first.at } : first
}

/** Reads one operand. Returns undefined if it is ignored. */
function readOperand(state: State, depth: number): Query | undefined {
  const token = state.tokens[state.index]
  if (!token || token.kind === 'or' || token.kind === 'and') return undefined
  state.index += 1
  if (token.kind === 'value') return readTerm(state, token)
  if (token.kind === 'close') return ignoreClose(state, token.at)
  if (depth === MAX_DEPTH) return ignoreTooDeep(state, token)
  if (token.kind === 'not') return readNot(state, depth + 1, token)
  if (token.kind !== 'field') return readGroup(state, depth + 1, token.at, token.at)
  const openAt = state.tokens[state.index]?.at ?? token.at
  state.index += 1
  return readGroup(state, depth + 1, token.at, openAt)
}

function ignoreClose(state: State, at: number): undefined {
  if (state.ignored > 0) state.ignored -= 1
  else state.mistakes.add(() => new SearchError(at, 'open'))
}

/** Ignores a parenthesis or negation that is nested too deeply. */
function ignoreTooDeep(state: State, token: Exclude<Token, { kind: 'value' }>): undefined {
  if (token.kind === 'open') state.ignored += 1
  state.mistakes.add(() => new SearchError(token.at, 'depth', { limit: MAX_DEPTH }))
}

function readNot(state: State, depth: number, { at, text }: { at: number; text: string }): Query | undefined {
  const isClosed = state.tokens[state.index]?.kind === 'close'
  const operand = isClosed ? undefined : readOperand(state, depth)
  if (!operand) state.mistakes.add(() => new SearchError(at, 'term_after', { text }))
  return operand && { kind: 'not', of: operand, at }
}

/**
 * Reads the rest of a group after its opening parenthesis. Its column is that of the parenthesis or of the field before
 * it.
 */
function readGroup(state: State, depth: number, at: number, openAt: number): Query | undefined {
  const query = readOr(state, depth)
  if (state.tokens[state.index]?.kind === 'close') state.index += 1
  else state.mistakes.add(() => new SearchError(openAt, 'close'))
  return query?.kind === 'and' || query?.kind === 'or' ? { ...query, at } : query
}

function readTerm(state: State, { field, value, at, valueAt }: Extract<Token, { kind: 'value' }>): Query | undefined {
  if (state.terms >= MAX_TERMS) return ignoreTerm(state, valueAt, 'terms', MAX_TERMS)
  if (isPattern(value) && state.patterns >= MAX_PATTERNS) return ignoreTerm(state, valueAt, 'patterns', MAX_PATTERNS)
  state.terms += 1
  if (isPattern(value)) state.patterns += 1
  if (!isAnything(value)) return { kind: 'term', field, value, at, valueAt }
  return field === null ? { kind: 'all', at } : { kind: 'term', field, value: { kind: 'exists' }, at, valueAt }
}

function ignoreTerm(state: State, at: number, code: 'terms' | 'patterns', limit: number): undefined {
  state.mistakes.add(() => new SearchError(at, code, { limit }))
}
