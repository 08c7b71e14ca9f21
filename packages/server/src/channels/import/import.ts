/** Imports mail archives as tickets. An import can be resumed, imports no message twice, and runs while the service is running. */
import { resolve } from 'node:path'
import type { Desk } from '../../kernel/context.ts'
import { quarantine } from './quarantine.ts'
import { openReader, type Reader } from '../intake/reader.ts'
import type { StoredMail } from '../intake/article.ts'
import { findMessages, type FoundMessage, type Message } from './sources.ts'
import { addTally, emptyTally, type Tally } from '../intake/tally.ts'
import { type RuleOptions, type Rules, rulesFor } from './import-rules.ts'
import { isAboutMail } from '../intake/failures.ts'
import { writeMails } from './write-mails.ts'
import { type Batch, readBatch } from './read-batch.ts'
import { failureMessage } from '../../errors/failure-message.ts'

export interface ImportOptions extends RuleOptions {
  /** The folder for messages that cannot be imported. */
  readonly quarantine: string
  /** Stops the import after the current batch. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** The progress of an import. */
export interface Progress {
  /** Bytes of the messages and files that are done. */
  readonly bytes: number
  readonly messages: number
}

/** The result of an import. */
export interface ImportSummary extends Tally {
  /** Messages that were found. */
  readonly messages: number
  /** Messages that had been imported before. */
  readonly known: number
  /** Messages that were moved to the quarantine. */
  readonly quarantined: number
  /** Files without mail. */
  readonly skipped: number
  /** Files and folders that could not be read, with the reasons. */
  readonly unreadable: readonly string[]
}

/**
 * Imports all messages under the paths. Each batch is one unit of work, so that no message is lost or repeated after a
 * crash; between batches, the service can write. While a batch is written, the following ones are read.
 * @throws Fault `busy` when another process locks the database for minutes.
 */
export async function importMail(desk: Desk, paths: readonly string[], options: ImportOptions): Promise<ImportSummary> {
  const tally = emptyTally()
  const rules = await rulesFor(desk, options, tally)
  const job: Job = { desk, options, rules, reader: openReader(desk.files), count: emptyCount(), tally }
  try {
    await importAll(job, paths)
  } finally {
    await job.reader.end()
  }
  const { bytes: _, ...count } = job.count
  return { ...count, ...job.tally }
}

/** Messages per transaction: enough to make commits cheap, few enough that writes of the service do not wait long. */
const BATCH = 128

/** Bytes of messages per batch, to limit memory. */
const BATCH_BYTES = 16 * 1024 * 1024

/** Number of batches that are read ahead while one is written. */
const READ_AHEAD = 2

interface Job {
  readonly desk: Desk
  readonly options: ImportOptions
  readonly rules: Rules
  readonly reader: Reader
  readonly count: ReturnType<typeof emptyCount>
  readonly tally: Tally
}

const emptyCount = () => ({
  bytes: 0,
  messages: 0,
  known: 0,
  quarantined: 0,
  skipped: 0,
  unreadable: [] as string[],
})

/** Counts a file without a readable message, and moves a message that is too long to the quarantine. */
async function skip({ count, options }: Job, found: Exclude<FoundMessage, Message>): Promise<void> {
  count.bytes += found.location.length
  if (found.kind === 'not mail') count.skipped += 1
  else if (found.kind === 'unreadable') count.unreadable.push(`${found.location.path}: ${found.reason}`)
  else {
    count.messages += 1
    count.quarantined += 1
    await quarantine(options.quarantine, found.location, null, 'The message is larger than 50 MB.')
  }
}

async function importAll(job: Job, paths: readonly string[]): Promise<void> {
  const { desk, options, reader } = job
  const { signal } = options
  const ahead: Promise<Batch>[] = []
  const write = async (max: number) => {
    for (; ahead.length > max; ahead.shift()) {
      if (signal?.aborted) return
      await writeBatch(job, (await ahead[0]) as Batch)
    }
  }
  for await (const messages of batches(job, paths)) {
    const batch = readBatch(desk, reader, messages)
    // A failure is handled where the batch is awaited; until then it must not end the process as an unhandled rejection.
    batch.catch(() => {})
    ahead.push(batch)
    await write(READ_AHEAD)
    if (signal?.aborted) return
  }
  await write(0)
}

/** Yields the messages under the paths in batches; skips everything else. */
async function* batches(job: Job, paths: readonly string[]): AsyncGenerator<Message[]> {
  let batch: Message[] = []
  let size = 0
  for (const found of findMessages(paths.map((path) => resolve(path)))) {
    if (job.options.signal?.aborted) return
    if (found.kind === 'message') {
      batch.push(found)
      size += found.raw.length
    } else await skip(job, found)
    if (batch.length < BATCH && size < BATCH_BYTES) continue
    yield batch
    ;[batch, size] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

async function writeBatch(job: Job, { messages, newMessages, outcomes }: Batch): Promise<void> {
  const { count, options } = job
  const storedMails = new Map<StoredMail, Message>()
  for (const [index, outcome] of outcomes.entries()) {
    const message = newMessages[index] as Message
    if ('reason' in outcome) await quarantineMessage(job, message, outcome.reason)
    else storedMails.set(outcome, message)
  }
  await deliver(job, [...storedMails.keys()], storedMails)
  count.known += messages.length - newMessages.length
  count.messages += messages.length
  count.bytes += messages.reduce((sum, { location }) => sum + location.length, 0)
  options.onProgress?.({ bytes: count.bytes, messages: count.messages })
}

async function quarantineMessage({ options, count }: Job, { location, raw }: Message, reason: string): Promise<void> {
  await quarantine(options.quarantine, location, raw, reason)
  count.quarantined += 1
}

/** Writes all mails in one unit of work. If that fails, writes each in its own, so that only the faulty one is lost. */
async function deliver(
  job: Job,
  storedMails: readonly StoredMail[],
  sources: ReadonlyMap<StoredMail, Message>,
): Promise<void> {
  if (storedMails.length === 0) return
  try {
    const { tally, known } = await writeMails(job.desk, job.rules, storedMails)
    addTally(job.tally, tally)
    job.count.known += known
  } catch (failure) {
    if (!isAboutMail(failure)) throw failure
    const [only] = storedMails
    if (storedMails.length > 1 || !only) for (const storedMail of storedMails) await deliver(job, [storedMail], sources)
    else {
      job.desk.log.warn({ error: failure, place: sources.get(only)?.location }, 'a mail could not be imported')
      const reason = failureMessage(failure)
      await quarantineMessage(job, sources.get(only) as Message, `The message could not be written: ${reason}`)
    }
  }
}
