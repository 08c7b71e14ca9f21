/** Repairs messages that a parser cannot read as they are: text without a charset, headers over all limits. */
import { isUtf8 } from 'node:buffer'
import { charsetOf, detectCharset, type CharsetGuess, isKnown } from './charset.ts'
import { decodeOwn } from './own-decoders.ts'
import { headerEnd, splitParts, delimiterOf } from './mime-structure.ts'

/**
 * Declares the character set of every text and encoded word that declares none or a wrong one. Headers in raw 8-bit become
 * UTF-8. Uses a set that the message declares elsewhere, or detects it from all texts of the message.
 */
export function declareCharsets(raw: Buffer): Buffer {
  const text = raw.toString('latin1')
  const parts = splitParts(text).map(readPart)
  let guess: string | null | undefined
  const guesses: Guesses = {
    named: namedCharsets(text),
    detected: () => (guess ??= detectCharset(parts.flatMap(({ header, content }) => [header, content]))),
  }
  return Buffer.concat(parts.map((part) => repairPart(part, guesses)))
}

/** Reduces the headers of a message to the essential ones, each cut, for messages with too many or too long headers. */
export function slimHeaders(raw: Buffer): Buffer {
  const { header, end } = headerLines(raw)
  return Buffer.concat([slim(header, (line) => KEPT.test(line) || STRUCTURE.test(line)), raw.subarray(end)])
}

/** Splits a message into a reduced header for the parser and the beginning of its body as plain text, including markup. */
export function asPlainText(raw: Buffer): { readonly header: Buffer; readonly text: string } {
  const { header, end } = headerLines(raw)
  const body = raw.subarray(end, end + PLAIN_BODY)
  return { header: slim(header, (line) => KEPT.test(line)), text: body.toString(isUtf8(body) ? 'utf8' : 'latin1') }
}

const KEPT =
  /^(?:from|sender|reply-to|to|cc|subject|date|message-id|in-reply-to|references|list-id|delivered-to|received|return-path):/i
const STRUCTURE = /^(?:mime-version|content-[\w-]+):/i

/** The limit of a header, in bytes. */
const SLIM_SCAN = 16 * 1024 * 1024

/** The limit of a body that is shown with its markup, in bytes. */
const PLAIN_BODY = 1_000_000

function headerLines(raw: Buffer): { readonly header: string[]; readonly end: number } {
  const text = raw.toString('latin1', 0, SLIM_SCAN)
  const end = headerEnd(text)
  return { header: text.slice(0, end).split(/\r?\n(?![ \t])/), end }
}

function slim(header: readonly string[], keep: (line: string) => boolean): Buffer {
  const lines = header.filter(keep).slice(0, 100)
  return Buffer.from(`${lines.map((line) => line.slice(0, 20_000)).join('\n')}\n\n`, 'latin1')
}

/** Character sets that a message declares anywhere, except ASCII and UTF-8, which programs often declare wrongly. */
function namedCharsets(text: string): string[] {
  const names = [...text.matchAll(/(?:charset\s*=\s*"?|=\?)([\w.:-]{3,40})/gi)].map(([, name = '']) =>
    name.toLowerCase(),
  )
  return [...new Set(names)].filter((name) => isKnown(name) && !/^(?:us-?ascii|utf-?8)$/.test(name)).slice(0, 10)
}

interface Guesses {
  readonly named: readonly string[]
  readonly detected: CharsetGuess
}

interface Part {
  readonly header: Buffer
  readonly body: Buffer
  /** The delimiter line that ends it. */
  readonly delimiter: Buffer
  /** The body after transfer decoding; empty if it is not text. */
  readonly content: Buffer
  /** True if plain text follows the encoded body. */
  readonly isMixed: boolean
  readonly isText: boolean
  /** The character set in its header. */
  readonly label: string | undefined
  /** The character set in its header, or else in its HTML. */
  readonly claim: string | undefined
}

function readPart(part: string): Part {
  const end = headerEnd(part)
  const header = part.slice(0, end)
  const delimiter = delimiterOf(part)
  const body = part.slice(end, part.length - delimiter.length)
  const type = /^content-type:[ \t]*([\w/+.-]*)(.*)/im.exec(header.replace(/\r?\n[ \t]/g, ' '))
  const isText = type === null || /^text\//i.test(type[1] ?? '')
  const decoded = isText ? decodedBody(header, body) : { content: Buffer.alloc(0), isMixed: false }
  const label = charsetIn(type?.[2])
  const claim = label ?? (/^text\/html$/i.test(type?.[1] ?? '') ? charsetOfHtml(decoded.content) : undefined)
  const [headerBytes, bodyBytes, delimiterBytes] = [header, body, delimiter].map((text) => Buffer.from(text, 'latin1'))
  return { header: headerBytes, body: bodyBytes, delimiter: delimiterBytes, isText, label, claim, ...decoded } as Part
}

const charsetIn = (parameters = ''): string | undefined =>
  /charset\s*=\s*["']?([\w.:-]+)/i.exec(parameters)?.[1]?.toLowerCase()

/** The part of a document in which its character set is searched, in bytes. */
const HTML_START = 2048

/** Returns the character set in the head of an HTML document. */
const charsetOfHtml = (content: Buffer): string | undefined =>
  charsetIn(/<meta\s[^>]*charset[^>]*>/i.exec(content.toString('latin1', 0, HTML_START))?.[0])

function repairPart(part: Part, { named, detected }: Guesses): Buffer {
  const { header, body, delimiter, content, isText, label, claim } = part
  // Programs declare ASCII for text in any set.
  const claims = claim === undefined || /^us-?ascii$/.test(claim) ? named : [claim]
  const readable = new TextDecoder(charsetOf(header, [...claims, ...named], detected)).decode(header)
  const head = relabelWords(readable, detected)
  const decoded = decodeOwn(claim ?? '', content.toString('latin1'))
  const charset = decoded === undefined ? charsetOf(content, claims, detected) : 'utf-8'
  if (isText && (decoded !== undefined || part.isMixed)) {
    const plain = head.replace(/^content-transfer-encoding:.*$/im, 'Content-Transfer-Encoding: 8bit')
    const text = decoded === undefined ? content : Buffer.from(decoded)
    return Buffer.concat([declareCharset(plain, charset), Buffer.from('\n\n'), text, delimiter])
  }
  const isCorrect = !isText || isSame(charset, label ?? 'utf-8')
  return Buffer.concat([isCorrect ? Buffer.from(head) : declareCharset(head, charset), body, delimiter])
}

const ENCODED_WORD = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi

/** Corrects the charset of encoded words. Checks all words of one charset together: a character may be split between two. */
function relabelWords(original: string, guess: CharsetGuess): string {
  const header = original.replace(ADJACENT_WORDS, joinWords)
  const words = Map.groupBy(header.matchAll(ENCODED_WORD), ([, label = '']) => label)
  const labels = new Map(
    [...words].map(([label, found]) => {
      const claim = label.replace(/\*.*$/, '')
      const bytes = Buffer.concat(found.map(([, , encoding = '', text = '']) => wordBytes(encoding, text)))
      const charset = charsetOf(bytes, [claim], guess)
      return [label, isSame(charset, claim) ? label : charset]
    }),
  )
  return header.replace(ENCODED_WORD, (_, label: string, encoding: string, text: string) => {
    const decoded = decodeOwn(label.toLowerCase(), wordBytes(encoding, text).toString('latin1'))
    if (decoded !== undefined) return `=?utf-8?B?${Buffer.from(decoded).toString('base64')}?=`
    return `=?${labels.get(label) ?? label}?${encoding}?${text}?=`
  })
}

const ADJACENT_WORDS = /(?:=\?[^?\s]{1,40}\?[bq]\?[^?]*\?=\s+)+=\?[^?\s]{1,40}\?[bq]\?[^?]*\?=/gi

/** Joins adjacent encoded words of one charset, whatever their encoding, because the parser joins only equal ones. */
function joinWords(adjacent: string): string {
  const joined: { label: string; bytes: Buffer }[] = []
  for (const [, label = '', encoding = '', text = ''] of adjacent.matchAll(ENCODED_WORD)) {
    const [bytes, last] = [wordBytes(encoding, text), joined.at(-1)]
    if (last?.label.toLowerCase() === label.toLowerCase()) last.bytes = Buffer.concat([last.bytes, bytes])
    else joined.push({ label, bytes })
  }
  return joined.map(({ label, bytes }) => `=?${label}?B?${bytes.toString('base64')}?=`).join(' ')
}

const wordBytes = (encoding: string, text: string): Buffer =>
  /b/i.test(encoding) ? Buffer.from(text, 'base64') : decodeQuotedPrintable(text.replaceAll('_', ' '))

const isSame = (one: string, other: string): boolean =>
  isKnown(one) && isKnown(other) && new TextDecoder(one).encoding === new TextDecoder(other).encoding

/** Inserts a character set into a header. The first `charset` parameter counts, so a wrong one can stay. */
function declareCharset(header: string, charset: string): Buffer {
  const typed = /^content-type:/im.test(header) ? header : `Content-Type: text/plain\n${header}`
  return Buffer.from(typed.replace(/^(content-type:(?:\r?\n?[ \t])*[\w/+.-]+)/im, `$1; charset=${charset}`))
}

function decodedBody(header: string, body: string): Pick<Part, 'content' | 'isMixed'> {
  const text = body.replace(/^\r?\n\r?\n?/, '')
  const encoding = /^content-transfer-encoding:\s*"?([\w-]+)/im.exec(header)?.[1]?.toLowerCase()
  if (encoding === 'quoted-printable')
    return { content: decodeQuotedPrintable(text.replace(/=[ \t]*\r?\n/g, '')), isMixed: false }
  if (encoding !== 'base64') return { content: Buffer.from(text, 'latin1'), isMixed: false }
  const { encoded, rest } = splitBase64(text)
  const content = Buffer.concat([Buffer.from(encoded, 'base64'), Buffer.from(rest, 'latin1')])
  return { content, isMixed: rest !== '' }
}

/** Splits base64 from plain text that mailing lists and virus scanners append. Base64 ends with its first shorter line. */
function splitBase64(text: string): { encoded: string; rest: string } {
  const [{ length } = ''] = /\S+/.exec(text) ?? []
  const last = [...text.matchAll(/\S.*/g)].find(([line]) => line.trimEnd().length < length || line.includes('='))
  const end = last === undefined ? text.length : last.index + last[0].length
  const rest = text.slice(end)
  return /[^\w+/=\s]| \w/.test(rest) ? { encoded: text.slice(0, end), rest } : { encoded: text, rest: '' }
}

const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
