import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './durable-files.ts'

/**
 * Makes commits durable. SQLite would wait for the disk within a commit, and the event loop would wait with it: for
 * milliseconds on most disks, and for a tenth of a second on one that is busy. Its commits are therefore not synced
 * (`synchronous = normal`), and the write-ahead log, which contains them, is synced in a thread of Node.
 */
export interface LogSync {
  /**
   * Resolves when all commits so far are on the disk.
   * @throws Error if the disk cannot be written; the last commits may then be lost in a power failure.
   */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Syncs the write-ahead log of an open database.
 * @param path the file of the database.
 * @param checkpoint copies the whole log into the database file, and syncs that file; returns false if it could not. It is
 * called after a failed sync, before the next one: the operating system may then regard pages of the log as written although
 * they are not, so that a second sync would succeed without writing them.
 */
export function logSync(path: string, checkpoint: () => boolean): LogSync {
  let isDoubtful = false
  let log: Promise<FileHandle> | undefined
  const openLog = async () => {
    const file = await open(`${path}-wal`, 'r+')
    // The file was created when the database was opened; its name must survive a power failure, too.
    await syncFolder(dirname(path))
    return file
  }
  return {
    async sync() {
      log ??= openLog()
      const file = await log.catch((failure: unknown) => {
        log = undefined
        throw failure
      })
      if (isDoubtful && !checkpoint()) throw new Error('The write-ahead log could not be synced.')
      isDoubtful = false
      await file.datasync().catch((failure: unknown) => {
        isDoubtful = true
        throw failure
      })
    },
    close: async () => (await log)?.close(),
  }
}
