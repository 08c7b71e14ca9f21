import { createHash, hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { type Content, contentOf } from '../text/content.ts'
import { Fault } from '../errors/fault.ts'

/** A content and its name. */
export interface StoredContent {
  readonly sha256: string
  readonly size: number
}

/** A content whose hash has been verified. */
export interface OpenContent {
  readonly body: Readable
  readonly size: number
}

/** Files named by the SHA-256 of their content: equal contents are stored once, and a file never changes. */
export interface Files {
  /** Path of the folder, for another thread that writes there. */
  readonly folder: string
  /** Stores a content. It is durable when the promise is fulfilled; a row that names it must be written afterwards. */
  put(data: Uint8Array | Content): Promise<StoredContent>
  /**
   * Streams a content and verifies it at the same time: the last chunk is sent only if the hash is right, so a reader
   * never receives a damaged content completely. Otherwise the stream fails with `LostContent`.
   */
  read(sha256: string): Readable
  /** Reads a content to its end. @throws LostContent. */
  verify(sha256: string): Promise<void>
  /** Verifies a content before its first byte is returned. @throws LostContent. */
  open(sha256: string): Promise<OpenContent>
  /** The size in bytes; undefined if there is no such content. */
  size(sha256: string): Promise<number | undefined>
  /** Updates the time of a content as `put` does. @returns its size; undefined if there is no such content. */
  renew(sha256: string): Promise<number | undefined>
  /** The contents that were last put before that time, in batches. */
  old(before: Date): AsyncIterable<readonly StoredContent[]>
  /**
   * Deletes a content that was last put before that time.
   * @param isNeeded returns true if a row names the content; called after the file has been renamed, so that a
   * concurrent `put` writes the content anew.
   * @returns true if the content was deleted.
   */
  discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean>
  /** Completes or undoes what processes left unfinished that crashed in `put` or `discard` before that time. */
  tidy(before: Date, isNeeded: IsNeeded): Promise<void>
}

export type IsNeeded = (sha256: string) => Promise<boolean>

/** A stored file is missing, unreadable, or its content does not have the hash in its name. The cause is for the log. */
export class LostContent extends Fault {
  readonly reason: 'missing' | 'damaged' | 'unreadable'
  constructor(reason: LostContent['reason'], sha256: string, failure?: unknown) {
    super('not_found', `The stored file is ${reason} on the server.`, {
      cause: failure ?? new Error(`The stored file ${sha256} is ${reason}.`),
    })
    this.reason = reason
  }
}

/** Suffix of the name of a content while it is being discarded. */
const unusedSuffix = '.unused'

/** Files of up to so many bytes are read at once, not streamed, which takes a quarter of the time. */
const smallFile = 256 * 1024

export function openFiles(folder: string): Files {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))
  const size = async (sha256: string) => (await statOf(pathOf(sha256)))?.size
  const read = (sha256: string) => Readable.from(verified(pathOf(sha256), sha256))
  const verify = async (sha256: string) => {
    for await (const _ of read(sha256));
  }
  return {
    folder,
    size,
    read,
    verify,
    async open(sha256) {
      const bytes = await size(sha256)
      if (bytes === undefined) throw new LostContent('missing', sha256)
      if (bytes <= smallFile) return { body: Readable.from([await wholeFile(pathOf(sha256), sha256)]), size: bytes }
      await verify(sha256)
      return { body: read(sha256), size: bytes }
    },
    async renew(sha256) {
      await renewed(pathOf(sha256))
      return size(sha256)
    },
    async put(data) {
      const content = data instanceof Uint8Array ? contentOf(data) : data
      const { sha256 } = content
      const path = pathOf(sha256)
      // The time is updated before the file is read, so that the file is not discarded before its row is written. A
      // damaged file is written anew, because the right bytes are available here and may be nowhere else.
      const isThere = (await renewed(path)) && (await isWhole(verify(sha256)))
      if (!isThere) await write(path, content)
      return { sha256, size: content.size }
    },
    old: (before) => oldContents(folder, before),
    async discard(sha256, before, isNeeded) {
      const path = pathOf(sha256)
      // A later `put` does not find the file and writes it anew; an earlier one has updated its time, which is read here.
      if (!(await renamed(path, path + unusedSuffix))) return false
      const file = await statOf(path + unusedSuffix)
      if ((file && file.mtime >= before) || (await isNeeded(sha256))) {
        await renamed(path + unusedSuffix, path)
        return false
      }
      await rm(path + unusedSuffix, { force: true })
      return true
    },
    async tidy(before, isNeeded) {
      for await (const names of entriesOf(folder)) {
        for (const { sha256, ending, path } of names.filter(({ ending }) => ending !== '')) {
          // `ctime` changes when a file is renamed. A recent one means that another process may be using the file.
          const file = await statOf(path)
          if (!file || file.ctime >= before) continue
          const lost = ending === unusedSuffix && (await isNeeded(sha256)) && (await size(sha256)) === undefined
          if (lost) await renamed(path, pathOf(sha256))
          else await rm(path, { force: true })
        }
      }
    },
  }
}

async function* oldContents(folder: string, before: Date): AsyncIterable<StoredContent[]> {
  for await (const names of entriesOf(folder)) {
    const found: StoredContent[] = []
    for (const { sha256, ending, path } of names) {
      const file = ending === '' ? await statOf(path) : undefined
      if (file && file.mtime < before) found.push({ sha256, size: file.size })
    }
    if (found.length > 0) yield found
  }
}

/** Reads a whole file and verifies its hash. @throws LostContent. */
async function wholeFile(path: string, sha256: string): Promise<Buffer> {
  const data = await readFile(path).catch((failure: unknown) => {
    throw lostBy(failure, sha256)
  })
  if (hash('sha256', data) !== sha256) throw new LostContent('damaged', sha256)
  return data
}

/** Yields the chunks of a file, the last one only if the hash of the whole file is right. */
async function* verified(path: string, sha256: string): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (last) yield last
      hash.update(chunk)
      last = chunk
    }
  } catch (failure) {
    throw lostBy(failure, sha256)
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
const isWhole = (verifying: Promise<void>): Promise<boolean> =>
  verifying.then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof LostContent) return false
      throw failure
    },
  )

const statOf = (path: string) => stat(path).catch(() => undefined)

/** Updates the time of a content. Returns false if that fails; writing the content anew then fails with the real reason. */
const renewed = (path: string): Promise<boolean> =>
  utimes(path, new Date(), new Date()).then(
    () => true,
    // On a read-only file system nothing is discarded, so the time need not be updated.
    (failure: unknown) => codeOf(failure) === 'EROFS',
  )
const renamed = (from: string, to: string): Promise<boolean> => succeeds(rename(from, to))

/** Returns false if the file does not exist. */
const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return false
      throw failure
    },
  )

interface Entry {
  readonly sha256: string
  /** Empty for a content; anything else is a file that is being written or discarded. */
  readonly ending: string
  readonly path: string
}

/** Lists the files in the folder in batches of a few thousand. Files with unknown names are ignored. */
async function* entriesOf(folder: string): AsyncIterable<Entry[]> {
  for (const head of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(head)) continue
    yield (await namesIn(join(folder, head))).flatMap((name) => {
      const [, tail, ending = ''] = /^([0-9a-f]{62})(\.[\w-]+)?$/.exec(name) ?? []
      return tail === undefined ? [] : [{ sha256: head + tail, ending, path: join(folder, head, name) }]
    })
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Writes a content under a temporary name and renames it, so that a crash never leaves an incomplete content under its name. */
async function write(path: string, { blocks }: Content): Promise<void> {
  await makeFolder(dirname(path))
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    for (const block of blocks) await file.writeFile(block)
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } catch (failure) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw failure
  }
  await syncFolder(dirname(path))
}

const codeOf = (failure: unknown) => (failure as NodeJS.ErrnoException).code

/** Creates a folder and its parents one by one: the recursive `mkdir` of Node reports a read-only file system as ENOENT. */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 })
  await make()
    .catch(async (failure: unknown) => {
      if (codeOf(failure) !== 'ENOENT') throw failure
      await makeFolder(dirname(path))
      await make()
    })
    .catch((failure: unknown) => {
      if (codeOf(failure) !== 'EEXIST') throw failure
    })
}

/** Makes new names in a folder durable, so that they survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
