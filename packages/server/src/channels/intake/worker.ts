/** Processes the inbox: reads the waiting mails in their order, and takes several in one transaction, each under a savepoint. */
import { systemUser } from '@deskbell/contract'
import type { Context, Desk, Unit } from '../../kernel/context.ts'
import { storageFault } from '../../kernel/storage-fault.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { followUp, inSavepoint, unitOfWork, writeContext } from '../../writing/unit-of-work.ts'
import type { StoredMail } from './article.ts'
import { type Decisions, newDecisions } from './decisions.ts'
import { isAboutMail, isContention } from './failures.ts'
import { type IntakeRules, readIntakeRules } from './intake-rules.ts'
import { finish, isTransient, isWaiting, MAX_TRIES, postpone, quarantined, store, type Waiting } from './outcome.ts'
import type { ReadResult as ReadOutcome, Reader } from './reader.ts'
import { take } from './take.ts'
import { waitingMails } from './waiting.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** The time in which a message must be parsed, in milliseconds. */
const READ_TIMEOUT = 30_000

/** Attempts that end without a result, because the process has ended. */
const MAX_CRASHES = 10

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
    const rules = await readIntakeRules(unit)
    const results: boolean[] = []
    const began = performance.now()
    for (const { mail, outcome } of mails) {
      if (!('mail' in outcome) || performance.now() - began > TRANSACTION_TIME) break
      const taking = inSavepoint(unit, () => takeStored({ system, unit, rules }, mail, outcome, newDecisions()))
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
  const unread = mails.map((mail) => ({
    stored: { sha256: mail.sha256, size: mail.size },
    origin: originOf(mail, now),
  }))
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
      return await unitOfWork(desk, systemUser, async (unit) =>
        takeStored({ system, unit, rules: await readIntakeRules(unit) }, mail, outcome, decisions),
      )
    } catch (failure) {
      if (isContention(failure, tries) && tries < MAX_TRIES) continue
      if (isTransient(failure) || !isAboutMail(failure)) return postpone(desk, mail, failure)
      const reason = `It could not be written: ${failureMessage(failure)}`
      return finish(desk, mail, quarantined(mail, reason), decisions.steps, outcome)
    }
  }
}

/** What all mails of a transaction share. */
interface Batch {
  readonly system: Context
  readonly unit: Unit
  readonly rules: IntakeRules
}

async function takeStored(
  { system, unit, rules }: Batch,
  mail: Waiting,
  storedMail: StoredMail,
  decisions: Decisions,
): Promise<boolean> {
  if (!(await isWaiting(unit, mail.id))) return false
  const outcome = await take(writeContext(system, unit), rules, { envelope: mail, storedMail, decisions })
  await store(unit, mail.id, outcome, decisions.steps, storedMail)
  await followUp(unit)
  return true
}
