import { sql } from 'kysely'
import type { Unit } from '../kernel/context.ts'

/**
 * Marks the tickets of the articles, attachments and tags that are marked for indexing, because their documents contain
 * these texts.
 */
export async function markTickets({ db, toIndex }: Unit): Promise<void> {
  const among = (column: string, name: string) =>
    db.dialect.among(sql.ref(column), sql.val(JSON.stringify([...(toIndex.get(name) ?? [])])))
  const sources = {
    article: () => db.sql.selectFrom('ticket_articles').select('ticket_id').where(among('id', 'article')),
    attachment: () =>
      db.sql
        .selectFrom('attachments')
        .innerJoin('ticket_articles', 'ticket_articles.id', 'attachments.article_id')
        .select('ticket_articles.ticket_id')
        .where(among('attachments.id', 'attachment')),
    tag: () => db.sql.selectFrom('tickets_tags').select('ticket_id').where(among('tag_id', 'tag')),
  }
  const tickets = toIndex.get('ticket') ?? new Set()
  for (const [name, rows] of Object.entries(sources)) {
    if (!toIndex.has(name)) continue
    for (const { ticket_id } of await rows().execute()) tickets.add(ticket_id)
  }
  if (tickets.size > 0) toIndex.set('ticket', tickets)
}
