/** The part of a query at the caret: what can be suggested there, and what a suggestion replaces. */
export interface CaretContext {
  readonly kind: 'nothing' | 'field' | 'value'
  /** For `value`: the path of the field. */
  readonly field?: string
  /** The typed beginning of the name or value. */
  readonly typed: string
  readonly start: number
  readonly end: number
}

/** Returns the context of the caret. Never throws, because a query that is being typed is usually incomplete. */
export function contextAt(query: string, caret: number): CaretContext {
  const { fieldsOfOpenGroups, start } = scan(query.slice(0, caret))
  const isQuoted = query[start] === '"'
  const rest = isQuoted ? '' : (/^[^\s()"]*/u.exec(query.slice(caret))?.[0] ?? '')
  const word = query.slice(start, caret)
  const place = { start, end: caret + rest.length }
  const [head = '', field] = /^[-+!]?([A-Za-z_][\w.]*):/u.exec(word) ?? []
  if (field !== undefined) {
    const typed = word.slice(head.length)
    return { kind: 'value', field, typed: withoutQuote(typed), start: start + head.length, end: place.end }
  }
  const outerField = fieldsOfOpenGroups.at(-1)
  if (outerField !== undefined && outerField !== '')
    return { kind: 'value', field: outerField, typed: withoutQuote(word), ...place }
  const sign = /^[-+!]/.test(word) ? 1 : 0
  const typed = word.slice(sign)
  const isName = /^[A-Za-z_][\w.]*$/u.test(typed)
  return { kind: isName ? 'field' : 'nothing', typed, start: start + sign, end: place.end }
}

const withoutQuote = (typed: string) => typed.replace(/^"/, '')

/**
 * Returns where the last word of a text begins, and for each parenthesis that is still open the field in front of it
 * (`state` in `state:(new OR`), or an empty string. Quotes may contain spaces: `title:"a b` is a single word.
 */
function scan(text: string): { fieldsOfOpenGroups: string[]; start: number } {
  const fieldsOfOpenGroups: string[] = []
  let start = 0
  // The parts are quoted texts, escaped characters, spaces, parentheses, and the characters in between.
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|\\.|[\s()]|[^\s()"\\]+|\\$/gu)) {
    if (part === '(') fieldsOfOpenGroups.push(/^[-+!]?([A-Za-z_][\w.]*):$/u.exec(text.slice(start, index))?.[1] ?? '')
    if (part === ')') fieldsOfOpenGroups.pop()
    if (/^[\s()]$/u.test(part)) start = index + 1
  }
  return { fieldsOfOpenGroups, start }
}

/** Inserts a suggestion. Returns the query and the position of the caret. */
export function insertSuggestion(
  query: string,
  { start, end }: CaretContext,
  text: string,
): { text: string; caret: number } {
  return { text: query.slice(0, start) + text + query.slice(end), caret: start + text.length }
}

/** Returns the value as a single term, in quotes if it is an operator or contains spaces or special characters. */
export const quotedValue = (value: string): string =>
  /^[\p{L}\p{N}_][\p{L}\p{N}_.@-]*$/u.test(value) && !/^(?:AND|OR|NOT)$/.test(value)
    ? value
    : `"${value.replaceAll(/["\\]/g, '\\$&')}"`
