import { assetName, type Resource, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import { type Context, may } from '../../kernel/context.ts'
import { idsIn } from '../../kernel/read-records.ts'
import { invalid } from '../../errors/fault.ts'
import { RESCORE_WINDOW } from '../../search/ranked.ts'
import type { SearchRequest } from '../../search/interpret.ts'
import { globalSearch } from '../../search/global-search.ts'
import { COUNTED_HITS } from '../../search/hits.ts'
import { respondWithPage, listParameters, readPageOf } from '../paging.ts'
import { flag } from '../query.ts'
import { type Input, type Parameter, type Route, type Schema, signedIn } from '../route.ts'
import { noticeProperties } from '../openapi/search-errors.ts'
import { checkHighlight } from './search.ts'
import { lenientParameter, searchRequestIn, withNotices, MAX_COUNTED } from './search-request.ts'

/** The searched resources, in the order of the response. Clients fail on names of resources that they do not know. */
const kinds: readonly Resource[] = [
  resources.ticket,
  resources.user,
  resources.organization,
  resources.group,
  resources.role,
]

const parameters: readonly Parameter[] = [
  { name: 'query', doc: 'Search expression; see the guide to the search language.', schema: { type: 'string' } },
  ...listParameters.filter(({ name }) => ['page', 'per_page', 'limit'].includes(name)),
  {
    name: 'by_object',
    doc: 'Return one list for each kind of record instead of a common one.',
    schema: { type: 'boolean' },
  },
  {
    name: 'highlight',
    doc: 'Also return where the words of the query occur in each hit; not available with `by_object`.',
    schema: { type: 'boolean' },
  },
  { name: 'only_total_count', doc: 'Return only the exact number of hits.', schema: { type: 'boolean' } },
  { name: 'with_total_count', doc: 'Also return the exact number of hits.', schema: { type: 'boolean' } },
  { name: 'time_zone', doc: 'Time zone of dates in the query, such as Europe/Berlin.', schema: { type: 'string' } },
  lenientParameter(true),
]

const ids = { type: 'array', items: { type: 'integer' } }
const hit = { type: 'object', properties: { type: { type: 'string' }, id: { type: 'integer' } } }
const list = { type: 'object', properties: { object_ids: ids, total_count: { type: 'integer' } } }
const response: Schema = {
  type: 'object',
  properties: {
    assets: { type: 'object', additionalProperties: { type: 'object' } },
    result: {
      oneOf: [
        { type: 'array', items: hit },
        { type: 'object', additionalProperties: list },
      ],
    },
    total_count: { type: 'integer' },
    ...noticeProperties,
  },
}

/** The search in all resources, or in some, whose names are joined by hyphens. */
export const searchAllRoutes: readonly Route[] = ['/search', '/search/:objects'].flatMap((path) =>
  (['GET', 'POST'] as const).map((method) => ({
    method,
    path,
    tag: 'search',
    summary: 'Search several kinds of records',
    description:
      'Searches tickets, users, organizations, groups and roles at once, or only those that the path names, as in `/search/ticket-user`. Returns one list, best matches first, unless `by_object` is true.',
    can: signedIn,
    parameters,
    response,
    run: searchAll,
  })),
)

async function searchAll(ctx: Context, { params, query, url }: Input) {
  for (const name of ['sort_by', 'order_by', 'after', 'ids', 'condition']) {
    if (query[name] !== undefined) throw invalid(name, `${name}: only for searches in one kind of record.`)
  }
  const page = readPageOf(ctx, resources.ticket, query)
  checkHighlight(query, page)
  const request = searchRequestIn(query, true)
  const searchedKinds = kindsIn(ctx, params['objects'])
  const search = await globalSearch(ctx, searchedKinds, request)
  // Undefined means more than `MAX_COUNTED`.
  const count = async (other: SearchRequest) =>
    (await (await globalSearch(ctx, searchedKinds, other)).count(MAX_COUNTED)) ?? MAX_COUNTED + 1
  const addNotices = (body: string, hits?: number) => withNotices(ctx, searchedKinds, request, { body, hits }, count)
  if (flag(query, 'only_total_count')) return { body: await addNotices(`{"total_count":${await search.count()}}`) }
  const start = (page.page - 1) * page.perPage
  if (start >= RESCORE_WINDOW) {
    throw invalid(
      'page',
      `page: a search over all kinds ends after ${RESCORE_WINDOW} hits; search one kind for the rest.`,
    )
  }
  if (flag(query, 'by_object')) return { body: await addNotices(await listsByObject(ctx, search, start, page.perPage)) }
  const { hits, rows } = await search.page(start, page.perPage, flag(query, 'highlight'))
  const assets = await assetsOf(ctx, rows, { mode: 'ids' })
  const isExact = flag(query, 'with_total_count')
  const total = await search.count(isExact ? undefined : COUNTED_HITS)
  const body = `{"assets":${assets},"result":${JSON.stringify(hits)}${isExact ? `,"total_count":${total}` : ''}}`
  return respondWithPage(url, page, {
    body: await addNotices(body, total),
    ids: hits.map(({ id }) => id),
    ...(total === undefined ? {} : { total }),
  })
}

async function listsByObject(
  ctx: Context,
  search: Awaited<ReturnType<typeof globalSearch>>,
  start: number,
  size: number,
): Promise<string> {
  const pages = await search.pages(start, size)
  const rows = pages.map((page) => page.rows)
  const assets = await assetsOf(ctx, rows, { mode: 'ids' })
  const lists = pages.map(({ type, rows, total }) => [type, { object_ids: idsIn(rows), total_count: total }])
  return `{"assets":${assets},"result":${JSON.stringify(Object.fromEntries(lists))}}`
}

/** Returns the requested resources that the caller may search. */
function kindsIn({ actor }: Context, names: string | undefined): Resource[] {
  const requested = names === undefined ? kinds : [...new Set(names.toLowerCase().split('-'))].map(kindNamed)
  return requested.filter(({ can }) => can.search?.length === 0 || may(actor, ...(can.search ?? [])))
}

/** @throws Fault `invalid` for an unknown name. */
function kindNamed(name: string): Resource {
  const kind = kinds.find((candidate) => assetName(candidate).toLowerCase() === name)
  if (kind) return kind
  const names = kinds.map(assetName).join(', ')
  throw invalid('objects', `objects: there is no kind "${name.slice(0, 60)}"; there are ${names}.`)
}
