import type { Connection } from '../db/dialect.ts'
import type { Files } from '../db/files.ts'
import { LostContent } from '../db/verified-content.ts'
import { ContentBuilder } from '../text/content.ts'
import { referencedHashes, usesOf } from '../upkeep/stored-files.ts'
import type { LostFile } from './manifest.ts'

/** The result of copying stored files. */
export interface CopiedFiles {
  /** The number of files that are complete in the copy. */
  readonly files: number
  readonly lost: readonly LostFile[]
}

/**
 * Copies the stored files that a database refers to and verifies each. Files that are already there are not copied
 * again; missing and damaged ones are left out and reported.
 */
export async function copyFiles(
  db: Connection,
  from: Files,
  to: Files,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<CopiedFiles> {
  const hashes = await referencedHashes(db)
  const lost: LostFile[] = []
  for (const [index, sha256] of hashes.entries()) {
    try {
      await copyFile(from, to, sha256)
    } catch (failure) {
      if (!(failure instanceof LostContent)) throw failure
      lost.push({ sha256, reason: failure.reason, uses: await usesOf(db, sha256) })
    }
    onProgress(index + 1, hashes.length)
  }
  return { files: hashes.length - lost.length, lost }
}

async function copyFile(from: Files, to: Files, sha256: string): Promise<void> {
  const size = await from.size(sha256)
  if (size === undefined) throw new LostContent('missing', sha256)
  // Prevents the deletion of a file that is already there, and returns its size.
  if ((await to.renew(sha256)) === size) return
  const content = new ContentBuilder()
  for await (const chunk of from.read(sha256)) content.add(chunk as Buffer)
  await to.put(content.finish())
}
