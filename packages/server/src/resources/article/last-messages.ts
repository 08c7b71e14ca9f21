import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { safeHtmlToText } from '../../text/html.ts'
import { senders } from './kinds.ts'

/** The beginning of the last message of a ticket. Here, notes and internal articles are messages, too. */
export interface LastMessage {
  readonly ticket_id: number
  readonly article_id: number
  /** The text on one line, without quoted lines. */
  readonly text: string
  readonly internal: boolean
  readonly author_id: number
  /** First and last name. */
  readonly author: string
  readonly created_at: string
}

/** Number of characters of a body that are read. */
const BODY_LENGTH = 8000
/** Maximum length of the returned text, in characters. */
const TEXT_LENGTH = 200

/** Reads for each ticket the last message that the caller may read. Articles that the service itself wrote are skipped. */
export async function lastMessages(ctx: Context, tickets: readonly number[]): Promise<LastMessage[]> {
  const rows = await selectLastArticles(ctx, tickets).execute()
  return rows.map((row) => ({
    ticket_id: row['ticket_id'] as number,
    article_id: row['id'] as number,
    text: beginningOf(row['beginning'], row['content_type'] === 'text/html'),
    internal: Boolean(row['internal']),
    author_id: row['author_id'] as number,
    author: `${row['firstname'] as string} ${row['lastname'] as string}`.trim(),
    created_at: row['created_at'] as string,
  }))
}

function selectLastArticles(ctx: Context, tickets: readonly number[]) {
  const author = sql`coalesce(ticket_articles.origin_by_id, ticket_articles.created_by_id)`
  return from(ctx, resources.article)
    .innerJoin('users as author', (join) => join.on('author.id', '=', author))
    .select([
      'ticket_articles.ticket_id',
      'ticket_articles.id',
      'ticket_articles.content_type',
      'ticket_articles.internal',
      'ticket_articles.created_at',
      'author.id as author_id',
      'author.firstname',
      'author.lastname',
      sql<string>`substr(ticket_articles.body, 1, ${sql.lit(BODY_LENGTH)})`.as('beginning'),
    ])
    .where('ticket_articles.id', 'in', lastIds(ctx, tickets))
    .orderBy('ticket_articles.ticket_id')
}

/**
 * Returns the beginning of a message on one line, without quoted lines.
 * @param body the beginning of the body, which may end inside a tag.
 */
export function beginningOf(body: string, isHtml: boolean): string {
  const text = isHtml ? safeHtmlToText(body.replace(/<[^>]*$/, '')) : body
  const lines = text.split('\n').filter((line) => !line.startsWith('>'))
  return lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH)
}

const lastIds = (ctx: Context, tickets: readonly number[]) =>
  from(ctx, resources.article)
    .select((eb) => eb.fn.max('ticket_articles.id').as('id'))
    .where(ctx.db.dialect.among(sql.ref('ticket_articles.ticket_id'), sql.val(`[${tickets.join()}]`)))
    .where('ticket_articles.sender_id', '<>', senders.system)
    .groupBy('ticket_articles.ticket_id')
