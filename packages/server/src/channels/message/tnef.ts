/**
 * Reads the files in `winmail.dat`, in which Outlook packs attachments for servers that it takes for Exchange (MS-OXTNEF).
 * Lengths are checked against the end of the data, so that damaged data yield the files that are complete.
 */

/** A file in a `winmail.dat`. */
export interface TnefFile {
  readonly filename: string
  readonly data: Buffer
}

/** Returns the complete files in a `winmail.dat`; none if it contains only formatted text, and for any other data. */
export function filesInTnef(tnef: Buffer): TnefFile[] {
  if (tnef.length < HEADER || tnef.readUInt32LE(0) !== SIGNATURE) return []
  const files: { filename: string; data: Buffer | undefined }[] = []
  for (const { id, data } of attributesIn(tnef)) {
    const file = files.at(-1)
    // Properties of an attachment follow the attribute with which it begins.
    if (id === RENDERING && files.length < MAX_FILES) files.push({ filename: '', data: undefined })
    else if (!file) continue
    else if (id === TITLE) file.filename ||= textOf(data, 'latin1')
    else if (id === DATA) file.data = data
    else if (id === PROPERTIES) file.filename = longNameIn(data) || file.filename
  }
  return files.flatMap(({ filename, data }) => (data ? [{ filename, data }] : []))
}

const SIGNATURE = 0x223e9f78
/** Number of bytes of the signature and of a key that is not needed. */
const HEADER = 6

/** The attributes of an attachment, by the lower half of their id. */
const RENDERING = 0x9002
const TITLE = 0x8010
const DATA = 0x800f
const PROPERTIES = 0x9005

/** Maximum number of files. More of them are an attack. */
const MAX_FILES = 200

/** Yields attributes: a level (one byte), an id and a length (four bytes each), the data, and a checksum (two bytes). */
function* attributesIn(tnef: Buffer) {
  for (let offset = HEADER; offset + 9 <= tnef.length;) {
    const id = tnef.readUInt16LE(offset + 1)
    const length = tnef.readUInt32LE(offset + 5)
    const end = offset + 9 + length
    if (end > tnef.length) return
    yield { id, data: tnef.subarray(offset + 9, end) }
    offset = end + 2
  }
}

const LONG_FILENAME = 0x3707

/** Returns the long file name among the properties of an attachment; empty if there is none. */
function longNameIn(properties: Buffer): string {
  try {
    for (const { id, type, value } of propertiesIn(properties)) {
      if (id === LONG_FILENAME) return textOf(value, type === UNICODE ? 'utf16le' : 'latin1')
    }
  } catch (failure) {
    // The data end within a property.
    if (!(failure instanceof RangeError)) throw failure
  }
  return ''
}

const UNICODE = 0x1f
/** Types of properties whose values are preceded by their length: objects, texts and bytes. */
const VARIABLE = new Set([0x0d, 0x1e, UNICODE, 0x102])
/** Sizes of the values of other types, in bytes; types that are not listed have four. */
const SIZES: Readonly<Record<number, number>> = { 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16 }
/** The flag of a type with several values. */
const MULTIPLE = 0x1000

/** Yields properties: a type, an id, a name for ids from 0x8000, and one or several values. */
function* propertiesIn(data: Buffer) {
  const count = data.readUInt32LE(0)
  let offset = 4
  for (let n = 0; n < count; n += 1) {
    const kind = data.readUInt16LE(offset)
    const id = data.readUInt16LE(offset + 2)
    const type = kind & ~MULTIPLE
    offset += 4
    if (id >= 0x8000) offset = endOfName(data, offset)
    const isCounted = VARIABLE.has(type) || (kind & MULTIPLE) !== 0
    const values = isCounted ? data.readUInt32LE(offset) : 1
    if (isCounted) offset += 4
    for (let value = 0; value < values; value += 1) {
      const size = VARIABLE.has(type) ? data.readUInt32LE(offset) : (SIZES[type] ?? 4)
      if (VARIABLE.has(type)) offset += 4
      yield { id, type, value: data.subarray(offset, offset + size) }
      offset += padded(size)
    }
  }
}

/** Returns the offset after a name, which has the id of its set (16 bytes), a kind, and a number or the length of a text. */
function endOfName(data: Buffer, offset: number): number {
  const isText = data.readUInt32LE(offset + 16) === 1
  return offset + 24 + (isText ? padded(data.readUInt32LE(offset + 20)) : 0)
}

const padded = (size: number): number => Math.ceil(size / 4) * 4

const textOf = (bytes: Buffer, encoding: BufferEncoding): string => bytes.toString(encoding).replace(/\0.*$/s, '')
