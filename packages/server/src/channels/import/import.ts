/** Imports mail archives as tickets. An import can be resumed, imports no message twice, and can run while the service is running. */
import { resolve } from 'node:path'
import type { Desk } from '../../kernel/context.ts'
import { quarantine } from './quarantine.ts'
import { openReader, type Reader } from '../intake/reader.ts'
import type { StoredMail } from '../intake/article.ts'
import { findMessages, type Message, type SourceItem } from './sources.ts'
import { addTally, emptyTally, type Tally } from '../intake/tally.ts'
import { type RuleOptions, type ImportRules, rulesFor } from './import-rules.ts'
import { isAboutMail } from '../intake/failures.ts'
import { writeMails } from './write-mails.ts'
import { type Batch, readBatch } from './read-batch.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** The options of an import. */
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
  readonly alreadyImported: number
  /** Messages that were copied to the quarantine. */
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
  const run: ImportRun = { desk, options, rules, reader: openReader(desk.files), count: emptyCount(), tally }
  try {
    await importAll(run, paths)
  } finally {
    await run.reader.end()
  }
  const { bytes: _, ...count } = run.count
  return { ...count, ...run.tally }
}

/** Messages per transaction: enough to make commits cheap, but few enough that writes of the service do not wait long. */
const BATCH_SIZE = 128

/** Bytes of messages per batch, to limit memory. */
const BATCH_BYTES = 16 * 1024 * 1024

/** Number of batches that are read ahead while one is written. */
const READ_AHEAD = 2

/** What the steps of an import share, and what they have counted so far. */
interface ImportRun {
  readonly desk: Desk
  readonly options: ImportOptions
  readonly rules: ImportRules
  readonly reader: Reader
  readonly count: ReturnType<typeof emptyCount>
  readonly tally: Tally
}

const emptyCount = () => ({
  bytes: 0,
  messages: 0,
  alreadyImported: 0,
  quarantined: 0,
  skipped: 0,
  unreadable: [] as string[],
})

/** Counts a file without a readable message. A message that is too long is counted, and copied to the quarantine. */
async function skip({ count, options }: ImportRun, item: Exclude<SourceItem, Message>): Promise<void> {
  count.bytes += item.location.length
  if (item.kind === 'not mail') count.skipped += 1
  else if (item.kind === 'unreadable') count.unreadable.push(`${item.location.path}: ${item.reason}`)
  else {
    count.messages += 1
    count.quarantined += 1
    await quarantine(options.quarantine, item.location, null, 'The message is larger than 50 MiB.')
  }
}

async function importAll(run: ImportRun, paths: readonly string[]): Promise<void> {
  const { desk, options, reader } = run
  const { signal } = options
  const pending: Promise<Batch>[] = []
  /** Writes batches until no more than `max` are pending. */
  const writePending = async (max: number) => {
    while (pending.length > max) {
      if (signal?.aborted) return
      await writeBatch(run, (await pending[0]) as Batch)
      void pending.shift()
    }
  }
  for await (const messages of batches(run, paths)) {
    const batch = readBatch(desk, reader, messages)
    // A failure is handled where the batch is awaited; until then it must not end the process as an unhandled rejection.
    batch.catch(() => {})
    pending.push(batch)
    await writePending(READ_AHEAD)
    if (signal?.aborted) return
  }
  await writePending(0)
}

/** Yields the messages under the paths in batches; skips everything else. */
async function* batches(run: ImportRun, paths: readonly string[]): AsyncGenerator<Message[]> {
  let batch: Message[] = []
  let size = 0
  for (const item of findMessages(paths.map((path) => resolve(path)))) {
    if (run.options.signal?.aborted) return
    if (item.kind === 'message') {
      batch.push(item)
      size += item.raw.length
    } else await skip(run, item)
    if (batch.length < BATCH_SIZE && size < BATCH_BYTES) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

async function writeBatch(run: ImportRun, { messages, newMessages, outcomes }: Batch): Promise<void> {
  const { count, options } = run
  const storedMails = new Map<StoredMail, Message>()
  for (const [index, outcome] of outcomes.entries()) {
    const message = newMessages[index] as Message
    if ('reason' in outcome) await quarantineMessage(run, message, outcome.reason)
    else storedMails.set(outcome, message)
  }
  await writeStoredMails(run, [...storedMails.keys()], storedMails)
  count.alreadyImported += messages.length - newMessages.length
  count.messages += messages.length
  count.bytes += messages.reduce((sum, { location }) => sum + location.length, 0)
  options.onProgress?.({ bytes: count.bytes, messages: count.messages })
}

async function quarantineMessage(
  { options, count }: ImportRun,
  { location, raw }: Message,
  reason: string,
): Promise<void> {
  await quarantine(options.quarantine, location, raw, reason)
  count.quarantined += 1
}

/** Writes all mails in one unit of work. If a mail makes it fail, writes each in its own, so that only the faulty one goes to the quarantine. */
async function writeStoredMails(
  run: ImportRun,
  storedMails: readonly StoredMail[],
  sources: ReadonlyMap<StoredMail, Message>,
): Promise<void> {
  if (storedMails.length === 0) return
  try {
    const { tally, alreadyImported } = await writeMails(run.desk, run.rules, storedMails)
    addTally(run.tally, tally)
    run.count.alreadyImported += alreadyImported
  } catch (failure) {
    if (!isAboutMail(failure)) throw failure
    if (storedMails.length > 1) {
      for (const storedMail of storedMails) await writeStoredMails(run, [storedMail], sources)
      return
    }
    const message = sources.get(storedMails[0] as StoredMail) as Message
    run.desk.log.warn({ error: failure, place: message.location }, 'a mail could not be imported')
    await quarantineMessage(run, message, `The message could not be written: ${failureMessage(failure)}`)
  }
}
