import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Content, contentOf } from '../text/content.ts'
import { LostContent, readVerified, verifiedFile, isIntact } from './verified-content.ts'
import { writeContent, codeOf } from './durable-files.ts'
import type { Files, IsNeeded, OpenContent, StoredContent } from './files.ts'
import { openS3Files } from './s3-files.ts'

/** Suffix of the name of a file while `discard` checks whether it is still needed. */
const unusedSuffix = '.unused'

/** Files of up to this number of bytes are read at once, which takes a quarter of the time that streaming takes. */
const MAX_READ_AT_ONCE = 256 * 1024

/** Opens stored files. @param place a folder, which is created if needed, or a bucket such as `s3://bucket/folder`. */
export const openFiles = (place: string): Files => (place.startsWith('s3:') ? openS3Files(place) : new Folder(place))

class Folder implements Files {
  readonly place: string

  constructor(place: string) {
    this.place = place
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await statOf(this.#pathOf(sha256)))?.size
  }

  read(sha256: string): Readable {
    return Readable.from(verifiedFile(this.#pathOf(sha256), sha256))
  }

  async verify(sha256: string): Promise<void> {
    for await (const _ of this.read(sha256));
  }

  async open(sha256: string): Promise<OpenContent> {
    const size = await this.size(sha256)
    if (size === undefined) throw this.#missing(sha256)
    if (size <= MAX_READ_AT_ONCE)
      return { body: Readable.from([await readVerified(this.#pathOf(sha256), sha256)]), size }
    await this.verify(sha256)
    return { body: this.read(sha256), size }
  }

  async renew(sha256: string): Promise<number | undefined> {
    await touch(this.#pathOf(sha256))
    return this.size(sha256)
  }

  async put(data: Uint8Array | Content): Promise<StoredContent> {
    const content = data instanceof Uint8Array ? contentOf(data) : data
    const { sha256, size } = content
    const path = this.#pathOf(sha256)
    // The modification time is updated first, so that the file is not discarded before a row refers to it. A
    // damaged file is written again, because the right bytes are available here and may be nowhere else.
    try {
      const isStored = (await touch(path)) && (await isIntact(this.verify(sha256)))
      if (!isStored) await writeContent(path, content)
    } finally {
      content.release()
    }
    return { sha256, size }
  }

  async *old(before: Date): AsyncIterable<StoredContent[]> {
    for await (const entries of entriesOf(this.place)) {
      const oldFiles: StoredContent[] = []
      for (const { sha256, suffix, path } of entries) {
        const file = suffix === '' ? await statOf(path) : undefined
        if (file && file.mtime < before) oldFiles.push({ sha256, size: file.size })
      }
      if (oldFiles.length > 0) yield oldFiles
    }
  }

  async discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean> {
    const path = this.#pathOf(sha256)
    // A `put` after this rename does not find the file and writes it again. One before it has updated the modification
    // time, which is compared below.
    if (!(await tryRename(path, path + unusedSuffix))) return false
    const file = await statOf(path + unusedSuffix)
    if ((file && file.mtime >= before) || (await isNeeded(sha256))) {
      await tryRename(path + unusedSuffix, path)
      return false
    }
    await rm(path + unusedSuffix, { force: true })
    return true
  }

  async tidy(before: Date, isNeeded: IsNeeded): Promise<void> {
    for await (const entries of entriesOf(this.place)) {
      for (const { sha256, suffix, path } of entries.filter(({ suffix }) => suffix !== '')) {
        // `ctime` changes when a file is renamed. A recent one means that another process may be using the file.
        const file = await statOf(path)
        if (!file || file.ctime >= before) continue
        // A crash interrupted `discard` before it restored a file that is needed.
        const mustRestore =
          suffix === unusedSuffix && (await isNeeded(sha256)) && (await this.size(sha256)) === undefined
        if (mustRestore) await tryRename(path, this.#pathOf(sha256))
        else await rm(path, { force: true })
      }
    }
  }

  #pathOf(sha256: string): string {
    return join(this.place, sha256.slice(0, 2), sha256.slice(2))
  }

  #missing(sha256: string): LostContent {
    return new LostContent('missing', sha256, new Error(`The stored file ${sha256} is missing in ${this.place}.`))
  }
}

const statOf = (path: string) => stat(path).catch(() => undefined)

/**
 * Updates the modification time of a file. Returns true if that succeeds or is not necessary, and false if the file does
 * not exist or cannot be updated: in the latter case, writing the file fails and reports the reason.
 */
const touch = (path: string): Promise<boolean> =>
  utimes(path, new Date(), new Date()).then(
    () => true,
    // On a read-only file system nothing is discarded, so the time need not be updated.
    (failure: unknown) => codeOf(failure) === 'EROFS',
  )

/** Renames a file. @returns false if it does not exist. */
const tryRename = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (failure: unknown) => {
      if (codeOf(failure) === 'ENOENT') return false
      throw failure
    },
  )

interface Entry {
  readonly sha256: string
  /** Empty for a stored file; otherwise the file is being written or discarded. */
  readonly suffix: string
  readonly path: string
}

/** Lists the files in batches, one for each of the up to 256 subfolders. Files with unknown names are ignored. */
async function* entriesOf(folder: string): AsyncIterable<Entry[]> {
  for (const head of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(head)) continue
    yield (await namesIn(join(folder, head))).flatMap((name) => {
      const [, tail, suffix = ''] = /^([0-9a-f]{62})(\.[\w-]+)?$/.exec(name) ?? []
      return tail === undefined ? [] : [{ sha256: head + tail, suffix, path: join(folder, head, name) }]
    })
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
