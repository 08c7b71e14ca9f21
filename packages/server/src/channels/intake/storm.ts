/** Recognizes storms: many mails of one sender in a short time, which are added to one ticket instead of opening many. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Unit } from '../../kernel/context.ts'
import type { Placeholder } from '../../kernel/statement.ts'
import { runStatement } from '../../writing/unit-of-work.ts'

/** The numbers of mails of one sender within a period that begin a storm. */
const LIMITS = [
  { mails: 20, minutes: 10 },
  { mails: 100, minutes: 60 },
] as const

/** Number of mails of one sender with the same subject, within ten minutes, that begin a storm. */
const SAME_SUBJECT = 5

/**
 * Returns the open ticket to which a mail is added in a storm, and the reason: if the sender has sent too many mails, the ticket
 * with the latest of them; if too many with this subject, the ticket with the latest of those. Undefined if there is no storm or
 * no such ticket.
 */
export async function stormOf(
  unit: Unit,
  sender: string,
  subject: string,
): Promise<{ readonly ticket: number; readonly reason: string } | undefined> {
  const recent = await mailsOf(unit, sender)
  const since = (minutes: number) => new Date(Date.parse(unit.now) - minutes * 60_000).toISOString()
  const limit = LIMITS.find(
    ({ mails, minutes }) => recent.filter(({ created_at }) => created_at > since(minutes)).length >= mails,
  )
  const newest = recent.find(({ isOpen }) => isOpen)
  if (newest && limit) {
    return { ticket: newest.ticket_id, reason: `${sender} sent ${limit.mails} mails within ${limit.minutes} minutes` }
  }
  const sameSubject = recent.filter((mail) => mail.subject === subject && mail.created_at > since(10))
  const latest = sameSubject.find(({ isOpen }) => isOpen)
  if (!latest || sameSubject.length < SAME_SUBJECT) return undefined
  return { ticket: latest.ticket_id, reason: `${sender} sent the same subject ${SAME_SUBJECT} times within 10 minutes` }
}

/** Reads the mails that a sender has sent within the last hour, with their tickets, the newest first. */
async function mailsOf(unit: Unit, sender: string) {
  const hourAgo = new Date(Date.parse(unit.now) - 3_600_000).toISOString()
  const rows = await runStatement<MailRow>(unit, 'mail: recent ones of a sender', recentMails, sender, hourAgo)
  return rows.map(([subject, created_at, ticket_id, stateType]) => ({
    subject,
    created_at,
    ticket_id,
    isOpen: stateType !== 'closed' && stateType !== 'merged',
  }))
}

/** Maximum number of mails that are read: more than the largest of the limits. */
const MAX_READ = 200

type MailRow = [subject: string | null, created_at: string, ticket: number, stateType: string]

const recentMails = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('received_mails')
    .innerJoin('ticket_articles', 'ticket_articles.id', 'received_mails.article_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .innerJoin('ticket_states', 'ticket_states.id', 'tickets.state_id')
    .innerJoin('ticket_state_types', 'ticket_state_types.id', 'ticket_states.state_type_id')
    .select(['received_mails.subject', 'received_mails.created_at', 'ticket_articles.ticket_id'])
    .select('ticket_state_types.name as stateType')
    .where('received_mails.sender', '=', input<string>(0))
    .where('received_mails.created_at', '>', input<string>(1))
    .where('received_mails.state', '=', sql.lit('taken'))
    .orderBy('received_mails.id', 'desc')
    .limit(MAX_READ)
