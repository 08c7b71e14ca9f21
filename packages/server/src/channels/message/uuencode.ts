/** Decodes uuencoded files, which programs used before MIME, and some still do. */
import { type Part, encodeAsBase64 } from './mime-structure.ts'

/** A decoded file and its name. */
export interface UuFile {
  readonly filename: string
  readonly data: Buffer
}

/** Extracts the uuencoded files from a text. Invalid blocks stay in the text. */
export function extractUuFiles(text: string): { readonly text: string; readonly files: readonly UuFile[] } {
  if (!text.includes('begin ')) return { text, files: [] }
  const lines = text.split(/\r?\n/)
  const textLines: string[] = []
  const files: UuFile[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const filename = BEGIN.exec(line)?.[1]
    const file = filename === undefined || files.length >= MAX_FILES ? undefined : readLines(lines, index + 1)
    if (filename === undefined || !file) textLines.push(line)
    else {
      files.push({ filename, data: file.data })
      index = file.end
    }
  }
  return { text: textLines.join('\n'), files }
}

/** Re-encodes a part with the non-standard transfer encoding `x-uuencode` as base64, keeping the name of the file. */
export function recodeUuencode(part: Part): Part {
  if (!ENCODING.test(part.header)) return part
  const { files } = extractUuFiles(part.body.toString('latin1'))
  const [file] = files
  if (!file) return part
  const name = Buffer.from(file.filename, 'latin1').toString('hex').replace(/../g, '%$&')
  const disposition = /name[*\d]*=/i.test(part.header) ? '' : `\nContent-Disposition: inline; filename*=utf-8''${name}`
  return encodeAsBase64({ ...part, header: part.header + disposition }, file.data)
}

/** Maximum number of files in a text. More of them are an attack. */
const MAX_FILES = 200

/** The first line of a file: `begin 644 photo.jpg`. */
const BEGIN = /^begin [0-7]{3,4} (\S.{0,200})$/

const ENCODING = /^content-transfer-encoding:\s*"?(?:x-)?uue(?:ncode)?\b.*$/im

/** Decodes the lines from `start`. @returns the bytes and the index of the last line; undefined for invalid lines. */
function readLines(lines: readonly string[], start: number): { data: Buffer; end: number } | undefined {
  const bytes: Buffer[] = []
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (/^end\s*$/.test(line)) return { data: Buffer.concat(bytes), end: index }
    const decoded = readLine(line)
    if (!decoded) return undefined
    bytes.push(decoded)
  }
  return undefined
}

/** Decodes a line. Its first character is its length in bytes; trailing spaces may be missing, and a checksum may follow. */
function readLine(line: string): Buffer | undefined {
  if (!/^[ -`]*$/.test(line)) return undefined
  const length = valueAt(line, 0)
  const groups = Math.ceil(length / 3)
  if (line.trimEnd().length > 1 + groups * 4 + 1) return undefined
  const bytes = Buffer.alloc(groups * 3)
  for (let group = 0; group < groups; group += 1) {
    const [a, b, c, d] = [1, 2, 3, 4].map((offset) => valueAt(line, group * 4 + offset)) as [
      number,
      number,
      number,
      number,
    ]
    bytes.writeUIntBE((a << 18) | (b << 12) | (c << 6) | d, group * 3, 3)
  }
  return bytes.subarray(0, length)
}

/** Returns the value of a character. A space and a backquote are zero, and so are missing characters at the end of a line. */
const valueAt = (line: string, index: number): number =>
  index < line.length ? (line.charCodeAt(index) - 0x20) & 0x3f : 0
