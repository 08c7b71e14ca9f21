import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Fault } from '../errors/fault.ts'

/**
 * A stored file is missing, unreadable, or its content does not have the hash in its name. The cause is for the log.
 */
export class LostContent extends Fault {
  readonly reason: 'missing' | 'damaged' | 'unreadable'
  constructor(reason: LostContent['reason'], sha256: string, failure?: unknown) {
    super('not_found', `The stored file is ${reason} on the server.`, {
      cause: failure ?? new Error(`The stored file ${sha256} is ${reason}.`),
    })
    this.reason = reason
  }
}

/** Reads a whole file and verifies its hash. @throws LostContent. */
export async function readVerified(path: string, sha256: string): Promise<Buffer> {
  const data = await readFile(path).catch((failure: unknown) => {
    throw lostBy(failure, sha256)
  })
  if (hash('sha256', data) !== sha256) throw new LostContent('damaged', sha256)
  return data
}

/** Yields the chunks of a file, the last one only if the hash of the whole file is right. */
export const verifiedFile = (path: string, sha256: string): AsyncIterable<Buffer> =>
  verifiedChunks(fileChunks(path, sha256), sha256)

async function* fileChunks(path: string, sha256: string): AsyncIterable<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>
  } catch (failure) {
    throw lostBy(failure, sha256)
  }
}

/** Yields chunks, the last one only if the hash of all of them is right. @throws LostContent. */
export async function* verifiedChunks(chunks: AsyncIterable<Buffer>, sha256: string): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  for await (const chunk of chunks) {
    if (last) yield last
    hash.update(chunk)
    last = chunk
  }
  if (hash.digest('hex') !== sha256) throw new LostContent('damaged', sha256)
  if (last) yield last
}

/** Error codes of a process or machine that has run out of resources; the file itself may be intact. */
const exhausted = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/** Returns `LostContent` for a file that the system cannot read; other failures are returned unchanged. */
function lostBy(failure: unknown, sha256: string): unknown {
  const { code, syscall } = failure as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined || exhausted.has(code)) return failure
  return new LostContent(code === 'ENOENT' ? 'missing' : 'unreadable', sha256, failure)
}

/** Resolves to false if the verification fails with `LostContent`. */
export const isIntact = (verifying: Promise<void>): Promise<boolean> =>
  verifying.then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof LostContent) return false
      throw failure
    },
  )
