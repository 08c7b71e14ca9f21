import type { Unit } from '../../kernel/context.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import type { Mail } from '../message/mail.ts'
import type { OwnAddress } from './addresses-of-desk.ts'

/**
 * Returns the id of the article if this service has sent the mail, for example to one of its own addresses, or to a mailing
 * list that has returned it; undefined for any other mail.
 */
export async function articleOfOwnMail(
  { db }: Unit,
  mail: Mail,
  ownAddress: (address: string) => OwnAddress | undefined,
): Promise<number | undefined> {
  if (!ownAddress(mail.sender.address)) return undefined
  const row = await db.sql
    .selectFrom('ticket_articles')
    .leftJoin('mail_imports', 'mail_imports.article_id', 'ticket_articles.id')
    .select('ticket_articles.id')
    .where('message_id_md5', '=', messageIdHash(mail.message_id))
    .where('mail_imports.id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
