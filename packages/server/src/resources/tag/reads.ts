import { escapeLike } from '../../text/like.ts'
import { resources } from '@deskbell/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { type Context, may } from '../../kernel/context.ts'
import type { Page } from '../../kernel/page.ts'
import { from } from '../../kernel/scope.ts'

/**
 * Finds tags whose name contains a lower-case text. Callers who do not manage tags find only the tags of tickets that they
 * may read, because other tags would reveal something about other tickets.
 */
export const searchTags = (ctx: Context, term: string, limit: number): Promise<{ id: number; value: string }[]> =>
  ctx.db.sql
    .selectFrom('tags')
    .select(['id', 'name as value'])
    .$if(!may(ctx.actor, 'admin.tag'), (tags) => tags.where(isOnReadableTicket(ctx)))
    .where(sql<boolean>`name_downcase like ${patternContaining(term)} escape '\\'`)
    .orderBy('name_downcase')
    .limit(limit)
    .execute()

/** Returns the condition for tags of tickets that the caller may read. */
const isOnReadableTicket = (ctx: Context): Expression<SqlBool> =>
  sql<SqlBool>`exists ${from(ctx, resources.ticket)
    .innerJoin('tickets_tags as pair', 'pair.ticket_id', 'tickets.id')
    .select(sql`1`.as('one'))
    .where('pair.tag_id', '=', sql.ref('tags.id'))}`

/**
 * Returns the LIKE pattern. The term is cut, because databases refuse very long patterns. 251 characters are more than a name can
 * have, so a longer term still finds nothing.
 */
const patternContaining = (term: string): string => `%${escapeLike(term.slice(0, 251))}%`

/** A tag with its number of tickets. */
export interface CountedTag {
  readonly id: number
  readonly name: string
  readonly count: number
}

/** The columns by which a list of tags is sorted, with the direction of each. */
export type TagOrder = readonly (readonly [column: string, order: string])[]

/** Reads a page of all tags, or of those with the requested ids, and counts these tags. */
export async function listTags(
  { db }: Context,
  page: Page,
  order: TagOrder,
): Promise<{ rows: CountedTag[]; total: number }> {
  const isDescending = order[0]?.[0] === 'id' && order[0][1] === 'desc'
  const isAfterCursor =
    page.after === undefined ? sql`true` : sql`id ${sql.raw(isDescending ? '<' : '>')} ${page.after}`
  const isRequested = page.ids ? db.dialect.among(sql.ref('id'), sql.val(JSON.stringify(page.ids))) : sql`true`
  const sorts = order.map(([column, direction]) => {
    const value = column === 'name' ? db.dialect.byCodePoint(sql.ref('name')) : sql.ref(column)
    return sql`${value} ${sql.raw(direction)}`
  })
  // Databases refuse larger offsets, which are beyond the end of the list anyway.
  const offset = Math.min((page.page - 1) * page.perPage, Number.MAX_SAFE_INTEGER)
  const { rows } = await sql<CountedTag>`
    select id, name, count from (
      select id, name, (select count(*) from tickets_tags where tag_id = tags.id) as count from tags
    ) listed
    where ${isRequested} and ${isAfterCursor}
    order by ${sql.join(sorts)} limit ${page.perPage} offset ${offset}`.execute(db.sql)
  const counted = await sql<{ total: number }>`select count(*) as total from tags where ${isRequested}`.execute(db.sql)
  return { rows, total: Number(counted.rows[0]?.total) }
}
