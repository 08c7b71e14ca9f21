import { type Resource, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context } from '../../kernel/context.ts'
import { bareList, fullList, idsIn, type Listed, shapeOf } from '../../kernel/crud.ts'
import { type Query, flag, textOf } from '../query.ts'
import { answerPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import type { Parameter, Route } from '../route.ts'
import { countUpTo, search } from '../../search/run.ts'
import { searchSchema } from '../schemas.ts'

const searchable: readonly Resource[] = [resources.ticket, resources.user, resources.organization, resources.group]

const parameters: readonly Parameter[] = [
  { name: 'query', doc: 'What to look for; see the guide to the search language.', schema: { type: 'string' } },
  ...listParameters.filter(({ name }) => name !== 'after' && name !== 'ids'),
  ...viewParameters,
  { name: 'only_total_count', doc: 'Only the exact number of hits.', schema: { type: 'boolean' } },
  { name: 'with_total_count', doc: 'The records and the exact number of hits.', schema: { type: 'boolean' } },
]

function searchRoute(method: 'GET' | 'POST', resource: Resource): Route {
  return {
    method,
    path: `/${resource.path}/search`,
    tag: resource.path,
    doc: `Search ${resource.path}: newest change first, related records included.`,
    can: resource.can.search ?? [],
    parameters,
    answer: searchSchema(resource),
    async run(ctx, { query, url }) {
      const page = readPageOf(resource, query)
      const hits = await answerSearch(ctx, resource, query)
      return answerPage(url, page, hits)
    },
  }
}

/** The shapes of an answer, in the order in which they are asked about (product, section 2). */
async function answerSearch(ctx: Context, resource: Resource, query: Query): Promise<Listed> {
  const page = readPageOf(resource, query)
  const found = await search(ctx, resource, textOf(query, 'query') ?? textOf(query, 'term') ?? '')
  if (flag(query, 'only_total_count')) {
    const total = await found.count()
    return { body: `{"total_count":${total}}`, total, ids: [] }
  }
  const view = readView(ctx, resource, query)
  const shape = shapeOf(ctx, resource, view)
  const rows = await found.rows(page, { ...shape, mode: shape.mode === 'columns' ? 'ids' : shape.mode })
  const ids = idsIn(rows)
  if (view.mode === 'full' || flag(query, 'with_total_count')) {
    const total = await found.count()
    if (view.mode === 'full') return { body: await fullList(ctx, rows, view, total), total, ids }
    return { body: `{"records":${await bareList(ctx, rows, shape)},"total_count":${total}}`, total, ids }
  }
  const before = (page.page - 1) * page.perPage
  const isLast = ids.length < page.perPage && (ids.length > 0 || page.page === 1)
  const counted = isLast ? before + ids.length : await found.count(countUpTo)
  const total = counted > countUpTo ? {} : { total: counted }
  if (resource.name === 'ticket' && view.mode === 'plain') {
    const assets = await assetsOf(ctx, rows, { mode: 'ids', ...(view.fields ? { fields: view.fields } : {}) })
    return { body: `{"tickets":[${ids.join()}],"tickets_count":${ids.length},"assets":${assets}}`, ...total, ids }
  }
  return { body: await bareList(ctx, rows, shape), ...total, ids }
}

/** Each of them by `GET` and, for long queries, by `POST`. Last, because it needs what stands above. */
export const searchRoutes: readonly Route[] = searchable.flatMap((resource) => [
  searchRoute('GET', resource),
  searchRoute('POST', resource),
])
