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

/** A content whose bytes are right. */
export interface OpenContent {
  readonly body: Readable
  readonly size: number
}

/** Files by the SHA-256 of their content: equal contents are kept once, and a name never means two contents. */
export interface Files {
  /** Where they are, for another thread that writes there. */
  readonly folder: string
  /** Durable when it returns: a row that names the content may be written after it, never before. */
  put(data: Uint8Array | Content): Promise<StoredContent>
  /**
   * Streams a content and verifies it on the way: the last piece comes only when the hash is right, so that a reader
   * never gets the whole of a wrong content. The stream fails with `LostContent` otherwise.
   */
  read(sha256: string): Readable
  /** Reads a content to its end. @throws LostContent. */
  verify(sha256: string): Promise<void>
  /** Verifies a content before the first byte is handed out. @throws LostContent. */
  open(sha256: string): Promise<OpenContent>
  /** The size in bytes, undefined when there is no such content. */
  size(sha256: string): Promise<number | undefined>
  /** Makes a content as good as put just now, where the system allows it. @returns its size, undefined when there is no such content. */
  renew(sha256: string): Promise<number | undefined>
  /** Contents that nobody has put since `before`, some at a time. */
  old(before: Date): AsyncIterable<readonly StoredContent[]>
  /**
   * Takes a content away that nobody has put since `before`.
   * @param isNeeded whether a row names it; asked once the content is out of the way of those who put it now.
   * @returns whether it is gone.
   */
  discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean>
  /** Clears up after processes that ended in the middle of putting or discarding, before that time. */
  tidy(before: Date, isNeeded: IsNeeded): Promise<void>
}

export type IsNeeded = (sha256: string) => Promise<boolean>

/** A stored file is missing, or does not have the bytes that its name stands for. The cause is for the log. */
export class LostContent extends Fault {
  readonly reason: 'missing' | 'damaged' | 'unreadable'
  constructor(reason: LostContent['reason'], sha256: string, failure?: unknown) {
    super('not_found', `The stored file is ${reason} on the server.`, {
      cause: failure ?? new Error(`The stored file ${sha256} is ${reason}.`),
    })
    this.reason = reason
  }
}

/** What a content is called while it is discarded. */
const aside = '.unused'

/** Bytes that are read at once rather than streamed, which takes a quarter of the time for a small file. */
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
      // Renewed before it is read, so that it is not discarded before its row is written. Bytes that the disk has
      // changed since are replaced by the right ones, which are at hand here and may be nowhere else.
      const isThere = (await renewed(path)) && (await isWhole(verify(sha256)))
      if (!isThere) await write(path, content)
      return { sha256, size: content.size }
    },
    old: (before) => oldContents(folder, before),
    async discard(sha256, before, isNeeded) {
      const path = pathOf(sha256)
      // Whoever puts it from here on writes it anew; whoever did so just before made it young, which is seen now.
      if (!(await renamed(path, path + aside))) return false
      const file = await statOf(path + aside)
      if ((file && file.mtime >= before) || (await isNeeded(sha256))) {
        await renamed(path + aside, path)
        return false
      }
      await rm(path + aside, { force: true })
      return true
    },
    async tidy(before, isNeeded) {
      for await (const names of entriesOf(folder)) {
        for (const { sha256, ending, path } of names.filter(({ ending }) => ending !== '')) {
          // The time of the last change of its name: others may be at work on it.
          const file = await statOf(path)
          if (!file || file.ctime >= before) continue
          const lost = ending === aside && (await isNeeded(sha256)) && (await size(sha256)) === undefined
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

/** A file at once. @throws LostContent. */
async function wholeFile(path: string, sha256: string): Promise<Buffer> {
  const data = await readFile(path).catch((failure: unknown) => {
    throw lostBy(failure, sha256)
  })
  if (hash('sha256', data) !== sha256) throw new LostContent('damaged', sha256)
  return data
}

/** The pieces of a file, the last of them only when all together have the hash. */
async function* verified(path: string, sha256: string): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      if (last) yield last
      hash.update(piece)
      last = piece
    }
  } catch (failure) {
    throw lostBy(failure, sha256)
  }
  if (hash.digest('hex') !== sha256) throw new LostContent('damaged', sha256)
  if (last) yield last
}

/** What the system says of a process or a machine at its limits; the file itself may be right. */
const exhausted = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])

/** The refusal for a file that the system does not let us read; other failures are returned as they are. */
function lostBy(failure: unknown, sha256: string): unknown {
  const { code, syscall } = failure as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined || exhausted.has(code)) return failure
  return new LostContent(code === 'ENOENT' ? 'missing' : 'unreadable', sha256, failure)
}

/** False where the content turned out to be lost. */
const isWhole = (verifying: Promise<void>): Promise<boolean> =>
  verifying.then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof LostContent) return false
      throw failure
    },
  )

const statOf = (path: string) => stat(path).catch(() => undefined)

/** Whether a content counts as put just now. Where it does not, it is written anew; that fails for the true reason. */
const renewed = (path: string): Promise<boolean> =>
  utimes(path, new Date(), new Date()).then(
    () => true,
    // Where nothing can be written nothing is discarded either.
    (failure: unknown) => codeOf(failure) === 'EROFS',
  )
const renamed = (from: string, to: string): Promise<boolean> => succeeds(rename(from, to))

/** False where the file is not there. */
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
  /** Nothing for a content; anything else is on its way in or out. */
  readonly ending: string
  readonly path: string
}

/** What lies in the folder, a few thousand at a time. Files of others are left alone. */
async function* entriesOf(folder: string): AsyncIterable<Entry[]> {
  for (const head of await inside(folder)) {
    if (!/^[0-9a-f]{2}$/.test(head)) continue
    yield (await inside(join(folder, head))).flatMap((name) => {
      const [, tail, ending = ''] = /^([0-9a-f]{62})(\.[\w-]+)?$/.exec(name) ?? []
      return tail === undefined ? [] : [{ sha256: head + tail, ending, path: join(folder, head, name) }]
    })
  }
}

const inside = (place: string): Promise<string[]> => readdir(place).catch(() => [])

/** Under another name first: a crash leaves a file that nobody asks for, never half a content under its name. */
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

/** Step by step: the recursive `mkdir` of Node calls a read-only file system a missing folder. */
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

/** A name that was given in a folder outlives a power failure from here on. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
