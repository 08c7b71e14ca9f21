import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Desk, Log } from '../kernel/context.ts'
import { openDesk } from '../setup/desk.ts'
import { addKeys, keyFileName } from '../setup/key-file.ts'
import { completeIndex } from '../upkeep/reindex.ts'
import { restoreBackup, type Restored } from './restore.ts'

/**
 * Restores a backup into a temporary folder, as `deskbell restore` does, and removes the folder when `work` is done.
 * @param keyFile the key file of the desk, which most backups do not contain.
 * @throws Error for a backup with a damaged database.
 */
export async function withRestored<T>(
  file: string,
  keyFile: string,
  log: Log,
  work: (desk: Desk, restored: Restored) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'deskbell-check-'))
  try {
    const restored = await restoreBackup(file, folder)
    await addKeys(keyFile, join(folder, keyFileName))
    const desk = await openDesk({ data: folder, databaseUrl: undefined }, log)
    try {
      await completeIndex(desk)
      return await work(desk, restored)
    } finally {
      await desk.database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
