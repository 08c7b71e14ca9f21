import { resources, type TicketText } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { safeHtmlToText } from '../text/html.ts'
import type { Context } from '../kernel/context.ts'
import { from } from '../kernel/scope.ts'
import { ticketText } from './catalogue.ts'
import { type Add, findersFor, MAX_HIGHLIGHTED, MAX_OF_RECORD, type Target } from './highlight-targets.ts'

/** Maximum number of characters that are read for one request, and for one article. */
const MAX_READ = 2_000_000
const MAX_OF_ARTICLE = 50_000
/** Approximate number of characters in the other columns of an article. */
const OTHER_COLUMNS = 200

/** Searches tags, articles and names of attachments. */
export async function searchTicketTexts(
  ctx: Context,
  ids: readonly number[],
  targets: readonly Target[],
  add: Add,
): Promise<void> {
  const own = targets.filter(({ path, resource }) => path.length === 0 && resource.name === 'ticket')
  const findersOf = (path: TicketText) => findersFor(own, ticketText[path].public)
  const tickets = sql.val(`[${ids.join()}]`)
  const tagFinders = findersOf('tags')
  if (tagFinders.length > 0) {
    const rows = await ctx.db.sql
      .selectFrom('tickets_tags')
      .innerJoin('tags', 'tags.id', 'tickets_tags.tag_id')
      .select(['tickets_tags.ticket_id', 'tags.name'])
      .where((eb) => ctx.db.dialect.among(eb.ref('tickets_tags.ticket_id'), tickets))
      .orderBy('tags.id')
      .execute()
    for (const { ticket_id, name } of rows) add(ticket_id, 'tags', name, tagFinders)
  }
  const texts = (['subject', 'from', 'to', 'cc', 'body'] as const).filter(
    (name) => findersOf(`article.${name}`).length > 0,
  )
  const nameFinders = findersOf('article.attachment.title')
  if (texts.length === 0 && nameFinders.length === 0) return
  const articles = await articlesOf(ctx, tickets, ids.length)
  for (const { id, ticket_id, content_type, ...article } of articles) {
    for (const name of texts) {
      const text = name === 'body' && content_type === 'text/html' ? safeHtmlToText(article.body) : article[name]
      add(ticket_id, `article.${name}`, text, findersOf(`article.${name}`), id)
    }
  }
  if (nameFinders.length > 0)
    await searchAttachments(ctx, articles, (ticket, name, id) =>
      add(ticket, 'article.attachment.title', name, nameFinders, id),
    )
}

interface ArticleText {
  readonly id: number
  readonly ticket_id: number
  readonly content_type: string
  readonly subject: string | null
  readonly from: string | null
  readonly to: string | null
  readonly cc: string | null
  readonly body: string
}

/**
 * Reads articles in their order, as many of each ticket as fit into its share of the limit; long ones are truncated.
 */
async function articlesOf(
  ctx: Context,
  tickets: ReturnType<typeof sql.val<string>>,
  count: number,
): Promise<ArticleText[]> {
  const { article } = resources
  const own = from(ctx, article, 'read').where(ctx.db.dialect.among(sql.ref('ticket_articles.ticket_id'), tickets))
  const sizes = await ctx.db.arrays(
    own
      .select(['ticket_articles.id', 'ticket_articles.ticket_id', sql`length(ticket_articles.body)`.as('size')])
      .orderBy('ticket_articles.id')
      .compile(),
  )
  const room = new Map<number, number>()
  const chosen = sizes.flatMap(([id, ticket, size]) => {
    const remaining = room.get(ticket as number) ?? MAX_READ / count
    room.set(ticket as number, remaining - Math.min(size as number, MAX_OF_ARTICLE) - OTHER_COLUMNS)
    return remaining > 0 ? [id as number] : []
  })
  const query = dynamic(ctx.db)
    .selectFrom(article.path)
    .select([
      'id',
      'ticket_id',
      'content_type',
      'subject',
      'from',
      'to',
      'cc',
      sql`substr(body, 1, ${sql.lit(MAX_OF_ARTICLE)})`.as('body'),
    ])
    .where(ctx.db.dialect.among(sql.ref('id'), sql.val(`[${chosen.join()}]`)))
    .orderBy('id')
  return (await query.execute()) as unknown as ArticleText[]
}

/** Searches the names of the attachments of articles that the caller may read. */
async function searchAttachments(
  ctx: Context,
  articles: readonly ArticleText[],
  add: (ticket: number, name: string, article: number) => void,
): Promise<void> {
  const tickets = new Map(articles.map(({ id, ticket_id }) => [id, ticket_id]))
  const rows = await ctx.db.sql
    .selectFrom('attachments')
    .select(['article_id', 'filename'])
    .where((eb) => ctx.db.dialect.among(eb.ref('article_id'), sql.val(`[${[...tickets.keys()].join()}]`)))
    .orderBy('id')
    .limit(MAX_OF_RECORD * MAX_HIGHLIGHTED)
    .execute()
  for (const { article_id, filename } of rows) add(tickets.get(article_id) ?? 0, filename, article_id)
}
