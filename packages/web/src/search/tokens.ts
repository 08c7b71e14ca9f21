/** A part of a query, as the box colors it. */
export interface Token {
  readonly text: string
  readonly kind: 'text' | 'field' | 'operator'
}

/**
 * Matches the next token of a query: white space, quoted text, a parenthesis, a sign before a term, an operator, a
 * web or mail address, a field, a word. The pattern accepts any text, because queries are incomplete while the user types.
 */
const tokenPattern =
  /(?<space>\s+)|(?<quoted>"(?:[^"\\]|\\.)*"?)|(?<paren>[()])|(?<sign>[-+!](?=[^\s)]))|(?<operator>(?:AND|OR|NOT)(?=[\s()]|$))|(?<address>(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)[^\s()"]*)|(?<field>[A-Za-z_][\w.]*:)|(?<word>(?:[^\s()"\\]|\\.|\\$)+)/giuy

/** Splits a query into fields, operators and other text. Joined, the tokens are the query. */
export function tokensOf(query: string): readonly Token[] {
  const tokens: { text: string; kind: Token['kind'] }[] = []
  const add = (text: string, kind: Token['kind']) => {
    const last = tokens.at(-1)
    if (kind === 'text' && last?.kind === 'text') last.text += text
    else tokens.push({ text, kind })
  }
  // The value of a field extends to the next space or parenthesis: `message_id:<a:b>`.
  let isValue = false
  for (const { 0: text, groups = {} } of query.matchAll(tokenPattern)) {
    const kind: Token['kind'] = isValue ? 'text' : kindOf(groups)
    add(text, kind)
    const isEnd = groups['space'] !== undefined || groups['paren'] !== undefined
    isValue = kind === 'field' || (isValue && !isEnd)
  }
  return tokens
}

function kindOf({ field, sign, operator }: Partial<Record<string, string>>): Token['kind'] {
  if (field !== undefined) return 'field'
  // Operators are in capitals; `or` is a word.
  return sign !== undefined || (operator !== undefined && operator === operator.toUpperCase()) ? 'operator' : 'text'
}

/** A token; `isWrong` is true within an error. */
export interface ShownToken extends Token {
  readonly isWrong: boolean
}

/** Splits tokens at the beginning and end of an error. */
export function markMistake(tokens: readonly Token[], start: number, end: number): readonly ShownToken[] {
  let offset = 0
  return tokens.flatMap(({ text, kind }) => {
    const from = offset
    offset += text.length
    const cuts = [0, start - from, end - from, text.length].map((cut) => Math.min(text.length, Math.max(0, cut)))
    // The text before the error, within it, and after it.
    return [0, 1, 2]
      .map((index) => ({ text: text.slice(cuts[index], cuts[index + 1]), kind, isWrong: index === 1 }))
      .filter((token) => token.text !== '')
  })
}
