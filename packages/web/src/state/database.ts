import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { pathPrefix } from './client.ts'
import type { LocalDraft } from './draft-types.ts'
import type { QueuedWrite } from './write-types.ts'

interface Tables extends DBSchema {
  /** Unsent drafts on this device. */
  drafts: { key: string; value: LocalDraft }
  /** Writes that the service has not confirmed yet, in order. */
  writes: { key: number; value: QueuedWrite }
}

let opened: Promise<IDBPDatabase<Tables>> | undefined

/** Opens the database of this device, which outlives the page. All tabs share it. */
export function database(): Promise<IDBPDatabase<Tables>> {
  opened ??= openDB<Tables>(`deskbell${pathPrefix}`, 1, {
    upgrade: (tables) => {
      tables.createObjectStore('drafts', { keyPath: 'key' })
      tables.createObjectStore('writes', { keyPath: 'id' })
    },
  })
  return opened
}
