/** The threads that are in the database: finding a mail's ticket, and noting what later mails may look for. */
import { createHash } from 'node:crypto'
import type { Unit } from '../kernel/context.ts'
import { groupNameOf } from './groups.ts'
import type { Mail } from './mail.ts'
import { addressesIn } from './text.ts'
import { ancestors, continues, participantsOf, SUBJECT_WINDOW, subjectKey, type SubjectKey } from './thread.ts'

/** Message-IDs are looked up by this: they can be long, and an index of them would be larger than the mail. */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The ticket that a mail of time `at` belongs to. */
export async function findTicket(unit: Unit, mail: Mail, at: string): Promise<number | undefined> {
  return (await byMessageId(unit, mail)) ?? (await bySubject(unit, mail, at))
}

/** Notes what later mails may look for: every Message-ID the mail names, and the subject and span of its thread. */
export async function noteThread(unit: Unit, ticket: number, mail: Mail, at: string): Promise<void> {
  const ids = [mail.message_id, ...ancestors(mail)]
  await unit.db.sql
    .insertInto('mail_references')
    .values([...new Set(ids.map(md5))].map((message_id_md5) => ({ message_id_md5, ticket_id: ticket })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key, is_reply } = keyOf(mail)
  const known = await unit.db.sql
    .selectFrom('mail_threads')
    .select(['first_at', 'last_at'])
    .where('ticket_id', '=', ticket)
    .executeTakeFirst()
  if (!known) {
    const thread = { ticket_id: ticket, subject_key: key, first_at: at, last_at: at, opened_by_reply: Number(is_reply) }
    await unit.db.sql.insertInto('mail_threads').values(thread).execute()
    return
  }
  const changed = {
    ...(at < known.first_at ? { first_at: at, subject_key: key, opened_by_reply: Number(is_reply) } : {}),
    ...(at > known.last_at ? { last_at: at } : {}),
  }
  if (Object.keys(changed).length === 0) return
  await unit.db.sql.updateTable('mail_threads').set(changed).where('ticket_id', '=', ticket).execute()
}

/** By what it answers, the surest first; by what others answered when it is the mail they answered; by articles of other origin. */
async function byMessageId({ db }: Unit, mail: Mail): Promise<number | undefined> {
  const hashes = [...ancestors(mail), mail.message_id].map(md5)
  const noted = await db.sql
    .selectFrom('mail_references')
    .innerJoin('tickets', 'tickets.id', 'mail_references.ticket_id')
    .select(['mail_references.message_id_md5', 'tickets.id as ticket_id'])
    .where('mail_references.message_id_md5', 'in', hashes)
    .execute()
  // Its own Message-ID is no article's: that was looked up before.
  const written =
    noted.length > 0 || hashes.length === 1
      ? []
      : await db.sql
          .selectFrom('ticket_articles')
          .select(['message_id_md5', 'ticket_id'])
          .where('message_id_md5', 'in', hashes)
          .execute()
  const tickets = new Map([...noted, ...written].map((row) => [row.message_id_md5, row.ticket_id]))
  return hashes.map((hash) => tickets.get(hash)).find((ticket) => ticket !== undefined)
}

/** Some programs answer without a prefix; that there was something to answer stands in the other headers. */
function keyOf(mail: Mail): SubjectKey {
  const { key, is_reply } = subjectKey(mail.subject)
  return { key, is_reply: is_reply || ancestors(mail).length > 0 }
}

/** So many threads of one subject within the window are a newsletter or a daemon; the latest are enough. */
const MOST_CANDIDATES = 10

/** By subject, window and people, the thread with the latest mail first. */
async function bySubject(unit: Unit, mail: Mail, at: string): Promise<number | undefined> {
  const { key, is_reply } = keyOf(mail)
  if (key === '') return undefined
  const time = Date.parse(at)
  const candidates = await unit.db.sql
    .selectFrom('mail_threads')
    .innerJoin('tickets', 'tickets.id', 'mail_threads.ticket_id')
    .innerJoin('groups', 'groups.id', 'tickets.group_id')
    .innerJoin('users', 'users.id', 'tickets.customer_id')
    .select(['ticket_id', 'first_at', 'last_at', 'opened_by_reply', 'groups.name as group', 'users.email as customer'])
    .where('subject_key', '=', key)
    .where('last_at', '>=', new Date(time - SUBJECT_WINDOW).toISOString())
    .where('first_at', '<=', new Date(time + SUBJECT_WINDOW).toISOString())
    .orderBy('last_at', 'desc')
    .orderBy('ticket_id')
    .limit(MOST_CANDIDATES)
    .execute()
  const asked = { at: time, is_reply, from: mail.from.address.toLowerCase(), all: participantsOf(mail) }
  for (const { ticket_id, first_at, last_at, opened_by_reply, group, customer } of candidates) {
    // A mail that answers nothing can only come before what answers it: no need to look at who took part.
    if (!is_reply && opened_by_reply === 0) continue
    const participants = await participantsIn(unit, ticket_id)
    const overList = mail.list?.address && participants.has(mail.list.address.toLowerCase())
    const thread = {
      first: Date.parse(first_at),
      last: Date.parse(last_at),
      opened_by_reply: opened_by_reply === 1,
      participants,
      customer: customer ?? '',
      same_list: mail.list !== null && (Boolean(overList) || groupNameOf(mail) === group),
    }
    if (continues(asked, thread)) return ticket_id
  }
  return undefined
}

/** Everybody in the headers of a ticket's first articles, lower-cased. */
async function participantsIn({ db }: Unit, ticket: number): Promise<Set<string>> {
  const rows = await db.sql
    .selectFrom('ticket_articles')
    .select(['from', 'to', 'cc', 'reply_to'])
    .where('ticket_id', '=', ticket)
    .orderBy('id')
    .limit(50)
    .execute()
  return new Set(rows.flatMap((row) => addressesIn([row.from, row.to, row.cc, row.reply_to].join(' '))))
}
