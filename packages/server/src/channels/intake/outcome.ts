/** Stores how a mail of the inbox was handled. */
import { systemUser } from '@deskbell/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { failureMessage } from '../../errors/failure-message.ts'
import type { Desk, Unit } from '../../kernel/context.ts'
import type { Placeholder } from '../../kernel/statement.ts'
import { storageFault } from '../../kernel/storage-fault.ts'
import { runStatement, unitOfWork, update } from '../../writing/unit-of-work.ts'
import { formatMailboxes, type StoredMail } from './article.ts'
import { isContention } from './failures.ts'
import type { Envelope, IntakeResult } from './process-mail.ts'

/** Maximum number of failed attempts to process a mail; transient failures do not count. */
const MAX_ATTEMPTS = 3

/** Maximum number of attempts to write a mail while other processes write. */
export const MAX_WRITE_ATTEMPTS = 3

/** Milliseconds until the next attempt to process a mail. */
const RETRY_AFTER = 30_000

/** A mail that waits in the inbox. */
export interface WaitingMail extends Envelope {
  readonly sha256: string
  readonly size: number
  readonly attempts: number
}

/** Returns the result for a mail that is put into quarantine. */
export const quarantineResult = ({ authentication }: WaitingMail, reason: string): IntakeResult => ({
  state: 'quarantined',
  reason: reason.slice(0, 1000),
  article_id: null,
  authentication,
})

/** Locks a mail. Returns true if no other process has handled it. */
export async function isWaiting(unit: Unit, id: number): Promise<boolean> {
  const { db } = unit
  await db.dialect.lock('received_mails', id)?.execute(db.sql)
  const [row] = await runStatement<[state: string]>(unit, 'inbox: state', stateOf, id)
  return row?.[0] === 'waiting'
}

const stateOf = (db: Kysely<Tables>, input: Placeholder) =>
  db.selectFrom('received_mails').select('state').where('id', '=', input<number>(0))

/** Stores a result, unless another process has handled the mail. Returns true if the mail still waited. */
export async function finishMail(
  desk: Desk,
  mail: WaitingMail,
  outcome: IntakeResult,
  steps: readonly object[],
  storedMail?: StoredMail,
): Promise<boolean> {
  return unitOfWork(desk, systemUser, async (unit) => {
    if (!(await isWaiting(unit, mail.id))) return false
    await storeResult(unit, mail.id, outcome, steps, storedMail)
    return true
  })
}

/** Stores the result of processing a mail, and the decisions that led to it. */
export const storeResult = (
  unit: Unit,
  id: number,
  { authentication, ...result }: IntakeResult,
  steps: readonly object[],
  storedMail?: StoredMail,
): Promise<void> =>
  update(unit, 'received_mail', id, {
    ...result,
    ...headersOf(storedMail),
    authentication: { ...authentication },
    decisions: { steps },
    // From now on the time at which the mail was handled; old mails are purged by it.
    due_at: unit.now,
  })

function headersOf(storedMail: StoredMail | undefined) {
  if (!storedMail) return {}
  const { message_id, from, to, sender, subject } = storedMail.mail
  return {
    message_id,
    from: formatMailboxes(from) || null,
    to: formatMailboxes(to) || null,
    sender: sender.address.toLowerCase().slice(0, 320) || null,
    subject,
  }
}

/**
 * Leaves a mail in the inbox for another attempt. After some attempts it goes into quarantine, unless the failure is
 * transient.
 * @returns true if the mail was put into quarantine.
 */
export async function postpone(desk: Desk, mail: WaitingMail, failure: unknown): Promise<boolean> {
  desk.log.warn({ error: failure, received_mail: mail.id }, 'a received mail could not be processed')
  const sentence = failureMessage(failure)
  if (mail.attempts + 1 >= MAX_ATTEMPTS && !isTransient(failure)) {
    return finishMail(desk, mail, quarantineResult(mail, `It could not be processed: ${sentence}`), [])
  }
  const due_at = new Date(desk.now().getTime() + RETRY_AFTER).toISOString()
  const attempts = isTransient(failure) ? mail.attempts : mail.attempts + 1
  await unitOfWork(
    desk,
    systemUser,
    ({ db }) => db.sql.updateTable('received_mails').set({ due_at, attempts }).where('id', '=', mail.id).execute(),
    'skip automation',
  )
  return false
}

/**
 * Returns true for errors that say nothing about the mail: a full disk, or a database that is busy. A Fault `invalid` is none of
 * them, because it counts as contention only at the first attempt.
 */
export const isTransient = (failure: unknown): boolean =>
  storageFault(failure) !== undefined || isContention(failure, MAX_WRITE_ATTEMPTS)
