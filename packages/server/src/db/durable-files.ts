import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Content } from '../text/content.ts'

/**
 * Writes a file under a temporary name and renames it, so that a crash never leaves an incomplete file under its name.
 */
export async function writeContent(path: string, { blocks }: Content): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  const create = () => open(temporary, 'wx', 0o600)
  const file = await create().catch(async (failure: unknown) => {
    if (codeOf(failure) !== 'ENOENT') throw failure
    await makeFolder(dirname(path))
    return create()
  })
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

/** Returns the error code of a failed system call. */
export const codeOf = (failure: unknown) => (failure as NodeJS.ErrnoException).code

/**
 * Creates a folder and its parents one by one: the recursive `mkdir` of Node reports a read-only file system as ENOENT.
 */
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
