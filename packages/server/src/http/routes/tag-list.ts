import { type Resource, resources } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'
import type { Page } from '../../kernel/page.ts'
import { answerPage, listParameters, readPageOf, viewParameters } from '../paging.ts'
import { flag, names, type Query } from '../query.ts'
import type { Route } from '../route.ts'
import { fullSchema } from '../openapi/schemas.ts'

/** What a row of the list of tags has. */
const columns = ['id', 'name', 'count'] as const
type Row = Readonly<Record<(typeof columns)[number], number | string>>

/** The tags as a list sees them: sorted by any of these columns. */
const listed: Resource = {
  ...resources.tag,
  fields: {
    id: resources.tag.fields.id,
    name: resources.tag.fields.name,
    count: { kind: 'integer', doc: 'Number of tickets with this tag.' },
  },
}

/** A list like every other, but by name unless it is said otherwise: clients show it as it comes. */
export const tagListRoute: Route = {
  method: 'GET',
  path: '/tag_list',
  tag: 'tags',
  summary: 'List tags',
  description: 'Sorted by name, each with its number of tickets.',
  can: ['admin.tag'],
  parameters: [...listParameters, ...viewParameters],
  answer: {
    oneOf: [
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, name: { type: 'string' }, count: { type: 'integer' } },
        },
      },
      fullSchema,
    ],
  },
  remembered: true,
  async run(ctx, { query, url }) {
    const fields = fieldsOf(query)
    const page = readPageOf(ctx, listed, query)
    const { rows, total } = await read(ctx, page, orderOf(page, query))
    const ids = rows.map(({ id }) => Number(id))
    const list = JSON.stringify(rows.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]]))))
    const isFull = flag(query, 'full') && !flag(query, 'expand')
    const body = isFull ? JSON.stringify({ record_ids: ids, assets: {}, total_count: total }) : list
    return answerPage(url, page, { body, total, ids })
  },
}

function fieldsOf(query: Query): readonly (typeof columns)[number][] {
  const given = names(query, 'fields')
  if (!given || given.length === 0) return columns
  const unknown = given.find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined) throw invalid('fields', `fields: tag has no "${unknown}"; it has ${columns.join(', ')}.`)
  return columns.filter((column) => given.includes(column))
}

/** A cursor walks by id; a direction alone turns the order by name round. */
function orderOf({ sort, after }: Page, query: Query): readonly (readonly [column: string, order: string])[] {
  const isUsual = after === undefined && (names(query, 'sort_by') ?? []).length === 0
  const order = isUsual
    ? [['name', sort[0]?.order ?? 'asc'] as const]
    : sort.map((by) => [by.column, by.order] as const)
  return [...order, ['id', 'asc']]
}

async function read(ctx: Context, page: Page, order: ReturnType<typeof orderOf>) {
  const { db } = ctx
  const isDown = order[0]?.[0] === 'id' && order[0][1] === 'desc'
  const behind: RawBuilder<unknown> = sql`id ${sql.raw(isDown ? '<' : '>')} ${page.after}`
  const named = page.ids ? db.dialect.among(sql.ref('id'), sql.val(JSON.stringify(page.ids))) : sql`true`
  const by = order.map(([column, direction]) => {
    const value = column === 'name' ? sql`name collate ${sql.raw(db.dialect.binary)}` : sql.ref(column)
    return sql`${value} ${sql.raw(direction)}`
  })
  // No database counts further; there is nothing behind it either.
  const offset = Math.min((page.page - 1) * page.perPage, Number.MAX_SAFE_INTEGER)
  const { rows } = await sql<Row>`
    select id, name, count from (
      select id, name, (select count(*) from tickets_tags where tag_id = tags.id) as count from tags
    ) listed
    where ${named} and ${page.after === undefined ? sql`true` : behind}
    order by ${sql.join(by)} limit ${page.perPage} offset ${offset}`.execute(db.sql)
  const counted = await sql<{ total: number }>`select count(*) as total from tags where ${named}`.execute(db.sql)
  return { rows, total: Number(counted.rows[0]?.total) }
}
