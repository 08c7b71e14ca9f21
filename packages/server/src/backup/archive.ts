/** Archives of files in the format of tar (POSIX ustar), so that a backup can be opened without this program. */
import { type FileHandle } from 'node:fs/promises'

const block = 512
const most = 8 ** 11 - 1

/** Writes one file after another. */
export class ArchiveWriter {
  readonly #out: FileHandle
  #end = 0

  constructor(out: FileHandle) {
    this.#out = out
  }

  /** @throws Error where the pieces fail or are not as long as announced; the archive is then as it was before. */
  async add(name: string, size: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const begin = this.#end
    try {
      await this.#write(headerOf(name, size))
      for await (const piece of pieces) await this.#write(piece)
      const written = this.#end - begin - block
      if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`)
      await this.#write(Buffer.alloc(padding(size)))
    } catch (failure) {
      await this.#out.truncate(begin)
      this.#end = begin
      throw failure
    }
  }

  /** Writes the end and makes sure that everything is on the disk. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block))
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

/** A file in an archive. Its pieces have to be read before the next one is asked for. */
export interface ArchivedFile {
  readonly name: string
  readonly size: number
  readonly pieces: AsyncIterable<Uint8Array>
}

/** A file that is no archive, or ends before it should. */
export class BadArchive extends Error {}

/** Comes in the place of what cannot be read between two files. */
export const damagedPart = Symbol('damaged')

/**
 * Reads an archive from its beginning. Behind a damaged header it goes on with the next one that is good.
 * @throws BadArchive for a file that does not begin like an archive, or that has been cut off.
 */
export async function* readArchive(
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<ArchivedFile | typeof damagedPart> {
  const input = new Input(source)
  let isSound: boolean | undefined
  try {
    for (;;) {
      const header = await input.next(block, isSound === false)
      if (!header || (isSound !== false && header.every((byte) => byte === 0))) return
      if (isHeader(header)) {
        isSound = true
        const { name, size } = readHeader(header)
        yield { name, size, pieces: input.pieces(size) }
        await input.next(padding(size))
      } else if (isSound === undefined) throw new BadArchive('the file is no backup, or its beginning is damaged.')
      else {
        if (isSound) yield damagedPart
        isSound = false
      }
    }
  } finally {
    await input.close()
  }
}

const padding = (size: number): number => (block - (size % block)) % block

/** What ends too early has been cut off. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  /** So many bytes; where the end `mayCome`, undefined at the end. */
  async next(size: number, mayCome = false): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = []
    try {
      for await (const piece of this.pieces(size)) parts.push(piece)
    } catch (failure) {
      if (mayCome && failure instanceof BadArchive) return undefined
      throw failure
    }
    return Buffer.concat(parts)
  }

  async *pieces(size: number): AsyncIterable<Uint8Array> {
    for (let left = size; left > 0;) {
      if (this.#rest.byteLength === 0) {
        const { value, done } = await this.#source.next()
        if (done) throw new BadArchive('the file ends in the middle: it has been cut off.')
        this.#rest = value
      }
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.byteLength)
      left -= piece.byteLength
      yield piece
    }
  }
}

/** Names are those of this program: short, and of ASCII. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0, 100, 'latin1')
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size <= most) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    // Larger than eight gigabytes, as GNU and BSD write it.
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function isHeader(header: Buffer): boolean {
  const said = Number.parseInt(header.toString('latin1', 148, 154), 8)
  return said === checksum(header) && header.toString('latin1', 257, 262) === 'ustar'
}

function readHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '')
  const large = header[124] === 0x80
  return {
    name,
    size: large ? Number(header.readBigUInt64BE(128)) : Number.parseInt(header.toString('latin1', 124, 135), 8),
  }
}

/** The sum of the bytes, those of the sum itself counted as blanks. */
const checksum = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
