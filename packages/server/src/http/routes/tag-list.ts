import { type Resource, resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { Page } from '../../kernel/page.ts'
import { listTags, type TagOrder } from '../../resources/tag/reads.ts'
import { respondWithPage, listParameters, readPageOf, viewParameters } from '../paging.ts'
import { flag, names, type Query } from '../query.ts'
import type { Route } from '../route.ts'
import { fullSchema } from '../openapi/schemas.ts'

const columns = ['id', 'name', 'count'] as const

/** A tag as the list shows it, which can be sorted by any of these columns. */
const listed: Resource = {
  ...resources.tag,
  fields: {
    id: resources.tag.fields.id,
    name: resources.tag.fields.name,
    count: { kind: 'integer', doc: 'Number of tickets with this tag.' },
  },
}

/** The default order is that of names, because clients show the list without sorting it. */
export const tagListRoute: Route = {
  method: 'GET',
  path: '/tag_list',
  tag: 'tags',
  summary: 'List tags',
  description: 'Each tag has its number of tickets. The default order is that of names.',
  can: ['admin.tag'],
  parameters: [...listParameters, ...viewParameters],
  response: {
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
  cached: true,
  async run(ctx, { query, url }) {
    const fields = fieldsOf(query)
    const page = readPageOf(ctx, listed, query)
    const { rows, total } = await listTags(ctx, page, orderOf(page, query))
    const ids = rows.map(({ id }) => id)
    const list = JSON.stringify(rows.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]]))))
    const isFull = flag(query, 'full') && !flag(query, 'expand')
    const body = isFull ? JSON.stringify({ record_ids: ids, assets: {}, total_count: total }) : list
    return respondWithPage(url, page, { body, total, ids })
  },
}

function fieldsOf(query: Query): readonly (typeof columns)[number][] {
  const fields = names(query, 'fields')
  if (!fields || fields.length === 0) return columns
  const unknown = fields.find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined) throw invalid('fields', `fields: tag has no "${unknown}"; it has ${columns.join(', ')}.`)
  return columns.filter((column) => fields.includes(column))
}

/**
 * Returns the order: by name by default, by id with a cursor. `order_by` without `sort_by` gives the direction of the
 * default order.
 */
function orderOf({ sort, after }: Page, query: Query): TagOrder {
  const isDefault = after === undefined && (names(query, 'sort_by') ?? []).length === 0
  const order = isDefault
    ? [['name', sort[0]?.order ?? 'asc'] as const]
    : sort.map(({ column, order: direction }) => [column, direction] as const)
  return [...order, ['id', 'asc']]
}
