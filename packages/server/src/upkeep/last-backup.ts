/** The last backup that `deskbell backup` wrote, as the system page shows it. */
import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { readStoredValue, writeStoredValue } from '../kernel/settings.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

export interface LastBackup {
  readonly created_at: string
  /** The absolute path on the machine where the command ran. */
  readonly file: string
  readonly bytes: number
  /** The number of stored files in it, and of those that it lacks because they were missing or damaged. */
  readonly stored_files: number
  readonly lost_files: number
  /** The time at which `deskbell check --backup` last found no problem in it; null if it never did. */
  readonly checked_at: string | null
}

/** The name of the stored value. */
const storedName = 'last_backup'

/** Returns the last backup; undefined if none is known. */
export async function lastBackup(db: Pick<Connection, 'sql'>): Promise<LastBackup | undefined> {
  const stored = await readStoredValue(db, storedName)
  return stored === undefined ? undefined : (JSON.parse(stored) as LastBackup)
}

/** Stores that a backup was written. */
export const recordBackup = (desk: Desk, backup: Omit<LastBackup, 'checked_at'>): Promise<void> =>
  unitOfWork(desk, systemUser, ({ db }) =>
    writeStoredValue(db, storedName, JSON.stringify({ ...backup, checked_at: null })),
  )

/** Stores that the backup of this time has no problems, if it is the last one. */
export const recordBackupCheck = (desk: Desk, created_at: string): Promise<void> =>
  unitOfWork(desk, systemUser, async ({ db, now }) => {
    const last = await lastBackup(db)
    if (last?.created_at === created_at)
      await writeStoredValue(db, storedName, JSON.stringify({ ...last, checked_at: now }))
  })
