import { ConnectionError, HttpError } from '@deskbell/client'
import { useSyncExternalStore } from 'react'
import { client, pathPrefix } from './client.ts'
import { database } from './database.ts'
import { type Attempt, WriteQueue, type WriteTable } from './write-queue.ts'
import type { QueuedWrite } from './write-types.ts'
import { readVersion } from './read-version.ts'
import { isChanged } from './save-unless-changed.ts'
import { sendChange } from './send-change.ts'
import { openTabChannel } from './tab-channel.ts'
import { uploadFiles } from './uploads.ts'

/** The name of the lock and of the channel that the tabs share. */
const name = `deskbell${pathPrefix} writes`

/** The user whose writes are sent. Writes of other users on this device wait until those users sign in. */
let userId: number | undefined

/** The id of the user whose writes are sent. @throws Error before signing in. */
export function currentUser(): number {
  if (userId === undefined) throw new Error('Writes need a user')
  return userId
}

const table: WriteTable = {
  list: async () => (await (await database()).getAll('writes')).filter((write) => write.userId === userId),
  put: async (write) => (await database()).put('writes', write),
  async add(write) {
    const transaction = (await database()).transaction(['writes', 'drafts'], 'readwrite')
    const writes = transaction.objectStore('writes')
    // The writing transactions of all tabs run one after the other, so no two writes get the same id. An id is not used
    // again after its write was deleted, because ids grow with the time: up to 1,000 in each millisecond.
    const newest = await writes.openKeyCursor(undefined, 'prev')
    const id = Math.max(write.at * 1000, (newest?.key ?? 0) + 1)
    await writes.put({ ...write, id })
    if (write.draft) {
      // A newer draft with the same key, begun here or in another tab, is kept.
      const { key, changedAt } = write.draft
      const stored = await transaction.objectStore('drafts').get(key)
      if (stored && stored.changedAt <= changedAt) await transaction.objectStore('drafts').delete(key)
    }
    await transaction.done
    return id
  },
  delete: async (id) => (await database()).delete('writes', id),
}

/** Statuses of temporary failures that do not concern the write itself. */
const temporaryStatuses = new Set([401, 408, 425, 429])

async function send(write: QueuedWrite): Promise<Attempt> {
  const { method, path, idempotencyKey, draft, change } = write
  try {
    if (draft) await uploadFiles(draft.writing, (writing) => table.put({ ...write, draft: { ...draft, writing } }))
    if (change) return { kind: 'done', response: await sendChange(write, change) }
    if (await hasConflict(write)) return { kind: 'refused', reason: '', isConflict: true }
    const json = write.json === undefined ? {} : { json: write.json }
    const response = await client.request(method, path, { ...json, idempotencyKey, retry: false })
    return { kind: 'done', response }
  } catch (error) {
    if (error instanceof ConnectionError || !(error instanceof HttpError)) return { kind: 'later' }
    if (method === 'DELETE' && error.status === 404) return { kind: 'done', response: undefined }
    if (error.status >= 500 || temporaryStatuses.has(error.status)) return { kind: 'later' }
    return { kind: 'refused', reason: error.reason, error, isConflict: error.status === 412 }
  }
}

/** Returns true if somebody else has changed what an action would overwrite. */
async function hasConflict({ ticketId, action, isForced }: QueuedWrite): Promise<boolean> {
  if (action?.seen === undefined || isForced) return false
  const { record } = await readVersion(`tickets/${ticketId}`)
  return isChanged(record, action.seen, Object.keys(action.seen))
}

let lastWork: Promise<void> = Promise.resolve()

/**
 * Runs work while no other tab does. Pages without TLS have no locks; there each tab does its own work in order, and the
 * idempotency keys of the writes prevent duplicates.
 */
function withLock(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) return navigator.locks.request<Promise<void>>(name, work)
  lastWork = lastWork.then(work, work)
  return lastWork
}

const channel = openTabChannel<undefined>(name)

/** The writes of this device. */
export const writes = new WriteQueue({ table, send, withLock, notifyTabs: () => channel.post(undefined) })

/** Sets the user whose writes are sent, and sends those that wait. Undefined: none are sent. */
export function sendWritesOf(user: number | undefined): void {
  userId = user
  void writes.refresh().then(() => (user === undefined ? undefined : writes.flush()))
}

// Drafts of submitted messages are deleted.
writes.onResult(({ write: { draft, userId, ticketId }, refusal }) => {
  if (!draft?.saved || refusal !== undefined) return
  const path = `drafts/${draft.saved.id}`
  void writes.add({ userId, ticketId, method: 'DELETE', path }).then(() => writes.flush())
})

channel.listen(() => void writes.refresh())
addEventListener('online', () => void writes.flush())
client.on('stream', ({ connected }) => connected && void writes.flush())

/** The writes of the user that wait for the service or were refused, the oldest first. */
export const useWrites = (): readonly QueuedWrite[] => useSyncExternalStore(writes.subscribe, writes.snapshot)
