/** Collects storms, many mails of one sender in a short time, in one ticket. */
import type { Unit } from '../../kernel/context.ts'

/** The numbers of new tickets of one sender that begin a storm, each within a time in minutes. */
const limits = [
  { tickets: 20, minutes: 10 },
  { tickets: 100, minutes: 60 },
] as const

/** Mails of one sender with the same subject that begin a storm within ten minutes. */
const SAME_SUBJECT = 5

/**
 * Returns the newest ticket of a sender who has opened too many, and why; undefined if there is no storm. Mail that
 * continues a ticket does not count.
 */
export async function stormOf(
  unit: Unit,
  sender: string,
  subject: string,
): Promise<{ readonly ticket: number; readonly why: string } | undefined> {
  const opened = await openedBy(unit, sender)
  const since = (minutes: number) => new Date(Date.parse(unit.now) - minutes * 60_000).toISOString()
  const limit = limits.find(
    ({ tickets, minutes }) => opened.filter(({ created_at }) => created_at > since(minutes)).length >= tickets,
  )
  const [newest] = opened
  if (newest && limit) {
    return { ticket: newest.ticket_id, why: `${sender} sent ${limit.tickets} mails within ${limit.minutes} minutes` }
  }
  const same = opened.filter((one) => one.subject === subject && one.created_at > since(10))
  const [latest] = same
  if (!latest || same.length < SAME_SUBJECT) return undefined
  return { ticket: latest.ticket_id, why: `${sender} sent the same subject ${SAME_SUBJECT} times within 10 minutes` }
}

/** Reads the tickets that mails of a sender have opened within the last hour, the newest first. */
async function openedBy({ db, now }: Unit, sender: string) {
  const hourAgo = new Date(Date.parse(now) - 3_600_000).toISOString()
  return db.sql
    .selectFrom('received_mails')
    .innerJoin('ticket_articles', 'ticket_articles.id', 'received_mails.article_id')
    .select(['received_mails.subject', 'received_mails.created_at', 'ticket_articles.ticket_id'])
    .where('received_mails.sender', '=', sender)
    .where('received_mails.created_at', '>', hourAgo)
    .where('received_mails.state', '=', 'taken')
    .orderBy('received_mails.id', 'desc')
    .limit(200)
    .execute()
}
