import type { WriteContext } from '../../kernel/context.ts'
import { deletionObstacle } from './rules.ts'

/** The numbers of records that the deletion of a user would delete and keep. */
export interface DeletionPreview {
  /** Tickets of which the user is the customer, their articles and attached files: all of them are deleted. */
  readonly tickets: number
  readonly articles: number
  readonly attachments: number
  /** Articles of the user in tickets of others, which remain without the name of the author. */
  readonly kept_articles: number
  /** The reason why the user cannot be deleted; null if there is none. */
  readonly obstacle: string | null
}

/** Counts what the deletion of a user would delete and keep. Nothing is deleted. */
export async function previewDeletion(ctx: WriteContext, user: number): Promise<DeletionPreview> {
  const { sql: db } = ctx.db
  const tickets = db.selectFrom('tickets').where('customer_id', '=', user)
  const articles = db.selectFrom('ticket_articles').where('ticket_id', 'in', tickets.select('id'))
  const attachments = db.selectFrom('attachments').where('article_id', 'in', articles.select('id'))
  const elsewhere = db
    .selectFrom('ticket_articles')
    .where('ticket_id', 'not in', tickets.select('id'))
    .where((eb) => eb.or([eb('created_by_id', '=', user), eb('origin_by_id', '=', user)]))
  const counts = [tickets, articles, attachments, elsewhere].map(async (rows) => {
    const { count } = await (rows as typeof tickets)
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
  const [ticketCount = 0, articleCount = 0, attachmentCount = 0, kept_articles = 0] = await Promise.all(counts)
  const obstacle = (await deletionObstacle(ctx, user)) ?? null
  return { tickets: ticketCount, articles: articleCount, attachments: attachmentCount, kept_articles, obstacle }
}
