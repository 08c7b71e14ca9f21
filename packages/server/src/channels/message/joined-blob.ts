/**
 * A minimal `Blob` for the mail parser, which uses blobs to join lines. The blobs of Node are read asynchronously outside
 * of the heap, which takes as long as all the rest of parsing a mail.
 */
export class JoinedBlob {
  readonly #joined: ArrayBuffer

  constructor(pieces: readonly (string | ArrayBuffer | Uint8Array)[] = []) {
    const parts = pieces.map(bytesOf)
    const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    this.#joined = bytes.buffer
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#joined)
  }
}

const encoder = new TextEncoder()
const lineBreak = encoder.encode('\n')

function bytesOf(piece: string | ArrayBuffer | Uint8Array): Uint8Array {
  if (piece === '\n') return lineBreak
  if (typeof piece === 'string') return encoder.encode(piece)
  // A typed array would be copied by the constructor of another.
  return piece instanceof Uint8Array ? piece : new Uint8Array(piece)
}
