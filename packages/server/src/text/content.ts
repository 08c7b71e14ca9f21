import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The content of a file in blocks, and its hash, which is the name of the stored file. */
export interface Content {
  /** The blocks, which can be read several times. Those of a large content are read from a temporary file. */
  readonly blocks: Iterable<Uint8Array>
  readonly sha256: string
  readonly size: number
  /** Deletes the temporary file. The blocks can no longer be read. */
  readonly release: () => void
}

/** Sizes of the smallest and the largest blocks, in bytes. */
const MIN_BLOCK = 4 * 1024
const MAX_BLOCK = 1024 * 1024

/** Maximum number of bytes that a content keeps in memory. */
const MAX_IN_MEMORY = 4 * 1024 * 1024

/**
 * Collects chunks of bytes and hashes them incrementally, so that large files do not block the event loop. Copies the
 * chunks into blocks, because a client may send millions of tiny ones. If there are many, they are moved to a temporary
 * file: the name of a stored file is its hash, which is known only at its end.
 */
export class ContentBuilder {
  readonly #blocks: Buffer[] = []
  readonly #hash = createHash('sha256')
  #free: Buffer = Buffer.alloc(0)
  #size = 0
  #file: TemporaryFile | undefined

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    for (let offset = 0; offset < chunk.length;) {
      if (this.#free.length === 0) this.#grow()
      const copied = chunk.copy(this.#free, 0, offset)
      this.#free = this.#free.subarray(copied)
      this.#size += copied
      offset += copied
    }
  }

  /** Returns the content. Nothing can be added afterwards. */
  finish(): Content {
    const last = this.#blocks.pop()
    if (last) this.#blocks.push(last.subarray(0, last.length - this.#free.length))
    if (this.#file) this.#moveToFile()
    const file = this.#file
    const size = this.#size
    const sha256 = this.#hash.digest('hex')
    return file
      ? { blocks: { [Symbol.iterator]: () => file.blocks() }, sha256, size, release: () => file.delete() }
      : { blocks: this.#blocks, sha256, size, release }
  }

  /**
   * Adds a block of twice the size, so that small files take little memory and large ones few blocks. After the blocks
   * have moved to the file, the last one is filled again.
   */
  #grow(): void {
    const last = this.#blocks.at(-1)
    const isFull = last !== undefined && this.#size >= MAX_IN_MEMORY
    if (isFull) this.#moveToFile()
    const size = Math.min(2 * (last?.length ?? MIN_BLOCK / 2), MAX_BLOCK)
    this.#free = isFull ? last : Buffer.allocUnsafeSlow(size)
    this.#blocks.push(this.#free)
  }

  #moveToFile(): void {
    this.#file ??= new TemporaryFile()
    for (const block of this.#blocks.splice(0)) this.#file.append(block)
  }
}

/** A file without a name in the temporary folder of the system. It is gone when it is closed, also after a crash. */
class TemporaryFile {
  #descriptor: number | undefined
  #size = 0

  constructor() {
    const path = join(tmpdir(), `deskbell-${randomUUID()}`)
    this.#descriptor = openSync(path, 'wx+', 0o600)
    rmSync(path)
    // A request may end before its content is complete.
    abandoned.register(this, this.#descriptor, this)
  }

  append(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length;) {
      const written = writeSync(this.#requireOpen(), bytes, offset, bytes.length - offset, this.#size)
      offset += written
      this.#size += written
    }
  }

  *blocks(): Generator<Uint8Array> {
    for (let offset = 0; offset < this.#size;) {
      const block = Buffer.allocUnsafeSlow(Math.min(MAX_BLOCK, this.#size - offset))
      const length = readSync(this.#requireOpen(), block, 0, block.length, offset)
      yield block.subarray(0, length)
      offset += length
    }
  }

  delete(): void {
    if (abandoned.unregister(this)) closeSync(this.#requireOpen())
    this.#descriptor = undefined
  }

  #requireOpen(): number {
    if (this.#descriptor === undefined) throw new Error('The content was released.')
    return this.#descriptor
  }
}

/** Closes the files of contents that were never released. */
const abandoned = new FinalizationRegistry<number>(closeSync)

/** Releases a content in memory, which has no file. */
const release = () => {}

/** Creates a content from bytes. */
export const contentOf = (data: Uint8Array): Content => ({
  blocks: [data],
  sha256: createHash('sha256').update(data).digest('hex'),
  size: data.byteLength,
  release,
})

/** Decodes a content as text. @throws TypeError if it is not UTF-8. */
export function textOfContent({ blocks }: Content, options?: { ignoreBOM: boolean }): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ...options })
  const texts = Array.from(blocks, (block) => decoder.decode(block, { stream: true }))
  return texts.join('') + decoder.decode()
}
