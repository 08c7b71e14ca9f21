/** The content of large and hostile bodies. */
import { random, vocabulary } from '../words.ts'

const MEBI = 1024 * 1024

/** Yields a body in parts: `before`, `bytes` bytes of a repeated pattern, and `after`. */
export function* filled(bytes: number, pattern: string, before = '', after = ''): Generator<Buffer> {
  if (before) yield Buffer.from(before)
  const part = Buffer.alloc(MEBI - (MEBI % pattern.length), pattern)
  for (let left = bytes; left > 0; left -= part.length) yield left < part.length ? part.subarray(0, left) : part
  if (after) yield Buffer.from(after)
}

/* Content types. */
export const json = 'application/json'
export const form = 'application/x-www-form-urlencoded'
export const multi = 'multipart/form-data; boundary=X'
/* Pieces of multipart bodies, and the beginning of a JSON body. */
export const part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'
export const fileHead = '--X\r\nContent-Disposition: form-data; name="File"; filename="a.bin"\r\n\r\n'
export const fileEnd = '\r\n--X--\r\n'
export const formHead = '--X\r\nContent-Disposition: form-data; name="form_id"\r\n\r\n1\r\n'
/** Returns the beginning of the body that creates an article with an attachment, up to the content of the attachment. */
export const attachmentHead = (ticket: number) =>
  `{"ticket_id":${ticket},"body":"x","attachments":[{"filename":"a","mime-type":"a/b","data":"`

/** Returns the length of a body: `bytes` of the pattern, and the texts around it. */
export const size = (bytes: number, ...around: string[]) => bytes + around.join('').length

let wordCount = 0
/** Returns a text of about `length` characters. Its words of `letters` characters are all different and occur in no other text. */
export const newWords = (length: number, letters = 6) =>
  Array.from({ length: length / (letters + 1) }, () => (wordCount++).toString(36).padStart(letters, 'x')).join(' ')

const usualWords = vocabulary(5000, 1)
const next = random(1)
/** Returns a text of `count` words, some of which are frequent and most rare, as in natural language. */
export const prose = (count: number) =>
  Array.from({ length: count }, () => usualWords[Math.floor(usualWords.length * next() ** 3)]).join(' ')

export const newTicket = (content_type: string, body: string) => ({
  title: 'x',
  group: 'Users',
  customer: 'eve@mail.example',
  article: { content_type, body },
})
