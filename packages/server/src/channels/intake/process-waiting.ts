/** Processes the inbox: reads the waiting mails in their order, and writes several in one transaction, each under a savepoint. */
import { systemUser } from '@deskbell/contract'
import type { Context, Desk, Unit } from '../../kernel/context.ts'
import { storageFault } from '../../kernel/storage-fault.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { inSavepoint, runAutomation, unitOfWork, writeContext } from '../../writing/unit-of-work.ts'
import type { StoredMail } from './article.ts'
import { type Decisions, newDecisions } from './decisions.ts'
import { isAboutMail, isContention } from './failures.ts'
import { type IntakeRules, readIntakeRules } from './intake-rules.ts'
import {
  finishMail,
  isTransient,
  isWaiting,
  MAX_WRITE_ATTEMPTS,
  postpone,
  quarantineResult,
  storeResult,
  type WaitingMail,
} from './outcome.ts'
import type { Reader, ReadResult } from './reader.ts'
import { processMail } from './process-mail.ts'
import { waitingMails } from './waiting.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** Milliseconds in which a batch of messages must be parsed. */
const READ_TIMEOUT = 30_000

/** A mail goes into quarantine after this many attempts during which the process ended. */
const MAX_CRASHES = 10

/** Milliseconds after which a transaction includes no further mails: other writes wait for it. */
const TRANSACTION_TIME = 20

/**
 * Processes the waiting mails of the inbox, in their order within one process. Several processes may do this concurrently.
 * @param isStopping ends the work early when it returns true.
 * @returns the number of mails that this call has handled.
 */
export async function processWaiting(
  desk: Desk,
  reader: Reader,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let count = 0
  for (;;) {
    const waiting = await waitingMails(desk)
    if (waiting.length === 0 || isStopping()) return count
    await addAttempts(desk, waiting, 1)
    const outcomes = await readAll(desk, reader, waiting)
    let remaining = waiting.map((mail, index): MailWithResult => ({
      mail,
      outcome: outcomes[index] as ReadResult | ReadFailure,
    }))
    while (remaining.length > 0) {
      if (isStopping()) {
        const unprocessed = remaining.map(({ mail }) => mail)
        await addAttempts(desk, unprocessed, -1)
        return count
      }
      const processed = await processFirst(desk, remaining)
      count += processed.filter((isHandled) => isHandled).length
      remaining = remaining.slice(processed.length)
    }
  }
}

/** A mail with the result of reading it. */
interface MailWithResult {
  readonly mail: WaitingMail
  readonly outcome: ReadResult | ReadFailure
}

/**
 * Processes the first mails together, or only the very first if that fails. Returns for each whether it was handled: false if it
 * waits for another attempt, or if another process has handled it.
 */
async function processFirst(desk: Desk, mails: readonly MailWithResult[]): Promise<readonly boolean[]> {
  // A failure of the transaction occurs again, and is handled, when the mail is processed alone.
  const results = await processTogether(desk, mails).catch(() => [])
  const [{ mail, outcome }] = mails as [MailWithResult]
  return results.length > 0 ? results : [await processOne(desk, mail, outcome)]
}

/**
 * Processes mails in one transaction, which has one commit and writes the search index once. Each has a savepoint: the first
 * mail that fails is rolled back and ends the transaction, and the mails before it are committed.
 */
async function processTogether(desk: Desk, mails: readonly MailWithResult[]): Promise<readonly boolean[]> {
  const system = await asSystem(desk)
  return unitOfWork(desk, systemUser, async (unit) => {
    const rules = await readIntakeRules(unit)
    const results: boolean[] = []
    const startedAt = performance.now()
    for (const { mail, outcome } of mails) {
      if (!('mail' in outcome) || performance.now() - startedAt > TRANSACTION_TIME) break
      const processing = inSavepoint(unit, () => processStored({ system, unit, rules }, mail, outcome, newDecisions()))
      const isHandled = await processing.catch(rethrowIfFatal)
      if (isHandled === undefined) break
      results.push(isHandled)
    }
    return results
  })
}

/** @throws the failure if it has ended the whole transaction, as that of a full disk does. */
function rethrowIfFatal(failure: unknown): undefined {
  if (storageFault(failure)) throw failure
}

/**
 * Changes the number of attempts of mails. An attempt is counted before it begins, so that a mail that crashes the process is
 * put into quarantine after some restarts. It is taken back if the service stops before the mail is processed.
 */
async function addAttempts(desk: Desk, mails: readonly WaitingMail[], change: 1 | -1): Promise<void> {
  const ids = mails.map(({ id }) => id)
  await unitOfWork(
    desk,
    systemUser,
    ({ db }) =>
      db.sql
        .updateTable('received_mails')
        .set((eb) => ({ attempts: eb('attempts', '+', change) }))
        .where('id', 'in', ids)
        .execute(),
    'skip automation',
  )
}

/** A mail whose bytes could not be read. */
interface ReadFailure {
  readonly failure: unknown
}

/** Reads a batch. If that fails, reads each mail separately, so that only the faulty one fails. */
async function readAll(
  desk: Desk,
  reader: Reader,
  waiting: readonly WaitingMail[],
): Promise<(ReadResult | ReadFailure)[]> {
  // A mail that was tried before is the only one that `waitingMails` returns.
  const [first] = waiting
  if (first && first.attempts >= MAX_CRASHES)
    return [{ reason: `The service has ended ${MAX_CRASHES} times while it processed the mail.` }]
  try {
    return await read(desk, reader, waiting)
  } catch (failure) {
    if (waiting.length <= 1) return [{ failure }]
    desk.log.warn({ error: failure }, 'a batch of received mail could not be read at once')
  }
  const outcomes: (ReadResult | ReadFailure)[] = []
  for (const mail of waiting) {
    outcomes.push(await read(desk, reader, [mail]).then(([outcome]) => outcome as ReadResult, toReadFailure))
  }
  return outcomes
}

async function read(desk: Desk, reader: Reader, mails: readonly WaitingMail[]): Promise<ReadResult[]> {
  const now = desk.now().getTime()
  const messages = mails.map((mail) => ({
    stored: { sha256: mail.sha256, size: mail.size },
    origin: originOf(mail, now),
  }))
  return reader.read(messages, AbortSignal.timeout(READ_TIMEOUT))
}

const toReadFailure = (failure: unknown): ReadFailure => ({ failure })

const originOf = ({ envelope_from }: WaitingMail, now: number) => ({
  envelope: envelope_from === null || envelope_from === '' ? null : { from: envelope_from, time: now },
  file_time: now,
  now,
})

/** Processes a mail, or records why that was not possible. Returns whether it was handled, like `processFirst`. */
async function processOne(desk: Desk, mail: WaitingMail, outcome: ReadResult | ReadFailure): Promise<boolean> {
  if ('failure' in outcome) return postpone(desk, mail, outcome.failure)
  if ('reason' in outcome) return finishMail(desk, mail, quarantineResult(mail, outcome.reason), [])
  for (let attempts = 1; ; attempts += 1) {
    const decisions = newDecisions()
    try {
      const system = await asSystem(desk)
      return await unitOfWork(desk, systemUser, async (unit) =>
        processStored({ system, unit, rules: await readIntakeRules(unit) }, mail, outcome, decisions),
      )
    } catch (failure) {
      if (isContention(failure, attempts) && attempts < MAX_WRITE_ATTEMPTS) continue
      if (isTransient(failure) || !isAboutMail(failure)) return postpone(desk, mail, failure)
      const reason = `It could not be written: ${failureMessage(failure)}`
      return finishMail(desk, mail, quarantineResult(mail, reason), decisions.steps, outcome)
    }
  }
}

/** The values that all mails of a transaction share. */
interface TransactionContext {
  readonly system: Context
  readonly unit: Unit
  readonly rules: IntakeRules
}

async function processStored(
  { system, unit, rules }: TransactionContext,
  mail: WaitingMail,
  storedMail: StoredMail,
  decisions: Decisions,
): Promise<boolean> {
  if (!(await isWaiting(unit, mail.id))) return false
  const outcome = await processMail(writeContext(system, unit), rules, { envelope: mail, storedMail, decisions })
  await storeResult(unit, mail.id, outcome, decisions.steps, storedMail)
  await runAutomation(unit)
  return true
}
