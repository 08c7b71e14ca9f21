import { looksLikeField } from './lex.ts'
import { MAX_DEPTH } from './limits.ts'
import type { Bound, Query, Term, Value } from './tree.ts'
import { SUFFIX, URL_START } from './cursor.ts'

/**
 * Returns the canonical text of a query: `parse(print(tree))` equals the tree except for positions, within the limits of the
 * language and for texts of well-formed Unicode without NUL.
 *
 * A group whose terms share a field is written with the field in front: `state:(new OR open)`.
 */
export function print(tree: Query): string {
  // The parentheses after a field are one more level, which must not exceed the limit.
  const field = height(tree) <= MAX_DEPTH ? commonField(tree) : null
  return field !== null && isGroup(tree) ? printGroup(tree, null) : printQuery(tree, null)
}

/** Returns an upper bound of the levels of parentheses and negations in the text. */
function height(tree: Query): number {
  if (tree.kind === 'not') return 1 + height(tree.of)
  return isGroup(tree) ? 1 + Math.max(...tree.of.map(height)) : 0
}

function isGroup(tree: Query): tree is Extract<Query, { kind: 'and' | 'or' }> {
  return tree.kind === 'and' || tree.kind === 'or'
}

/** Returns the field that all terms below share, if it can be written in front of them. */
function commonField(tree: Query): string | null {
  if (tree.kind === 'all') return null
  if (tree.kind === 'not') return commonField(tree.of)
  if (tree.kind === 'term') return tree.value.kind === 'exists' || tree.value.kind === 'missing' ? null : tree.field
  const [first, ...others] = tree.of.map(commonField)
  return first !== undefined && others.every((field) => field === first) ? first : null
}

/**
 * Prints a query without parentheses around it.
 * @param outer the field in front of the parentheses in which the query stands; null if there is none.
 */
function printQuery(tree: Query, outer: string | null): string {
  switch (tree.kind) {
    case 'all':
      return '*:*'
    case 'term':
      return printTerm(tree, outer)
    case 'not':
      return `-${isGroup(tree.of) ? printGroup(tree.of, outer) : printQuery(tree.of, outer)}`
    case 'and':
      return tree.of.map((member) => (isGroup(member) ? printGroup : printQuery)(member, outer)).join(' ')
    default:
      return tree.of.map((member) => (member.kind === 'or' ? printGroup : printQuery)(member, outer)).join(' OR ')
  }
}

/** Prints a group in parentheses, with the field that its terms share in front of them. */
function printGroup(tree: Query, outer: string | null): string {
  const field = outer === null ? commonField(tree) : null
  return field === null ? `(${printQuery(tree, outer)})` : `${field}:(${printQuery(tree, field)})`
}

function printTerm({ field, value }: Term, outer: string | null): string {
  if (value.kind === 'exists' || value.kind === 'missing') return `_${value.kind}_:${field}`
  const text = printValue(value)
  return field === null || field === outer ? text : `${field}:${text}`
}

function printValue(value: Exclude<Value, { kind: 'exists' | 'missing' }>): string {
  switch (value.kind) {
    case 'word':
      return asWord(escaped(value.text))
    case 'phrase':
      return `"${value.text.replaceAll(/["\\]/g, '\\$&')}"`
    case 'wildcard': {
      const letters = value.parts
        .map((part) => (part.kind === 'text' ? escaped(part.text) : WILDCARDS[part.kind]))
        .join('')
      return asWord(
        letters,
        value.parts.some((part) => part.kind === 'one'),
      )
    }
    case 'range':
      return `${opening(value.from)}${printBound(value.from)} TO ${printBound(value.to)}${closing(value.to)}`
    default:
      return `${value.operator}${asOperand(value.text)}`
  }
}

const WILDCARDS = { run: '*', one: '?' }

/** Escapes characters that would end a word or be wildcards. */
function escaped(text: string): string {
  return text.replaceAll(/[\s()"\\*?]/gu, '\\$&')
}

/** Escapes characters that are special only at their position in the word. */
function asWord(letters: string, hasSingleWildcard = false): string {
  if (/^(?:AND|OR|NOT|&&|\|\|)$|^[-+!/[{<>:]/.test(letters)) return escapeSuffix(`\\${letters}`)
  const isAmbiguous = looksLikeField(letters) || (hasSingleWildcard && URL_START.test(letters))
  return escapeSuffix(isAmbiguous ? letters.replace(':', '\\:') : letters)
}

/** Escapes the `~` or `^` of an ending that would be read as a suffix of Lucene. */
function escapeSuffix(letters: string): string {
  return letters.replace(SUFFIX, '\\$&')
}

function opening(bound: Bound | null): string {
  return bound?.inclusive === false ? '{' : '['
}

function closing(bound: Bound | null): string {
  return bound?.inclusive === false ? '}' : ']'
}

function printBound(bound: Bound | null): string {
  return bound === null ? '*' : asOperand(bound.text)
}

function asOperand(text: string): string {
  return escapeSuffix(escaped(text).replaceAll(/[\]}<>]|^=/g, '\\$&'))
}
