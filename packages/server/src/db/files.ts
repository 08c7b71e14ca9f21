import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A content and its name. */
export interface StoredContent {
  readonly sha256: string
  readonly size: number
}

/** Files by the SHA-256 of their content: equal contents are kept once, and a name never means two contents. */
export interface Files {
  /** Where they are, for another thread that writes there. */
  readonly folder: string
  /** Durable when it returns: a row that names the content may be written after it, never before. */
  put(data: Uint8Array): Promise<StoredContent>
  read(sha256: string): ReadStream
  /** The size in bytes, undefined when there is no such content. */
  size(sha256: string): Promise<number | undefined>
}

export function openFiles(folder: string): Files {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))
  const size = async (sha256: string) =>
    stat(pathOf(sha256)).then(
      (found) => found.size,
      () => undefined,
    )
  return {
    folder,
    size,
    read: (sha256) => createReadStream(pathOf(sha256)),
    async put(data) {
      const sha256 = createHash('sha256').update(data).digest('hex')
      if ((await size(sha256)) !== data.byteLength) await write(pathOf(sha256), data)
      return { sha256, size: data.byteLength }
    },
  }
}

/** Under another name first: a crash leaves a file that nobody asks for, never half a content under its name. */
async function write(path: string, data: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(data)
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } catch (failure) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw failure
  }
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
