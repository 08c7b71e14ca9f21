/** Selects the mails in the inbox that are due. */
import type { Desk } from '../../kernel/context.ts'
import type { Authentication } from './authentication.ts'
import type { WaitingMail } from './outcome.ts'

/** Maximum number of mails that are read together. */
const BATCH_SIZE = 16

/** Maximum total size of these mails, in bytes; a larger mail is read alone. Reading takes several times as much memory. */
const BATCH_BYTES = 8 * 1024 * 1024

/** Returns true if a mail is due. The code that processes mails is only loaded then. */
export async function isMailWaiting(desk: Desk): Promise<boolean> {
  const first = await selectDue(desk).select('id').limit(1).execute()
  return first.length > 0
}

const selectDue = ({ database, now }: Desk) =>
  database.sql.selectFrom('received_mails').where('state', '=', 'waiting').where('due_at', '<=', now().toISOString())

/**
 * Returns the first waiting mails, within the limits of a batch. A mail that was tried before is returned alone, because it may
 * crash the process.
 */
export async function waitingMails(desk: Desk): Promise<WaitingMail[]> {
  const rows = await selectDue(desk)
    .select(['id', 'channel_id', 'envelope_from', 'envelope_to', 'authentication', 'sha256', 'size', 'attempts'])
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const firstTried = rows.findIndex(({ attempts }) => attempts > 0)
  const untried = firstTried === -1 ? BATCH_SIZE : firstTried
  return rows
    .slice(0, Math.max(1, Math.min(untried, countWithin(BATCH_BYTES, rows))))
    .map(({ envelope_to, authentication, ...row }) => ({
      ...row,
      envelope_to: (envelope_to as unknown as { addresses?: string[] }).addresses ?? [],
      authentication: authentication as unknown as Authentication,
    }))
}

/** Returns how many of the first mails together have `maxBytes` at most. */
function countWithin(maxBytes: number, mails: readonly { readonly size: number }[]): number {
  let bytes = 0
  for (const [index, { size }] of mails.entries()) {
    bytes += size
    if (bytes > maxBytes) return index
  }
  return mails.length
}
