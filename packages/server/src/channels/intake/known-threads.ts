/** Finds the ticket of a mail's thread in the database, and records the data by which later mails are matched. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Placeholder } from '../../kernel/statement.ts'
import { runStatement } from '../../writing/unit-of-work.ts'
import type { Unit } from '../../kernel/context.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import { isEmail } from '../../resources/user/names.ts'
import { parseAddresses } from '../message/addresses.ts'
import { groupNameOf } from './groups.ts'
import type { Mail } from '../message/mail.ts'
import { ancestors, continues, participantsOf, SUBJECT_WINDOW, subjectKey, type SubjectKey } from '../message/thread.ts'

/** Returns the ticket that a mail belongs to. @param sentAt the time of the mail, ISO 8601. */
export async function findTicket(unit: Unit, mail: Mail, sentAt: string): Promise<number | undefined> {
  const { value: byMessageId } = await ticketsByMessageId(unit, mail).next()
  if (byMessageId !== undefined) return byMessageId as number
  const { value: bySubject } = await ticketsBySubject(unit, mail, sentAt).next()
  return bySubject as number | undefined
}

/** Records the Message-IDs of a mail and of those to which it replies, and the subject and period of its thread. */
export async function recordThread(unit: Unit, ticket: number, mail: Mail, sentAt: string): Promise<void> {
  const ids = [mail.message_id, ...ancestors(mail)]
  const hashes = [...new Set(ids.map(messageIdHash))]
  for (let from = 0; from < hashes.length; from += MAX_IDS) {
    const batch = hashes.slice(from, from + MAX_IDS)
    await runStatement(unit, `mail: record ids ${batch.length}`, insertIds(batch.length), ticket, ...batch)
  }
  const { key, is_reply } = keyOf(mail)
  const opened_by_reply = Number(is_reply)
  const [period] = await runStatement<[first_at: string, last_at: string]>(unit, 'mail: thread', periodOfThread, ticket)
  if (!period) {
    await runStatement(unit, 'mail: new thread', insertThread, ticket, key, sentAt, sentAt, opened_by_reply)
    return
  }
  const [first_at, last_at] = period
  const changed = {
    ...(sentAt < first_at ? { first_at: sentAt, subject_key: key, opened_by_reply } : {}),
    ...(sentAt > last_at ? { last_at: sentAt } : {}),
  }
  if (Object.keys(changed).length === 0) return
  await unit.db.sql.updateTable('mail_threads').set(changed).where('ticket_id', '=', ticket).execute()
}

/** Message-IDs per statement. Statements are cached for each number of ids. */
const MAX_IDS = 8

const insertIds = (count: number) => (db: Kysely<Tables>, input: Placeholder) =>
  db
    .insertInto('mail_references')
    .values(Array.from({ length: count }, (_, index) => ({ ticket_id: input(0), message_id_md5: input(index + 1) })))
    .onConflict((conflict) => conflict.doNothing())

const periodOfThread = (db: Kysely<Tables>, input: Placeholder) =>
  db.selectFrom('mail_threads').select(['first_at', 'last_at']).where('ticket_id', '=', input<number>(0))

const insertThread = (db: Kysely<Tables>, input: Placeholder) =>
  db.insertInto('mail_threads').values({
    ticket_id: input(0),
    subject_key: input(1),
    first_at: input(2),
    last_at: input(3),
    opened_by_reply: input(4),
  })

/**
 * Finds the tickets of the mails to which this one replies, the nearest first, and the ticket of an earlier received reply to
 * this one. The ticket that contains a mail comes before one whose mails only refer to it: anybody can refer to a mail, also
 * from another ticket.
 */
export async function* ticketsByMessageId(unit: Unit, mail: Mail): AsyncGenerator<number> {
  for (const id of ancestors(mail).map(messageIdHash)) {
    yield* ticketsIn(await runStatement<TicketRow>(unit, 'mail: article by id', articleById, id))
    yield* ticketsIn(await runStatement<TicketRow>(unit, 'mail: recorded id', ticketByRecordedId, id))
  }
  // If an article had the mail's own Message-ID, the mail would have been recognized as imported.
  const own = messageIdHash(mail.message_id)
  yield* ticketsIn(await runStatement<TicketRow>(unit, 'mail: recorded id', ticketByRecordedId, own))
}

type TicketRow = [ticket: number]

const ticketsIn = (rows: readonly TicketRow[]): number[] => rows.map(([ticket]) => ticket)

const ticketByRecordedId = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('mail_references')
    .innerJoin('tickets', 'tickets.id', 'mail_references.ticket_id')
    .select('tickets.id')
    .where('mail_references.message_id_md5', '=', input<string>(0))

const articleById = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('ticket_articles')
    .select('ticket_id')
    .where('message_id_md5', '=', input<string>(0))
    .orderBy('id', 'desc')
    .limit(1)

/** The key of a subject. Some programs reply without a prefix; the headers then show that it is a reply. */
function keyOf(mail: Mail): SubjectKey {
  const { key, is_reply } = subjectKey(mail.subject)
  return { key, is_reply: is_reply || ancestors(mail).length > 0 }
}

/** Maximum number of threads with one subject to compare. More of them usually come from a newsletter or a daemon. */
const MAX_CANDIDATES = 10

/** Finds tickets by subject, time window and participants, the thread with the latest mail first. */
export async function* ticketsBySubject(unit: Unit, mail: Mail, sentAt: string): AsyncGenerator<number> {
  const { key, is_reply } = keyOf(mail)
  if (key === '') return
  const time = Date.parse(sentAt)
  const [after, before] = [time - SUBJECT_WINDOW, time + SUBJECT_WINDOW].map((end) => new Date(end).toISOString())
  const candidates = await runStatement<Candidate>(unit, 'mail: threads', threadsOf, key, after, before)
  const incoming = { at: time, is_reply, from: mail.sender.address.toLowerCase(), participants: participantsOf(mail) }
  for (const [ticket_id, first_at, last_at, opened_by_reply, group, customer] of candidates) {
    // Mails may arrive out of order: one that is not a reply joins only a thread whose earliest known mail is a reply.
    if (!is_reply && opened_by_reply === 0) continue
    const participants = await participantsIn(unit, ticket_id)
    const listIsParticipant = mail.list?.address && participants.has(mail.list.address.toLowerCase())
    const thread = {
      first: Date.parse(first_at),
      last: Date.parse(last_at),
      opened_by_reply: opened_by_reply === 1,
      participants,
      customer: customer ?? '',
      // Groups are named after the mailing lists for which they were created.
      same_list: mail.list !== null && (Boolean(listIsParticipant) || groupNameOf(mail) === group),
    }
    if (continues(incoming, thread)) yield ticket_id
  }
}

type Candidate = [
  ticket: number,
  first_at: string,
  last_at: string,
  opened_by_reply: number,
  group: string,
  customer: string | null,
]

const threadsOf = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('mail_threads')
    .innerJoin('tickets', 'tickets.id', 'mail_threads.ticket_id')
    .innerJoin('groups', 'groups.id', 'tickets.group_id')
    .innerJoin('users', 'users.id', 'tickets.customer_id')
    .select(['ticket_id', 'first_at', 'last_at', 'opened_by_reply', 'groups.name as group', 'users.email as customer'])
    .where('subject_key', '=', input<string>(0))
    .where('last_at', '>=', input<string>(1))
    .where('first_at', '<=', input<string>(2))
    .orderBy('last_at', 'desc')
    .orderBy('ticket_id')
    .limit(MAX_CANDIDATES)

/** Maximum number of articles of a ticket that are read to find its participants. */
const MAX_ARTICLES = 50

/** Returns all addresses in the headers of a ticket's first articles, in lower case. */
async function participantsIn(unit: Unit, ticket: number): Promise<Set<string>> {
  const rows = await runStatement<(string | null)[]>(
    unit,
    'mail: participants',
    (db, input) =>
      db
        .selectFrom('ticket_articles')
        .select(['from', 'to', 'cc', 'reply_to'])
        .where('ticket_id', '=', input<number>(0))
        .orderBy('id')
        .limit(MAX_ARTICLES),
    ticket,
  )
  // The headers are parsed, because an address in a display name is not a participant.
  const mailboxes = rows.flat().flatMap((header) => parseAddresses(header ?? ''))
  return new Set(mailboxes.map(({ address }) => address.toLowerCase()).filter(isEmail))
}
