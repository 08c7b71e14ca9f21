import type { LostContent } from '../db/verified-content.ts'

/** The content of the first file of a backup, which describes the backup and its database. */
export interface Manifest {
  readonly format: 1
  readonly version: string
  readonly created_at: string
  readonly database: { readonly size: number; readonly sha256: string }
}

/** The name of the manifest. */
export const manifestName = 'deskbell-backup.json'
/** The name of the database, which comes second. */
export const databaseName = 'deskbell.db'
/** The last file of a backup in which stored files are missing: a list of them with the reasons. */
export const lostName = 'deskbell-backup-lost.json'

/** A stored file that is not in the backup, because it was missing, damaged or unreadable. */
export interface LostFile {
  readonly sha256: string
  readonly reason: LostContent['reason']
  /** A description of its uses, such as `"invoice.pdf" of ticket 67012`. */
  readonly uses: string
}
