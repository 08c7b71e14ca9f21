import type { Connection } from '../../db/dialect.ts'

/** Returns the names of the tags of a ticket. */
export async function tagsOfTicket({ sql: db }: Connection, ticket: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets_tags')
    .innerJoin('tags', 'tags.id', 'tickets_tags.tag_id')
    .select('tags.name')
    .where('tickets_tags.ticket_id', '=', ticket)
    .orderBy('tags.id')
    .execute()
  return rows.map(({ name }) => name)
}
