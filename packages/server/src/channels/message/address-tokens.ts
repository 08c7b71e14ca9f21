/** Splits address headers into tokens. */

/** A word, quoted string, comment, address in angle brackets or separator of an address header. */
export interface Token {
  readonly kind: 'word' | 'encoded' | 'quoted' | 'comment' | 'angle' | 'separator' | 'colon'
  /** Without the quotes, parentheses or brackets around it. */
  readonly text: string
  readonly raw: string
  /** True if whitespace or the start of the header precedes it. */
  readonly followsSpace: boolean
}

/** Matches one token, except comments and quoted strings, which nest or have escapes. Takes linear time. */
const TOKEN = new RegExp(
  [
    String.raw`<(?<angle>[^<>]*)>`,
    // An angle bracket without a partner is ignored like whitespace.
    String.raw`(?<space>[\s<>])`,
    String.raw`(?<encoded>=\?[^?\s]+\?[BbQq]\?[^?]*\?=)`,
    String.raw`(?<separator>[,;])`,
    String.raw`(?<colon>:)`,
    // A domain literal, which may contain colons.
    String.raw`\[[^\[\]<>,"]*\]`,
    String.raw`[^\s=<>,;:"()\[]+`,
    String.raw`[^]`,
  ].join('|'),
  'y',
)
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y

/** Yields the tokens of a header, without the whitespace between them. */
export function* tokensIn(header: string): Generator<Token> {
  // After an unterminated quote or parenthesis, all later ones count as text: searching for the end of each would be quadratic.
  const terminated = { quotes: true, comments: true }
  let followsSpace = true
  for (let start = 0; start < header.length;) {
    const token =
      (terminated.quotes && quotedAt(header, start, terminated)) ||
      (terminated.comments && commentAt(header, start, terminated)) ||
      tokenAt(header, start)
    start += token.raw.length
    if (token.kind !== 'space') yield { ...token, kind: token.kind, followsSpace }
    followsSpace = token.kind === 'space'
  }
}

interface Match {
  readonly kind: Token['kind'] | 'space'
  readonly text: string
  readonly raw: string
}

const KINDS = ['angle', 'space', 'encoded', 'separator', 'colon'] as const

function tokenAt(header: string, start: number): Match {
  TOKEN.lastIndex = start
  const { 0: raw, groups = {} } = TOKEN.exec(header) as RegExpExecArray
  const kind = KINDS.find((name) => groups[name] !== undefined) ?? 'word'
  return { kind, text: groups['angle'] ?? raw, raw }
}

function quotedAt(header: string, start: number, terminated: { quotes: boolean }): Match | undefined {
  if (header[start] !== '"') return undefined
  QUOTED.lastIndex = start
  const [raw, text = ''] = QUOTED.exec(header) ?? []
  terminated.quotes = raw !== undefined
  return raw === undefined ? undefined : { kind: 'quoted', text: removeEscapes(text), raw }
}

function commentAt(header: string, start: number, terminated: { comments: boolean }): Match | undefined {
  if (header[start] !== '(') return undefined
  let depth = 0
  for (let end = start; end < header.length; end += 1) {
    const character = header[end]
    if (character === '\\') end += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (depth > 0) continue
    const raw = header.slice(start, end + 1)
    return { kind: 'comment', text: removeEscapes(raw.slice(1, -1)), raw }
  }
  terminated.comments = false
  return undefined
}

const removeEscapes = (text: string): string => text.replace(/\\([^])/g, '$1')
