import { accessSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './group-commit.ts'

/** Name of the lock file of a data folder: a small database that a service keeps locked while it runs. */
export const lockName = 'deskbell.lock'

/**
 * Locks a data folder, so that only one service uses it. The lock is SQLite's write lock on a small database in the
 * folder: it also excludes processes in other containers that mount the folder, and the system releases it when the
 * process ends for any reason.
 * @throws Error that names the service that has the lock, or the reason why the folder cannot be written.
 * @returns a function that releases the lock.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, lockName)
  for (;;) {
    const inode = createLockFile(folder, path)
    const db = new DatabaseSync(path, { timeout: 0 })
    try {
      db.exec('begin immediate')
      // A service that stopped at this moment has deleted the file that was opened here; a lock on it excludes no one.
      if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) {
        db.close()
        continue
      }
      writeHolder(db)
      return () => {
        // Deleted while it is locked, so that no other process can have locked it. Windows cannot delete an open file.
        if (process.platform !== 'win32') rmSync(path, { force: true })
        db.close()
      }
    } catch (failure) {
      db.close()
      if (!isBusy(failure)) throw failure
      throw new Error(
        `Another service${holderIn(path)} already works on ${folder}. Stop it first, or choose another folder with --data.`,
        { cause: failure },
      )
    }
  }
}

/** True if a service works on a data folder at the moment. Changes nothing. */
export function isServed(folder: string): boolean {
  const path = join(folder, lockName)
  if (!existsSync(path)) return false
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec('begin immediate')
    db.exec('rollback')
    return false
  } catch (failure) {
    return isBusy(failure)
  } finally {
    db.close()
  }
}

/**
 * Creates the file if it does not exist. Never opens an existing one: closing it would release a lock of this process.
 * @returns the inode of the file; undefined if another process has just deleted it.
 */
function createLockFile(folder: string, path: string): number | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (!existsSync(path)) closeSync(openSync(path, 'ax', 0o600))
  } catch (failure) {
    const { code = '' } = failure as NodeJS.ErrnoException
    // Another process has just created it.
    if (code === 'EEXIST') return createLockFile(folder, path)
    throw new Error(`The data folder ${folder} cannot be written: ${reasons[code] ?? code}.`, { cause: failure })
  }
  return statSync(path, { throwIfNoEntry: false })?.ino
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/**
 * Writes the holder of the lock into its database, and locks it again. Other processes can read it: a write lock does not
 * exclude readers.
 */
function writeHolder(db: DatabaseSync): void {
  try {
    db.exec('create table if not exists holder (pid integer, host text, since text); delete from holder')
    db.prepare('insert into holder values (?, ?, ?)').run(process.pid, hostname(), new Date().toISOString())
    db.exec('commit')
  } catch {
    // On a full disk the lock works without the name of its holder.
    if (db.isTransaction) db.exec('rollback')
  }
  db.exec('begin immediate')
}

function holderIn(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
  try {
    const holder = db.prepare('select pid, host, since from holder').get()
    return holder
      ? ` (process ${String(holder['pid'])} on ${String(holder['host'])}, running since ${String(holder['since'])})`
      : ''
  } catch {
    return ''
  } finally {
    db.close()
  }
}
