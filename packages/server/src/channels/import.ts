/** Imports mail archives as tickets. An import can be resumed, imports no message twice, and runs while the service is running. */
import { systemUser } from '@deskbell/contract'
import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { asSystem } from '../resources/user/actor.ts'
import { writeContext, unitOfWork } from '../writing/unit-of-work.ts'
import { quarantine } from './quarantine.ts'
import { openReader, type Outcome, type Reader } from './reader.ts'
import type { Letter } from './article.ts'
import { type Receipt, receive, type Rules } from './receive.ts'
import { findMessages, type Found } from './sources.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

export interface ImportOptions {
  /** The folder for messages that cannot be imported. */
  readonly quarantine: string
  /** The group of all tickets. Default: a group for each mailing list or address. */
  readonly group?: string
  /** Tickets without mail since this time are closed. Default: 30 days ago. */
  readonly closedBefore?: Date
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
  /** Files and folders that could not be read, and why. */
  readonly unreadable: readonly string[]
}

/**
 * Imports all messages under the paths. Each batch is one unit of work, so that no message is lost or repeated after a
 * crash; between batches, the service can write. While a batch is written, the following ones are read.
 * @throws Fault `busy` when another process locks the database for minutes.
 */
export async function importMail(desk: Desk, paths: readonly string[], options: ImportOptions): Promise<ImportSummary> {
  const job: Job = {
    desk,
    options,
    rules: await rulesFor(desk, options),
    reader: openReader(desk.files),
    count: emptyCount(),
    made: emptyTally(),
  }
  try {
    await importAll(job, paths)
  } finally {
    await job.reader.end()
  }
  const { bytes: _, ...count } = job.count
  return { ...count, ...job.made }
}

/** Messages per transaction: enough to make commits cheap, few enough that writes of the service do not wait long. */
const BATCH = 128

/** Bytes of messages per batch, to limit memory. */
const BATCH_BYTES = 16 * 1024 * 1024

/** Batches that are read before the current one is written. */
const AHEAD = 2

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000

type Message = Extract<Found, { kind: 'message' }>

interface Job {
  readonly desk: Desk
  readonly options: ImportOptions
  readonly rules: Rules
  readonly reader: Reader
  readonly count: ReturnType<typeof emptyCount>
  readonly made: Tally
}

const emptyCount = () => ({
  bytes: 0,
  messages: 0,
  known: 0,
  quarantined: 0,
  skipped: 0,
  unreadable: [] as string[],
})

async function rulesFor({ database, now }: Desk, { group, closedBefore }: ImportOptions): Promise<Rules> {
  const named = async (table: 'ticket_article_types' | 'ticket_article_senders' | 'ticket_states', name: string) => {
    const row = await database.sql.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst()
    if (!row) throw new Error(`The desk has no "${name}" in ${table}; run deskbell check.`)
    return row.id
  }
  const priority = await database.sql
    .selectFrom('ticket_priorities')
    .select('id')
    .where('default_create', '=', true)
    .executeTakeFirstOrThrow()
  return {
    group,
    closedBefore: (closedBefore ?? new Date(now().getTime() - THIRTY_DAYS)).toISOString(),
    ids: {
      email: await named('ticket_article_types', 'email'),
      priority: priority.id,
      senders: {
        agent: await named('ticket_article_senders', 'Agent'),
        customer: await named('ticket_article_senders', 'Customer'),
        system: await named('ticket_article_senders', 'System'),
      },
      states: {
        new: await named('ticket_states', 'new'),
        open: await named('ticket_states', 'open'),
        closed: await named('ticket_states', 'closed'),
      },
    },
  }
}

/** Counts a file without a readable message, and moves a message that is too long to the quarantine. */
async function skip({ count, options }: Job, found: Exclude<Found, Message>): Promise<void> {
  count.bytes += found.place.length
  if (found.kind === 'not mail') count.skipped += 1
  else if (found.kind === 'unreadable') count.unreadable.push(`${found.place.path}: ${found.reason}`)
  else {
    count.messages += 1
    count.quarantined += 1
    await quarantine(options.quarantine, found.place, null, 'The message is larger than 50 MB.')
  }
}

async function importAll(job: Job, paths: readonly string[]): Promise<void> {
  const { signal } = job.options
  const ahead: Promise<Batch>[] = []
  const write = async (most: number) => {
    for (; ahead.length > most; ahead.shift()) {
      if (signal?.aborted) return
      await writeBatch(job, (await ahead[0]) as Batch)
    }
  }
  for await (const messages of batches(job, paths)) {
    const batch = readBatch(job, messages)
    // A failure is handled where the batch is awaited; until then it must not end the process as an unhandled rejection.
    batch.catch(() => {})
    ahead.push(batch)
    await write(AHEAD)
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

/** Messages that were read. */
interface Batch {
  readonly messages: readonly Message[]
  /** The messages that had not been imported before, and the result of reading each of them. */
  readonly fresh: readonly Message[]
  readonly outcomes: readonly Outcome[]
}

/** Parses the new messages of a batch and stores their bytes and attachments, before the transaction. */
async function readBatch({ desk, reader }: Job, messages: readonly Message[]): Promise<Batch> {
  const hashes = messages.map(({ raw }) => hash('sha256', raw))
  const known = await knownAmong(desk, hashes)
  const now = desk.now().getTime()
  const fresh = messages.filter((_, index) => !known.has(hashes[index] as string))
  const unread = fresh.map(({ raw, origin }) => ({ raw, origin: { ...origin, now } }))
  return { messages, fresh, outcomes: unread.length === 0 ? [] : await reader.read(unread) }
}

async function writeBatch(job: Job, { messages, fresh, outcomes }: Batch): Promise<void> {
  const { count, options } = job
  const letters = new Map<Letter, Message>()
  for (const [index, outcome] of outcomes.entries()) {
    const message = fresh[index] as Message
    if ('reason' in outcome) await quarantineMessage(job, message, outcome.reason)
    else letters.set(outcome, message)
  }
  await deliver(job, [...letters.keys()], letters)
  count.known += messages.length - fresh.length
  count.messages += messages.length
  count.bytes += messages.reduce((sum, { place }) => sum + place.length, 0)
  options.onProgress?.({ bytes: count.bytes, messages: count.messages })
}

async function knownAmong({ database }: Desk, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await database.sql.selectFrom('mail_imports').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

async function quarantineMessage({ options, count }: Job, { place, raw }: Message, reason: string): Promise<void> {
  await quarantine(options.quarantine, place, raw, reason)
  count.quarantined += 1
}

/** Writes all letters in one unit of work. If that fails, writes each in its own, so that only the faulty one is lost. */
async function deliver(job: Job, letters: readonly Letter[], sources: ReadonlyMap<Letter, Message>): Promise<void> {
  if (letters.length === 0) return
  try {
    const { made, known } = await write(job, letters)
    addTally(job.made, made)
    job.count.known += known
  } catch (failure) {
    if (!isAboutMail(failure)) throw failure
    const [only] = letters
    if (letters.length > 1 || !only) for (const letter of letters) await deliver(job, [letter], sources)
    else {
      job.desk.log.warn({ error: failure, place: sources.get(only)?.place }, 'a mail could not be imported')
      const reason = failure instanceof Error ? failure.message : String(failure)
      await quarantineMessage(job, sources.get(only) as Message, `The message could not be written: ${reason}`)
    }
  }
}

/** Whether a failed write may be caused by the mail. A full disk or a lost connection must not fill the quarantine. */
function isAboutMail(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'invalid'
  if (!(failure instanceof Error)) return false
  // SQLite: too big, constraint, mismatch. PostgreSQL: data exceptions and integrity constraints.
  if ('errcode' in failure) return [18, 19, 20].includes(Number(failure.errcode) & 0xff)
  return !('code' in failure) || /^2[23]/.test(String(failure.code))
}

/** Attempts to write a batch; each waits five seconds for a busy database. */
const MAX_ATTEMPTS = 24

async function write({ desk, rules }: Job, letters: readonly Letter[]): Promise<Receipt> {
  for (let tries = 1; ; tries += 1) {
    try {
      const system = await asSystem(desk)
      return await unitOfWork(desk, systemUser, (unit) => receive(writeContext(system, unit), rules, letters))
    } catch (failure) {
      if (!isContention(failure, tries) || tries >= MAX_ATTEMPTS) throw failure
    }
  }
}

/** Whether a write failed because of a concurrent one: the database is busy, or another import wrote the same record. */
function isContention(failure: unknown, tries: number): boolean {
  // Another import may have created the same user; the second attempt finds it.
  if (failure instanceof Fault) return failure.code === 'busy' || (failure.code === 'invalid' && tries === 1)
  return failure instanceof Error && 'code' in failure && ['23505', '40001', '40P01'].includes(String(failure.code))
}
