import { createHash } from 'node:crypto'

/** Bytes in memory, in blocks, with the name they have when stored. */
export interface Content {
  readonly blocks: readonly Uint8Array[]
  readonly sha256: string
  readonly size: number
}

const smallestBlock = 4 * 1024
const largestBlock = 1024 * 1024

/**
 * Collects bytes that arrive in chunks and hashes them as they come, so that neither copying nor hashing a large file
 * ever takes long at once. The chunks are copied: a client may send millions of tiny ones, each an object of its own.
 */
export class ContentBuilder {
  readonly #blocks: Buffer[] = []
  readonly #hash = createHash('sha256')
  #free = Buffer.alloc(0)
  #size = 0

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    for (let at = 0; at < chunk.length;) {
      if (this.#free.length === 0) this.#grow()
      const copied = chunk.copy(this.#free, 0, at)
      this.#free = this.#free.subarray(copied)
      this.#size += copied
      at += copied
    }
  }

  /** Ends the collection; nothing can be added afterwards. */
  done(): Content {
    const last = this.#blocks.pop()
    const blocks = last ? [...this.#blocks, last.subarray(0, last.length - this.#free.length)] : []
    return { blocks, sha256: this.#hash.digest('hex'), size: this.#size }
  }

  /** Blocks double in size, so that small files take little and large ones few blocks. */
  #grow(): void {
    const last = this.#blocks.at(-1)?.length ?? smallestBlock / 2
    this.#free = Buffer.allocUnsafeSlow(Math.min(2 * last, largestBlock))
    this.#blocks.push(this.#free)
  }
}

/** The content of bytes that are there already. */
export const contentOf = (data: Uint8Array): Content => ({
  blocks: [data],
  sha256: createHash('sha256').update(data).digest('hex'),
  size: data.byteLength,
})

/** The text of a content. @throws TypeError where it is not UTF-8. */
export function textOfContent({ blocks }: Content, options?: { ignoreBOM: boolean }): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ...options })
  return blocks.map((block) => decoder.decode(block, { stream: true })).join('') + decoder.decode()
}
