/** Archives of mail become tickets: resumable, nothing twice, beside a running service. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { systemUser } from '../defaults.ts'
import type { Desk } from '../kernel/context.ts'
import { Fault } from '../kernel/fault.ts'
import { asSystem } from '../resources/user/actor.ts'
import { inside, unitOfWork } from '../writing/unit-of-work.ts'
import { BadMail } from './mail.ts'
import { parseMail } from './parse.ts'
import { quarantine } from './quarantine.ts'
import type { Letter } from './article.ts'
import { type Receipt, receive, type Rules } from './receive.ts'
import { findMessages, type Found } from './sources.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

export interface ImportOptions {
  /** Where messages go that cannot be imported. */
  readonly quarantine: string
  /** All tickets go to this group. Default: a group for each list or address. */
  readonly group?: string
  /** Tickets without mail since then are closed. Default: 30 days ago. */
  readonly closedBefore?: Date
  /** Ends the import after the messages at hand. */
  readonly signal?: AbortSignal
  readonly onProgress?: (so: Progress) => void
}

/** How far an import is. */
export interface Progress {
  /** Bytes of the files that are done. */
  readonly bytes: number
  readonly messages: number
}

/** What became of everything that was found. */
export interface ImportSummary extends Tally {
  /** Messages that were found. */
  readonly messages: number
  /** Of them, in the desk already. */
  readonly known: number
  /** Of them, in the quarantine. */
  readonly quarantined: number
  /** Files that hold no mail. */
  readonly passedOver: number
  /** Files and folders that could not be read, and why. */
  readonly unreadable: readonly string[]
}

/**
 * Imports all messages under the paths. Each batch is one unit of work, so that a crash loses none and repeats none; between
 * batches the database is free for the service.
 * @throws Fault `busy` when another process holds the database for minutes.
 */
export async function importMail(desk: Desk, paths: readonly string[], options: ImportOptions): Promise<ImportSummary> {
  const job: Job = { desk, options, rules: await rulesFor(desk, options), count: emptyCount(), made: emptyTally() }
  let batch: Message[] = []
  let size = 0
  for (const found of findMessages(paths.map((path) => resolve(path)))) {
    if (options.signal?.aborted) break
    if (found.kind === 'message') {
      batch.push(found)
      size += found.raw.length
    } else await setAside(job, found)
    if (batch.length < BATCH && size < BATCH_BYTES) continue
    await importBatch(job, batch)
    ;[batch, size] = [[], 0]
  }
  await importBatch(job, batch)
  const { bytes: _, ...count } = job.count
  return { ...count, ...job.made }
}

/** Messages that share a commit: enough to make the commit cheap, few enough that the service's own writes wait little. */
const BATCH = 64

/** Bytes of messages that are held at once. */
const BATCH_BYTES = 16 * 1024 * 1024

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000

type Message = Extract<Found, { kind: 'message' }>

interface Job {
  readonly desk: Desk
  readonly options: ImportOptions
  readonly rules: Rules
  readonly count: ReturnType<typeof emptyCount>
  readonly made: Tally
}

const emptyCount = () => ({
  bytes: 0,
  messages: 0,
  known: 0,
  quarantined: 0,
  passedOver: 0,
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

/** What is no message that can be read: told, kept where there is something to keep, and passed over. */
async function setAside({ count, options }: Job, found: Exclude<Found, Message>): Promise<void> {
  count.bytes += found.place.length
  if (found.kind === 'no mail') count.passedOver += 1
  else if (found.kind === 'unreadable') count.unreadable.push(`${found.place.path}: ${found.reason}`)
  else {
    count.messages += 1
    count.quarantined += 1
    await quarantine(options.quarantine, found.place, null, 'The message is larger than 50 MB.')
  }
}

async function importBatch(job: Job, batch: readonly Message[]): Promise<void> {
  if (batch.length === 0) return
  const { count, options, desk } = job
  const hashes = batch.map(({ raw }) => createHash('sha256').update(raw).digest('hex'))
  const known = await knownAmong(desk, hashes)
  const letters: Letter[] = []
  const sources = new Map<Letter, Message>()
  for (const [index, message] of batch.entries()) {
    const sha256 = hashes[index] as string
    if (known.has(sha256)) continue
    const letter = await prepare(job, message, sha256)
    if (letter) letters.push(letter)
    if (letter) sources.set(letter, message)
  }
  await deliver(job, letters, sources)
  count.known += hashes.filter((hash) => known.has(hash)).length
  count.messages += batch.length
  count.bytes += batch.reduce((sum, { place }) => sum + place.length, 0)
  options.onProgress?.({ bytes: count.bytes, messages: count.messages })
}

async function knownAmong({ database }: Desk, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await database.sql.selectFrom('mail_imports').select('sha256').where('sha256', 'in', hashes).execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Reads a message and stores its attachments, before the transaction; undefined when it went to the quarantine. */
async function prepare(job: Job, message: Message, sha256: string): Promise<Letter | undefined> {
  try {
    const mail = await parseMail(message.raw, { ...message.origin, now: job.desk.now().getTime() })
    const files = []
    for (const { data } of mail.attachments) files.push(await job.desk.files.put(data))
    return { mail, sha256, files }
  } catch (failure) {
    if (!(failure instanceof BadMail)) throw failure
    await putAway(job, message, failure.message)
    return undefined
  }
}

async function putAway({ options, count }: Job, { place, raw }: Message, reason: string): Promise<void> {
  await quarantine(options.quarantine, place, raw, reason)
  count.quarantined += 1
}

/** Writes the letters in one unit; when that fails, each in its own, so that one bad mail costs only itself. */
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
      await putAway(job, sources.get(only) as Message, `It could not be written: ${reason}`)
    }
  }
}

/** Whether a failed write may be the mail's fault. A full disk or a lost database is not, and must not fill the quarantine. */
function isAboutMail(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'invalid'
  if (!(failure instanceof Error)) return false
  // SQLite: too big, constraint, mismatch. PostgreSQL: data exceptions and integrity constraints.
  if ('errcode' in failure) return [18, 19, 20].includes(Number(failure.errcode) & 0xff)
  return !('code' in failure) || /^2[23]/.test(String(failure.code))
}

/** How often a write is tried again; a busy database is waited for five seconds each time. */
const PATIENCE = 24

async function write({ desk, rules }: Job, letters: readonly Letter[]): Promise<Receipt> {
  for (let tries = 1; ; tries += 1) {
    try {
      const system = await asSystem(desk)
      return await unitOfWork(desk, systemUser, (unit) => receive(inside(system, unit), rules, letters))
    } catch (failure) {
      if (!isContention(failure, tries) || tries >= PATIENCE) throw failure
    }
  }
}

/** Somebody else was faster: the database is busy, or on PostgreSQL another import wrote the same sender or mail just now. */
function isContention(failure: unknown, tries: number): boolean {
  // The rules of users refuse an address that is taken; the second time it is found.
  if (failure instanceof Fault) return failure.code === 'busy' || (failure.code === 'invalid' && tries === 1)
  return failure instanceof Error && 'code' in failure && ['23505', '40001', '40P01'].includes(String(failure.code))
}
