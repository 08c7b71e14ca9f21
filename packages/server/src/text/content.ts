import { createHash } from 'node:crypto'

/** The content of a file in memory, and its hash, which is the name of the stored file. */
export interface Content {
  readonly blocks: readonly Uint8Array[]
  readonly sha256: string
  readonly size: number
}

/** Sizes of blocks in bytes. */
const MIN_BLOCK = 4 * 1024
const MAX_BLOCK = 1024 * 1024

/**
 * Collects chunks of bytes and hashes them incrementally, so that large files do not block the event loop. Copies the
 * chunks into blocks, because a client may send millions of tiny ones.
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

  /** Returns the content. Nothing can be added afterwards. */
  done(): Content {
    const last = this.#blocks.pop()
    const blocks = last ? [...this.#blocks, last.subarray(0, last.length - this.#free.length)] : []
    return { blocks, sha256: this.#hash.digest('hex'), size: this.#size }
  }

  /** Adds a block of twice the size, so that small files take little memory and large ones few blocks. */
  #grow(): void {
    const last = this.#blocks.at(-1)?.length ?? MIN_BLOCK / 2
    this.#free = Buffer.allocUnsafeSlow(Math.min(2 * last, MAX_BLOCK))
    this.#blocks.push(this.#free)
  }
}

/** Creates a content from bytes. */
export const contentOf = (data: Uint8Array): Content => ({
  blocks: [data],
  sha256: createHash('sha256').update(data).digest('hex'),
  size: data.byteLength,
})

/** Decodes a content as text. @throws TypeError if it is not UTF-8. */
export function textOfContent({ blocks }: Content, options?: { ignoreBOM: boolean }): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ...options })
  return blocks.map((block) => decoder.decode(block, { stream: true })).join('') + decoder.decode()
}
