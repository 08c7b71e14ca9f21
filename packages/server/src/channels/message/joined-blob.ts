/**
 * A minimal `Blob` for the mail parser, which uses Blobs to join lines. Reading a Blob of Node is asynchronous and takes as
 * long as the rest of the parsing.
 */
export class JoinedBlob {
  readonly #joined: ArrayBuffer

  constructor(parts: readonly (string | ArrayBuffer | Uint8Array)[] = []) {
    const arrays = parts.map(bytesOf)
    const bytes = new Uint8Array(arrays.reduce((size, { length }) => size + length, 0))
    let offset = 0
    for (const array of arrays) {
      bytes.set(array, offset)
      offset += array.length
    }
    this.#joined = bytes.buffer
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#joined)
  }
}

const encoder = new TextEncoder()
const lineBreak = encoder.encode('\n')

function bytesOf(part: string | ArrayBuffer | Uint8Array): Uint8Array {
  if (part === '\n') return lineBreak
  if (typeof part === 'string') return encoder.encode(part)
  // A typed array would be copied by the constructor of another.
  return part instanceof Uint8Array ? part : new Uint8Array(part)
}
