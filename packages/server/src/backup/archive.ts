/** Reads and writes tar archives (POSIX ustar), so that a backup can be unpacked without this program. */
import { type FileHandle } from 'node:fs/promises'

const BLOCK = 512
/** The largest file size that eleven octal digits can express. */
const MAX_OCTAL_SIZE = 8 ** 11 - 1

/** Writes an archive, one file after another. */
export class ArchiveWriter {
  readonly #out: FileHandle
  #end = 0

  constructor(out: FileHandle) {
    this.#out = out
  }

  /**
   * Adds a file.
   * @throws Error if reading or writing fails, or the file does not have `size` bytes; the archive is then unchanged.
   */
  async add(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const start = this.#end
    try {
      await this.#write(headerOf(name, size))
      for await (const chunk of chunks) await this.#write(chunk)
      const written = this.#end - start - BLOCK
      if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`)
      await this.#write(Buffer.alloc(padding(size)))
    } catch (failure) {
      await this.#out.truncate(start)
      this.#end = start
      throw failure
    }
  }

  /** Writes the end of the archive and flushes it to the disk. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * BLOCK))
    await this.#out.sync()
  }

  async #write(data: Uint8Array): Promise<void> {
    for (let done = 0; done < data.byteLength;) {
      const { bytesWritten } = await this.#out.write(data, done, data.byteLength - done, this.#end)
      done += bytesWritten
      this.#end += bytesWritten
    }
  }
}

/** A file in an archive. Its chunks must be read before the next file is requested. */
export interface ArchivedFile {
  readonly name: string
  readonly size: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Thrown if a file is not an archive, or is truncated. */
export class BadArchive extends Error {}

/** Stands for an unreadable section between two files. */
export const damagedPart = Symbol('damaged')

/**
 * Reads an archive. After a damaged header, continues with the next intact one.
 * @throws BadArchive for a file that does not start like an archive, or that is truncated outside of a damaged section.
 */
export async function* readArchive(
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<ArchivedFile | typeof damagedPart> {
  const input = new Input(source)
  // Undefined before the first header; false while a damaged section is skipped.
  let isSound: boolean | undefined
  try {
    for (;;) {
      const header = await input.next(BLOCK, isSound === false)
      if (!header || (isSound !== false && header.every((byte) => byte === 0))) return
      if (isHeader(header)) {
        isSound = true
        const { name, size } = readHeader(header)
        yield { name, size, chunks: input.chunks(size) }
        await input.next(padding(size))
      } else if (isSound === undefined) throw new BadArchive('the file is not a backup, or its beginning is damaged.')
      else {
        if (isSound) yield damagedPart
        isSound = false
      }
    }
  } finally {
    await input.close()
  }
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** Splits a byte stream into parts of given sizes. @throws BadArchive if the stream ends too early. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  /** Reads `size` bytes. At the end of the stream, returns undefined if `mayEnd`. */
  async next(size: number, mayEnd = false): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = []
    try {
      for await (const chunk of this.chunks(size)) parts.push(chunk)
    } catch (failure) {
      if (mayEnd && failure instanceof BadArchive) return undefined
      throw failure
    }
    return Buffer.concat(parts)
  }

  async *chunks(size: number): AsyncIterable<Uint8Array> {
    for (let left = size; left > 0;) {
      if (this.#rest.byteLength === 0) {
        const { value, done } = await this.#source.next()
        if (done) throw new BadArchive('the file is truncated.')
        this.#rest = value
      }
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.byteLength)
      left -= chunk.byteLength
      yield chunk
    }
  }
}

/** The positions of the fields in a header, in bytes; the name is at 0. */
const positions = {
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  mtime: 136,
  checksum: 148,
  type: 156,
  magic: 257,
} as const

/** Returns the header of a file. Names in backups are short and ASCII. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, positions.mode, 'latin1')
  header.write('0000600\0', positions.mode)
  header.write('0000000\0', positions.uid)
  header.write('0000000\0', positions.gid)
  if (size <= MAX_OCTAL_SIZE) header.write(`${size.toString(8).padStart(11, '0')}\0`, positions.size)
  else {
    // Files larger than eight gigabytes: GNU and BSD tar have a binary size in the last eight of the twelve bytes.
    header[positions.size] = 0x80
    header.writeBigUInt64BE(BigInt(size), positions.size + 4)
  }
  header.write('00000000000\0', positions.mtime)
  header.write('0', positions.type)
  // The magic `ustar`, a NUL, and the version 00.
  header.write('ustar\x0000', positions.magic, 'latin1')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, positions.checksum)
  return header
}

function isHeader(header: Buffer): boolean {
  const stored = Number.parseInt(header.toString('latin1', positions.checksum, positions.checksum + 6), 8)
  return stored === checksum(header) && header.toString('latin1', positions.magic, positions.magic + 5) === 'ustar'
}

function readHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString('latin1', 0, positions.mode).replace(/\0.*$/s, '')
  const isBinary = header[positions.size] === 0x80
  const octalSize = header.toString('latin1', positions.size, positions.size + 11)
  return { name, size: isBinary ? Number(header.readBigUInt64BE(positions.size + 4)) : Number.parseInt(octalSize, 8) }
}

/** Returns the sum of the bytes of a header, with the checksum field counted as spaces. */
const checksum = (header: Buffer): number =>
  header.reduce((sum, byte, index) => {
    const isChecksum = index >= positions.checksum && index < positions.type
    return sum + (isChecksum ? 0x20 : byte)
  }, 0)
