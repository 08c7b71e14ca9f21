import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Content } from '../text/content.ts'

/**
 * Writes a file under a temporary name and renames it, so that a crash never leaves an incomplete file under the final
 * name.
 */
export async function writeContent(path: string, { blocks }: Content): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  const create = () => open(temporary, 'wx', 0o600)
  const file = await create().catch(async (failure: unknown) => {
    if (codeOf(failure) !== 'ENOENT') throw failure
    makeFolder(dirname(path))
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
 * Creates a folder and its parents, unless they exist, one by one: the recursive `mkdir` of Node reports a read-only
 * file system as ENOENT, and never returns for a path such as `/proc/x`, whose parent exists.
 */
export function makeFolder(path: string, mode = 0o700): void {
  const parent = dirname(path)
  const failure = failureOfMaking(path, mode)
  if (!failure) return
  if (codeOf(failure) !== 'ENOENT' || parent === path) throw failure
  makeFolder(parent, mode)
  const again = failureOfMaking(path, mode)
  if (again) throw again
}

/** Creates a folder in a folder that exists. Returns undefined if it exists now, otherwise the reason. */
function failureOfMaking(path: string, mode: number): Error | undefined {
  try {
    mkdirSync(path, { mode })
    return undefined
  } catch (failure) {
    return codeOf(failure) === 'EEXIST' ? undefined : (failure as Error)
  }
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
