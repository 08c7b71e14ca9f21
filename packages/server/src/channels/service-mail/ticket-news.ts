/** Lists the messages and changes of a ticket since a time, without those of the recipient. */
import { sql } from 'kysely'
import type { Unit } from '../../kernel/context.ts'
import { formatLocalTime } from '../../templates/dates.ts'
import { translate } from '../../templates/translations.ts'
import { mailText } from '../../text/mail-text.ts'
import type { Block } from './content.ts'
import type { Recipient } from './recipient.ts'

/** Maximum number of messages in one mail. */
const MAX_MESSAGES = 10
/** Maximum number of changes in one mail. */
const MAX_CHANGES = 20
/** Maximum length of the text of a message, in characters. */
const MAX_TEXT = 5000

/** The number of all rows, of which a mail contains the first. */
const total = sql<number>`cast(count(*) over () as integer)`.as('total')

/** Returns the line that says how many more rows there are; none if there are no more. */
function restOf(rows: readonly { readonly total: number }[], { more }: Recipient['texts']): string[] {
  const rest = (rows[0]?.total ?? 0) - rows.length
  return rest > 0 ? [more(rest)] : []
}

/** Returns the messages and notes, oldest first. */
export async function messagesSince(
  { db }: Unit,
  ticket: number,
  since: string,
  recipient: Recipient,
): Promise<Block[]> {
  const rows = await db.sql
    .selectFrom('ticket_articles as article')
    .leftJoin('users as author', 'author.id', 'article.created_by_id')
    .select(['article.body', 'article.content_type', 'article.internal', 'article.from', 'article.created_at'])
    .select('author.fullname')
    .select(total)
    .where('article.ticket_id', '=', ticket)
    .where('article.created_at', '>=', since)
    .where('article.created_by_id', '<>', recipient.id)
    .orderBy('article.id')
    .limit(MAX_MESSAGES)
    .execute()
  const { texts, locale, zone } = recipient
  const blocks = rows.flatMap((row): Block[] => {
    const time = formatLocalTime(new Date(row.created_at), locale, zone)
    const heading = (row.internal ? texts.wroteInternally : texts.wrote)(row.fullname || row.from || '-', time)
    return [{ heading }, { quote: shorten(row.content_type === 'text/html' ? mailText(row.body) : row.body) }]
  })
  return [...blocks, ...restOf(rows, texts)]
}

function shorten(text: string): string {
  const plain = text.trim()
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)} ...` : plain
}

/** Returns the changes of the ticket as a list; empty if there are none. */
export async function changesSince(
  { db }: Unit,
  ticket: number,
  since: string,
  recipient: Recipient,
): Promise<Block[]> {
  const rows = await db.sql
    .selectFrom('histories')
    .leftJoin('users as author', 'author.id', 'histories.created_by_id')
    .select(['attribute', 'value_from', 'value_to', 'sourceable_name', 'author.fullname'])
    .select(total)
    .where('object', '=', 'Ticket')
    .where('o_id', '=', ticket)
    .where('type', '=', 'updated')
    .where('attribute', 'is not', null)
    .where('histories.created_at', '>=', since)
    .where('histories.created_by_id', '<>', recipient.id)
    .orderBy('histories.id')
    .limit(MAX_CHANGES)
    .execute()
  if (rows.length === 0) return []
  const translateValue = (text: string | null): string => translate(text ?? '', recipient.locale)
  const lines = rows.map(({ attribute, value_from, value_to, sourceable_name, fullname }) => {
    const name = translate(nameOfAttribute(attribute ?? ''), recipient.locale)
    // The name of the rule that made the change, or else of the user.
    const by = sourceable_name || fullname
    return `${name}: ${translateValue(value_from) || '-'} → ${translateValue(value_to) || '-'}${by ? ` (${by})` : ''}`
  })
  return [{ list: [...lines, ...restOf(rows, recipient.texts)] }]
}

const nameOfAttribute = (attribute: string): string =>
  attribute.charAt(0).toUpperCase() + attribute.slice(1).replaceAll('_', ' ')
