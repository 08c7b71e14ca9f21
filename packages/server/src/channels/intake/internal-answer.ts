/** Decides which mails become internal articles, although they continue a ticket that its customer reads. */
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import type { Mail } from '../message/mail.ts'
import { ancestors } from '../message/thread.ts'
import type { Author } from './sender.ts'

/**
 * Returns why a mail becomes an internal article: it is the answer of an agent to a notification, which may quote internal
 * notes, or an answer to an internal article. A mail that the customer of the ticket has written or received is not internal.
 * @returns undefined for a mail that is not internal.
 */
export async function reasonForInternal(
  ctx: WriteContext,
  mail: Mail,
  author: Author,
  ticket: FieldValues,
): Promise<string | undefined> {
  const [answered] = ancestors(mail)
  if (answered === undefined || author.id === ticket['customer_id']) return undefined
  const isNotification = author.isAgent && NOTIFICATION.test(answered)
  if (!isNotification && !(await isInternal(ctx, answered, ticket['id'] as number))) return undefined
  if (await isSentTo(ctx, mail, ticket['customer_id'] as number)) return undefined
  return isNotification ? 'it answers a notification' : 'it answers an internal article'
}

/** The Message-IDs of service mails, such as notifications. */
const NOTIFICATION = /^<service\.\d+\.[0-9a-f]{20}@/

async function isInternal({ db }: WriteContext, message_id: string, ticket: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('ticket_articles')
    .select('internal')
    .where('message_id_md5', '=', messageIdHash(message_id))
    .where('ticket_id', '=', ticket)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.internal === true
}

async function isSentTo({ db }: WriteContext, { to, cc }: Mail, user: number): Promise<boolean> {
  const row = await db.sql.selectFrom('users').select('email').where('id', '=', user).executeTakeFirst()
  return [...to, ...cc].some(({ address }) => address.toLowerCase() === row?.email)
}
