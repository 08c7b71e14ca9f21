/** Declares the character sets of texts that declare none, a wrong one, or one that the parser does not know. */
import { splitBase64 } from './base64.ts'
import { charsetOf, detectCharset, type CharsetGuess } from './charset.ts'
import { charsetNamed, decode, isAsciiBased, isNative } from './decoders.ts'
import { encodingOf, fieldIn } from './fields.ts'
import { contentOf, joinParts, type Part, encodeAsBase64 } from './mime-structure.ts'
import { decodeQuotedPrintable, relabelWords } from './encoded-words.ts'
import type { RepairedMessage } from './part-repairs.ts'

/**
 * Declares the character set of every text and encoded word that declares none or a wrong one. Headers in raw 8-bit, and texts
 * that the parser would not decode correctly, become UTF-8. Uses a set that the message declares elsewhere, or detects it
 * from all texts of the message.
 */
export function declareCharsets(message: RepairedMessage): Buffer {
  const parts = message.parts.map(readText)
  let guess: string | null | undefined
  const guesses: Guesses = {
    named: namedCharsets(message.raw.toString('latin1')),
    detected() {
      // Null means that the detection found nothing.
      if (guess === undefined) guess = detectCharset(parts.flatMap(({ header, content }) => [header, content]))
      return guess
    },
  }
  return joinParts(parts.map((part) => declareCharset(part, guesses)))
}

/**
 * Returns true if a header declares a character set that the parser may decode wrongly without a trace. In the trusted sets,
 * an error leaves a trace: replacement characters in UTF-8 and ISO-2022-JP, and unusual characters in Windows-1252.
 */
export const declaresDoubtfulCharset = ({ parts }: RepairedMessage): boolean =>
  parts.some(({ header }) => labelsIn(header).some((label) => !isTrusted(label)))

const isTrusted = (label: string): boolean => isNative(label) && TRUSTED.has(new TextDecoder(label).encoding)

const TRUSTED = new Set(['utf-8', 'windows-1252', 'iso-2022-jp'])

/**
 * The label in a parameter, `charset=utf-8`, or in an encoded word, `=?utf-8?Q?...?=`. In an encoded word, a language may
 * follow the label: `=?utf-8*en?Q?...?=` (RFC 2231). The lengths are limited, so that no text takes long to search.
 */
const LABEL = /charset\s*=\s*(?:"([^"\r\n]{0,40})|([^\s";]{1,40}))|=\?([^?*\s]{1,40})[^?\s]{0,20}\?[bq]\?/gi

const labelsIn = (text: string): string[] =>
  [...text.matchAll(LABEL)].map(([, quoted, bare, word]) => quoted ?? bare ?? word ?? '')

/** Maximum number of declared character sets that are tried for texts without a declaration. */
const MAX_NAMED = 10

/** Returns the character sets that a message declares anywhere, except ASCII, UTF-8 and UTF-16, which are often declared wrongly. */
function namedCharsets(text: string): string[] {
  const labels = labelsIn(text).filter((label) => !isAscii(label))
  const names = new Set(labels.flatMap((label) => charsetNamed(label) ?? []))
  return [...names].filter((name) => name !== 'utf-8' && isAsciiBased(name)).slice(0, MAX_NAMED)
}

const isAscii = (label: string): boolean => /^us-?ascii$/i.test(label)

interface Guesses {
  readonly named: readonly string[]
  readonly detected: CharsetGuess
}

/** A part and its text. */
interface TextPart {
  readonly part: Part
  readonly header: Buffer
  /** The body after transfer decoding; empty if it is not text. */
  readonly content: Buffer
  readonly isText: boolean
  /** True if plain text follows the encoded body. */
  readonly isMixed: boolean
  /** The character set in its header, as written. */
  readonly label: string | undefined
  /** The character set in its header or its HTML. */
  readonly claim: string | undefined
}

function readText(part: Part): TextPart {
  const type = fieldIn(part.header, 'content-type')
  const isText = part.isLeaf && (type === undefined || /^text\//i.test(type))
  const decoded = isText ? decodedBody(part) : { content: Buffer.alloc(0), isMixed: false }
  const label = type === undefined ? undefined : labelsIn(type)[0]
  const claim = label ?? (/^text\/html/i.test(type ?? '') ? charsetOfHtml(decoded.content) : undefined)
  return { part, header: Buffer.from(part.header, 'latin1'), isText, label, claim, ...decoded }
}

/** Number of bytes at the start of a document that are searched for its character set. */
const HTML_START = 2048

/**
 * Returns the character set in the head of an HTML document. It cannot be UTF-16, because the declaration itself is legible as
 * ASCII (HTML Standard, 13.2.3.2).
 */
function charsetOfHtml(content: Buffer): string | undefined {
  const [meta = ''] = /<meta\s[^>]*charset[^>]*>/i.exec(content.toString('latin1', 0, HTML_START)) ?? []
  return labelsIn(meta).find((label) => !isUtf16(label))
}

/** Returns false for an unknown label, too, which `charsetOf` ignores. */
const isUtf16 = (label: string): boolean => !isAsciiBased(charsetNamed(label) ?? '')

/** Returns a part whose header and text are in character sets that it declares correctly. */
function declareCharset(text: TextPart, { named, detected }: Guesses): Part {
  const { part, content, isText, label, claim } = text
  // Programs declare ASCII for text in any character set.
  const claims = claim === undefined || isAscii(claim) ? named : [claim]
  // A header in raw 8-bit is usually in the character set of the text below it.
  const inHeader = [...claims, ...named].filter((name) => !isUtf16(name))
  const decodedHeader = decode(charsetOf(text.header, inHeader, detected), text.header)
  const header = Buffer.from(relabelWords(decodedHeader, detected)).toString('latin1')
  if (!isText) return { ...part, header }
  const decoded = decode(charsetOf(content, claims, detected), content)
  const isCorrect = !text.isMixed && decoded === decodeNatively(label ?? 'utf-8', content)
  return isCorrect ? { ...part, header } : withUtf8({ ...part, header }, decoded)
}

/** Decodes text as the parser does; undefined if the parser does not know the character set. */
const decodeNatively = (label: string, content: Buffer): string | undefined =>
  isNative(label) ? new TextDecoder(label).decode(content) : undefined

/** Returns a part with its text in UTF-8. The first `charset` parameter counts, so a wrong one after it does no harm. */
function withUtf8(part: Part, text: string): Part {
  const typed =
    fieldIn(part.header, 'content-type') === undefined ? `Content-Type: text/plain\n${part.header}` : part.header
  const header = typed.replace(/^(content-type[ \t]*:(?:\r?\n?[ \t])*[\w/+.-]+)/im, '$1; charset=utf-8')
  const content = Buffer.from(text)
  return encodingOf(part.header) !== ''
    ? encodeAsBase64({ ...part, header }, content)
    : withContent({ ...part, header }, content)
}

const withContent = (part: Part, content: Buffer): Part => ({ ...part, body: Buffer.concat([EMPTY_LINE, content]) })

/** The line break that ends the header, and an empty line. */
const EMPTY_LINE = Buffer.from('\n\n')

function decodedBody(part: Part): Pick<TextPart, 'content' | 'isMixed'> {
  const text = contentOf(part).toString('latin1')
  const encoding = encodingOf(part.header)
  if (encoding === 'quoted-printable')
    return { content: decodeQuotedPrintable(text.replace(/=[ \t]*\r?\n/g, '')), isMixed: false }
  if (encoding !== 'base64') return { content: Buffer.from(text, 'latin1'), isMixed: false }
  const { encoded, rest } = splitBase64(text)
  const content = Buffer.concat([Buffer.from(encoded, 'base64'), Buffer.from(rest, 'latin1')])
  return { content, isMixed: rest !== '' }
}
