/** Processes the inbox: reads the waiting mails in their order, and takes several in one transaction, each under a savepoint. */
import { buffer } from 'node:stream/consumers'
import { systemUser } from '@deskbell/contract'
import { LostContent } from '../../db/verified-content.ts'
import type { Context, Desk, FieldValues, Unit } from '../../kernel/context.ts'
import { storageFault } from '../../kernel/storage-fault.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { followUp, inSavepoint, unitOfWork, writeContext } from '../../writing/unit-of-work.ts'
import { formatMailboxes, type StoredMail } from './article.ts'
import type { Authentication } from './authentication.ts'
import { type Decisions, newDecisions } from './decisions.ts'
import { isAboutMail, isContention } from './failures.ts'
import type { ReadResult as ReadOutcome, Reader } from './reader.ts'
import { type Envelope, type TakeResult, take } from './take.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** Number of mails that are read together. */
const BATCH = 16

/** The time in which a message must be parsed, in milliseconds. */
const READ_TIMEOUT = 30_000

/** Attempts to take a mail that fails for a reason that may lie in the mail. */
const MAX_ATTEMPTS = 3

/** Attempts that end without a result, because the process has ended. */
const MAX_CRASHES = 10

/** Attempts to write a mail while other processes write. */
const MAX_TRIES = 3

/** Milliseconds until a mail is tried again after an error of the service itself. */
const RETRY_AFTER = 30_000

/** Milliseconds for which a transaction takes further mails: other writes wait for it. */
const TRANSACTION_TIME = 20

/**
 * Takes the waiting mails of the inbox, in their order within one process. Several processes may do this concurrently.
 * @param stopping ends the work early when it returns true.
 * @returns the number of mails that no longer wait.
 */
export async function takeWaiting(desk: Desk, reader: Reader, stopping: () => boolean = () => false): Promise<number> {
  let done = 0
  for (;;) {
    const waiting = await waitingMails(desk)
    if (waiting.length === 0 || stopping()) return done
    await countAttempt(desk, waiting)
    const outcomes = await readAll(desk, reader, waiting)
    let rest = waiting.map((mail, index): Read => ({ mail, outcome: outcomes[index] as ReadOutcome | Failed }))
    while (rest.length > 0) {
      if (stopping()) return done
      const results = await takeFirst(desk, rest)
      done += results.filter((isDone) => isDone).length
      rest = rest.slice(results.length)
    }
  }
}

/** A mail with the outcome of reading it. */
interface Read {
  readonly mail: Waiting
  readonly outcome: ReadOutcome | Failed
}

/** Takes the first mails, or the very first one if that fails. Returns for each whether it no longer waits. */
async function takeFirst(desk: Desk, mails: readonly Read[]): Promise<readonly boolean[]> {
  // A failure of the transaction is found again, and handled, with the mail alone.
  const results = await takeTogether(desk, mails).catch(() => [])
  const [{ mail, outcome }] = mails as [Read]
  return results.length > 0 ? results : [await takeOne(desk, mail, outcome)]
}

/**
 * Takes mails in one transaction, which has one commit and writes the search index once. Each has a savepoint: the first one that
 * fails is undone and ends the transaction, and the mails before it are taken.
 */
async function takeTogether(desk: Desk, mails: readonly Read[]): Promise<readonly boolean[]> {
  const system = await asSystem(desk)
  return unitOfWork(desk, systemUser, async (unit) => {
    const results: boolean[] = []
    const began = performance.now()
    for (const { mail, outcome } of mails) {
      if (!('mail' in outcome) || performance.now() - began > TRANSACTION_TIME) break
      const taking = inSavepoint(unit, () => takeStored(system, unit, mail, outcome, newDecisions()))
      const isDone = await taking.catch(unlessFatal)
      if (isDone === undefined) break
      results.push(isDone)
    }
    return results
  })
}

/** @throws the failure if it has ended the whole transaction, as that of a full disk does. */
function unlessFatal(failure: unknown): undefined {
  if (storageFault(failure)) throw failure
}

/** A mail in the inbox. */
interface Waiting extends Envelope {
  readonly sha256: string
  readonly attempts: number
}

/** Returns the first waiting mails; a mail that was tried before comes alone, because it may crash the process. */
async function waitingMails({ database, now }: Desk): Promise<Waiting[]> {
  const rows = await database.sql
    .selectFrom('received_mails')
    .select(['id', 'channel_id', 'envelope_from', 'envelope_to', 'authentication', 'sha256', 'attempts'])
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now().toISOString())
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const tried = rows.findIndex(({ attempts }) => attempts > 0)
  return rows.slice(0, tried === -1 ? BATCH : Math.max(tried, 1)).map(({ envelope_to, authentication, ...row }) => ({
    ...row,
    envelope_to: (envelope_to as unknown as { addresses?: string[] }).addresses ?? [],
    authentication: authentication as unknown as Authentication,
  }))
}

/** Counts the attempt before it begins: a mail that crashes the process is put into quarantine after some restarts. */
async function countAttempt(desk: Desk, waiting: readonly Waiting[]): Promise<void> {
  const ids = waiting.map(({ id }) => id)
  await unitOfWork(
    desk,
    systemUser,
    ({ db }) =>
      db.sql
        .updateTable('received_mails')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', ids)
        .execute(),
    'nothing follows',
  )
}

/** A mail whose bytes could not be read. */
interface Failed {
  readonly failure: unknown
}

/** Reads a batch. If that fails, reads each mail separately, so that only the faulty one fails. */
async function readAll(desk: Desk, reader: Reader, waiting: readonly Waiting[]): Promise<(ReadOutcome | Failed)[]> {
  const [first] = waiting
  if (first && first.attempts >= MAX_CRASHES) return [{ reason: `Reading it has failed ${MAX_CRASHES} times.` }]
  try {
    return await read(desk, reader, waiting)
  } catch (failure) {
    if (waiting.length <= 1) return [{ failure }]
    desk.log.warn({ error: failure }, 'a batch of received mail could not be read at once')
  }
  const outcomes: (ReadOutcome | Failed)[] = []
  for (const mail of waiting) {
    outcomes.push(await read(desk, reader, [mail]).then(([outcome]) => outcome as ReadOutcome, failed))
  }
  return outcomes
}

async function read(desk: Desk, reader: Reader, mails: readonly Waiting[]): Promise<ReadOutcome[]> {
  const now = desk.now().getTime()
  const raws = await Promise.all(mails.map(async ({ sha256 }) => buffer((await desk.files.open(sha256)).body)))
  const unread = raws.map((raw, index) => ({ raw, origin: originOf(mails[index] as Waiting, now) }))
  return reader.read(unread, AbortSignal.timeout(READ_TIMEOUT))
}

const failed = (failure: unknown): Failed => ({ failure })

const originOf = ({ envelope_from }: Waiting, now: number) => ({
  envelope: envelope_from === null || envelope_from === '' ? null : { from: envelope_from, time: now },
  file_time: now,
  now,
})

/** Takes a mail, or records why it was not taken. Returns true if it no longer waits. */
async function takeOne(desk: Desk, mail: Waiting, outcome: ReadOutcome | Failed): Promise<boolean> {
  if ('failure' in outcome) return postpone(desk, mail, outcome.failure)
  if ('reason' in outcome) return finish(desk, mail, quarantined(mail, outcome.reason), [])
  for (let tries = 1; ; tries += 1) {
    const decisions = newDecisions()
    try {
      const system = await asSystem(desk)
      return await unitOfWork(desk, systemUser, (unit) => takeStored(system, unit, mail, outcome, decisions))
    } catch (failure) {
      if (isContention(failure, tries) && tries < MAX_TRIES) continue
      if (isTransient(failure) || !isAboutMail(failure)) return postpone(desk, mail, failure)
      const reason = `It could not be written: ${failureMessage(failure)}`
      return finish(desk, mail, quarantined(mail, reason), decisions.steps, outcome)
    }
  }
}

async function takeStored(
  system: Context,
  unit: Unit,
  mail: Waiting,
  storedMail: StoredMail,
  decisions: Decisions,
): Promise<boolean> {
  if (!(await isWaiting(unit, mail.id))) return false
  const outcome = await take(writeContext(system, unit), mail, storedMail, decisions)
  await store(unit, mail.id, outcome, decisions.steps, storedMail)
  await followUp(unit)
  return true
}

const quarantined = ({ authentication }: Waiting, reason: string): TakeResult => ({
  state: 'quarantined',
  reason: reason.slice(0, 1000),
  article_id: null,
  authentication,
})

/** Locks a mail and returns true if no other process has taken it. */
async function isWaiting({ db }: Unit, id: number): Promise<boolean> {
  await db.dialect.lock('received_mails', id)?.execute(db.sql)
  const row = await db.sql.selectFrom('received_mails').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'waiting'
}

async function finish(
  desk: Desk,
  mail: Waiting,
  outcome: TakeResult,
  steps: readonly object[],
  storedMail?: StoredMail,
): Promise<boolean> {
  return unitOfWork(desk, systemUser, async (unit) => {
    if (!(await isWaiting(unit, mail.id))) return false
    await store(unit, mail.id, outcome, steps, storedMail)
    return true
  })
}

async function store(
  { db, now }: Unit,
  id: number,
  { authentication, ...outcome }: TakeResult,
  steps: readonly object[],
  storedMail?: StoredMail,
): Promise<void> {
  await db.sql
    .updateTable('received_mails')
    .set({
      ...outcome,
      ...headersOf(storedMail),
      authentication: JSON.stringify(authentication),
      decisions: JSON.stringify({ steps }),
      due_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

function headersOf(storedMail: StoredMail | undefined): FieldValues {
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
 * Leaves a mail in the inbox for another attempt. After some attempts it goes to quarantine, unless the failure is
 * transient.
 */
async function postpone(desk: Desk, mail: Waiting, failure: unknown): Promise<boolean> {
  desk.log.warn(
    { error: failure, received_mail: mail.id },
    'a received mail could not be taken; it will be tried again',
  )
  const sentence = failureMessage(failure)
  if (failure instanceof LostContent || (mail.attempts + 1 >= MAX_ATTEMPTS && !isTransient(failure))) {
    return finish(desk, mail, quarantined(mail, `It could not be taken: ${sentence}`), [])
  }
  const due_at = new Date(desk.now().getTime() + RETRY_AFTER).toISOString()
  const attempts = isTransient(failure) ? mail.attempts : mail.attempts + 1
  await unitOfWork(
    desk,
    systemUser,
    ({ db }) => db.sql.updateTable('received_mails').set({ due_at, attempts }).where('id', '=', mail.id).execute(),
    'nothing follows',
  )
  return false
}

/** True for errors that say nothing about the mail: a full disk, or a database that is busy. */
const isTransient = (failure: unknown): boolean =>
  storageFault(failure) !== undefined || isContention(failure, MAX_TRIES)
