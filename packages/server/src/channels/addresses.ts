/** Parses address headers (RFC 5322 and 2047), including the malformed ones that real programs write. */
import { decodeWords } from 'postal-mime'
import { isEmail } from '../resources/user/names.ts'
import type { Mailbox } from './mail.ts'
import { cut, oneLine } from './text.ts'

/**
 * Returns the mailboxes in an address header, including those in groups. Splits the header before decoding encoded words,
 * so that their content can neither end a name nor become an address.
 */
export function parseAddresses(header: string): Mailbox[] {
  return mailboxesIn(header.replace(/[^\P{Cc}\s]/gu, ''))
    .slice(0, MAX_MAILBOXES)
    .map(({ name, address }) => ({ name: cut(oneLine(name), 250), address: cut(oneLine(address), 254) }))
    .map(({ name, address }) => ({ name: name === address ? '' : name, address }))
    .filter(({ name, address }) => name !== '' || address !== '')
}

const MAX_MAILBOXES = 1000

function mailboxesIn(header: string, isDecoded = false): Mailbox[] {
  const found: Mailbox[] = []
  let names: Entry[] = []
  for (const entry of entriesIn(header)) {
    if (isBareName(entry)) {
      names.push(entry)
      continue
    }
    const mailboxes = mailboxesOf(entry, isDecoded)
    // "Sand, Rita <rita@desk.example>": an unquoted name with a comma.
    if (names.length > 0 && isNamed(entry)) mailboxes.splice(0, 1, ...mailboxesOf(joined([...names, entry]), isDecoded))
    else found.push(...names.flatMap((name) => mailboxesOf(name, isDecoded)))
    found.push(...mailboxes)
    names = []
  }
  return [...found, ...names.flatMap((name) => mailboxesOf(name, isDecoded))]
}

/** The tokens between two separators, by kind. */
interface Entry {
  readonly phrase: readonly Piece[]
  readonly comments: readonly string[]
  readonly angles: readonly string[]
}

/** Words and quoted strings without whitespace between them. */
interface Piece {
  readonly text: string
  readonly raw: string
  readonly isQuoted: boolean
  readonly isEncoded: boolean
  /** Whether it contains an `@` outside of quoted strings and encoded words. */
  readonly hasAt: boolean
}

const isBareName = ({ phrase, comments, angles }: Entry): boolean =>
  comments.length + angles.length === 0 &&
  phrase.length > 0 &&
  phrase.every((piece) => !piece.isQuoted && bareAddress(piece) === undefined)

const isNamed = ({ phrase, comments, angles }: Entry): boolean =>
  phrase.length > 0 && (angles.length > 0 || comments.some((comment) => addressIn(comment) !== undefined))

/** A comma that is part of a name. */
const comma: Piece = { text: ',', raw: ',', isQuoted: false, isEncoded: false, hasAt: false }

function joined(entries: readonly Entry[]): Entry {
  const [last, ...before] = entries.toReversed() as [Entry, ...Entry[]]
  const names = before.toReversed().flatMap(({ phrase }) => [...phrase, comma])
  return { ...last, phrase: [...names, ...last.phrase] }
}

function mailboxesOf({ phrase, comments, angles }: Entry, isDecoded: boolean): Mailbox[] {
  const named = (pieces: readonly Piece[]) => textOf(pieces) || decodeWords(comments.join(' '))
  const angle = angles.find((text) => text.includes('@')) ?? angles.find((text) => text.trim() !== '')
  if (angle !== undefined) return [{ name: named(phrase), address: routed(angle) }]
  const bare = phrase.flatMap((piece) => bareAddress(piece) ?? [])
  if (bare.length > 0) {
    const name = named(phrase.filter((piece) => bareAddress(piece) === undefined))
    return bare.map((address, index) => ({ name: index === 0 ? name : '', address }))
  }
  const commented = comments.flatMap((comment) => addressIn(comment) ?? [])[0]
  if (commented !== undefined) return [{ name: textOf(phrase), address: commented }]
  const name = named(phrase)
  // Some programs encode the whole mailbox.
  const isEncoded = !isDecoded && phrase.length > 0 && phrase.every((piece) => piece.isEncoded)
  const decoded = isEncoded && name.includes('<') ? mailboxesIn(name, true) : []
  return decoded.some(({ address }) => isEmail(address)) ? decoded : [{ name, address: '' }]
}

const textOf = (phrase: readonly Piece[]): string =>
  decodeWords(phrase.map((piece, index) => (index === 0 || piece === comma ? '' : ' ') + piece.text).join(''))

/** `<@relay.example:rita@desk.example>` has a route before the address (RFC 5322, 4.4). */
const routed = (angle: string): string => angle.trim().replace(/^(?:mailto:|@[^:]*:)/i, '')

const addressIn = (comment: string): string | undefined => comment.split(/[\s<>]+/).find(isEmail)

/** The address of a piece without angle brackets; undefined if it is none. */
function bareAddress({ text, raw, hasAt }: Piece): string | undefined {
  const plain = (isEmail(text) ? text : raw)
    .replace(/^\[(?:mailto:)?([^\]]*)\]$/i, '$1')
    .replace(/^'([^']*)'$/, '$1')
    .replace(/\.$/, '')
  return hasAt && !plain.startsWith('@') && !plain.endsWith('@') ? plain : undefined
}

interface Token {
  readonly kind: 'word' | 'encoded' | 'quoted' | 'comment' | 'angle' | 'separator' | 'group'
  /** Without the quotes, parentheses or brackets around it. */
  readonly text: string
  readonly raw: string
  /** Whether whitespace precedes it. */
  readonly spaced: boolean
}

function entriesIn(header: string): Entry[] {
  const entries: Entry[] = []
  let [phrase, comments, angles]: [Piece[], string[], string[]] = [[], [], []]
  const end = () => {
    entries.push({ phrase, comments, angles })
    ;[phrase, comments, angles] = [[], [], []]
  }
  for (const token of tokensIn(header)) {
    if (token.kind === 'comment') comments.push(token.text)
    else if (token.kind === 'angle') angles.push(token.text)
    else if (token.kind === 'separator') end()
    else if (token.kind !== 'group') append(phrase, token)
    else if (angles.length > 0 || phrase.some((piece) => bareAddress(piece) !== undefined)) end()
    // The colon ends the name of a group.
    else [phrase, comments] = [[], []]
  }
  end()
  return entries
}

function append(phrase: Piece[], { text, raw, spaced, kind }: Token): void {
  const last = spaced ? undefined : phrase.pop()
  phrase.push({
    text: (last?.text ?? '') + text,
    raw: (last?.raw ?? '') + raw,
    isQuoted: last?.isQuoted || kind === 'quoted',
    isEncoded: last?.isEncoded || kind === 'encoded',
    hasAt: last?.hasAt || (kind === 'word' && raw.includes('@')),
  })
}

/** Matches one token, except comments and quoted strings, which nest or have escapes. Takes linear time. */
const TOKEN = new RegExp(
  [
    String.raw`<(?<angle>[^<>]*)>`,
    String.raw`(?<space>[\s<>]+?)`,
    String.raw`(?<encoded>=\?[^?\s]+\?[BbQq]\?[^?]*\?=)`,
    String.raw`(?<separator>[,;])`,
    String.raw`(?<group>:)`,
    // A domain literal, which may contain colons.
    String.raw`\[[^\[\]<>,"]*\]`,
    String.raw`[^\s=<>,;:"()\[]+`,
    String.raw`[^]`,
  ].join('|'),
  'y',
)
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y

function* tokensIn(header: string): Generator<Token> {
  // After an unterminated quote or parenthesis, all others count as text: searching for the end of each would be quadratic.
  const closed = { quotes: true, comments: true }
  let spaced = true
  for (let at = 0; at < header.length;) {
    const token =
      (closed.quotes && quotedAt(header, at, closed)) ||
      (closed.comments && commentAt(header, at, closed)) ||
      tokenAt(header, at)
    at += token.raw.length
    if (token.kind !== 'space') yield { ...token, kind: token.kind, spaced }
    spaced = token.kind === 'space'
  }
}

interface Found {
  readonly kind: Token['kind'] | 'space'
  readonly text: string
  readonly raw: string
}

const KINDS = ['angle', 'space', 'encoded', 'separator', 'group'] as const

function tokenAt(header: string, at: number): Found {
  TOKEN.lastIndex = at
  const { 0: raw, groups = {} } = TOKEN.exec(header) as RegExpExecArray
  const kind = KINDS.find((name) => groups[name] !== undefined) ?? 'word'
  return { kind, text: groups['angle'] ?? raw, raw }
}

function quotedAt(header: string, at: number, closed: { quotes: boolean }): Found | undefined {
  if (header[at] !== '"') return undefined
  QUOTED.lastIndex = at
  const [raw, text = ''] = QUOTED.exec(header) ?? []
  closed.quotes = raw !== undefined
  return raw === undefined ? undefined : { kind: 'quoted', text: unescaped(text), raw }
}

function commentAt(header: string, at: number, closed: { comments: boolean }): Found | undefined {
  if (header[at] !== '(') return undefined
  let depth = 0
  for (let end = at; end < header.length; end += 1) {
    const sign = header[end]
    if (sign === '\\') end += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth > 0) continue
    const raw = header.slice(at, end + 1)
    return { kind: 'comment', text: unescaped(raw.slice(1, -1)), raw }
  }
  closed.comments = false
  return undefined
}

const unescaped = (text: string): string => text.replace(/\\([^])/g, '$1')
