/** A record in the form of the HTTP API. */
export interface FakeRecord {
  id: number
  [attribute: string]: unknown
}

/** Records by collection name. */
export interface FakeRecords {
  [collection: string]: FakeRecord[]
}

/** A request to the fake service. */
export interface FakeRequest {
  readonly method: string
  /** Path and query as sent: `/api/v1/users?page=1&per_page=10&expand=false`. */
  readonly url: string
  readonly headers: Headers
  /** Parsed JSON of the body. */
  readonly body: unknown
}

/** Options of a fake service. */
export interface FakeOptions {
  /** The server to imitate. `deskbell` (default) returns totals, and related records with ticket searches. `classic` and `modern`
   * are two generations of Zammad, whose lists have no totals. `classic` returns related records with ticket searches; `modern`
   * returns them only with `full=true`, together with the number of hits.
   */
  habits?: 'deskbell' | 'classic' | 'modern'
  /** Maximum page size; larger pages are shortened without an error. */
  maxPerPage?: number
  /** Responds to a request instead of the fake service, to simulate failures and delays; for `undefined`, the fake responds. */
  intercept?(request: FakeRequest): Response | undefined | Promise<Response | undefined>
}

/** Model names in assets and error messages. */
const models: { readonly [collection: string]: string } = {
  tickets: 'Ticket',
  users: 'User',
  organizations: 'Organization',
  groups: 'Group',
  roles: 'Role',
  ticket_states: 'TicketState',
  ticket_priorities: 'TicketPriority',
  ticket_articles: 'TicketArticle',
}

/** Returns the response to the first `POST` with the same idempotency key, as Deskbell does; Zammad ignores the key. */
export function respondOnce(
  responsesByKey: Map<string, Response>,
  { habits = 'deskbell' }: FakeOptions,
  { method, headers }: FakeRequest,
  respond: () => Response,
): Response {
  const key = headers.get('idempotency-key')
  if (method !== 'POST' || key === null || habits !== 'deskbell') return respond()
  const response = responsesByKey.get(key) ?? respond()
  responsesByKey.set(key, response.clone())
  return response
}

/** Returns the response to a request, and applies its changes to the records. */
export function reply(records: FakeRecords, options: FakeOptions, request: FakeRequest): Response {
  const { pathname, searchParams: query } = new URL(request.url, 'http://deskbell.test')
  const [collection = '', idOrAction, ticketId] = pathname.replace(/^\/api\/v1\//, '').split('/')
  const rows = (records[collection] ??= [])
  if (collection === 'version')
    return json({ version: '1', idempotency_keys: (options.habits ?? 'deskbell') === 'deskbell' })
  if (idOrAction === 'by_ticket') return json(rows.filter((row) => row['ticket_id'] === Number(ticketId)))
  if (idOrAction === 'search') return searchReply(records, options, collection, query)
  if (idOrAction === 'me') return json(rows[0])
  if (idOrAction === undefined && request.method === 'GET') return listReply(rows, options, query)
  if (request.method === 'POST') {
    const row = { ...(request.body as object), id: Math.max(0, ...rows.map(({ id }) => id)) + 1 }
    rows.push(row)
    return json(row, 201)
  }
  const row = rows.find(({ id }) => id === Number(idOrAction))
  if (!row) return failure(404, `Couldn't find ${models[collection] ?? collection} with 'id'=${idOrAction}`)
  if (request.method === 'PUT') return json(Object.assign(row, request.body))
  if (request.method === 'DELETE') {
    rows.splice(rows.indexOf(row), 1)
    return json({})
  }
  if (query.get('full') === 'true') return json({ id: row.id, assets: collectAssets(records, collection, [row]) })
  return json(row)
}

function listReply(rows: FakeRecord[], options: FakeOptions, query: URLSearchParams): Response {
  const ids = options.habits && options.habits !== 'deskbell' ? undefined : query.get('ids')?.split(',').map(Number)
  return pageReply(ids ? rows.filter(({ id }) => ids.includes(id)) : rows, options, query, json)
}

/** Finds records that contain the words of the query, in themselves or in related records. `*` matches all records; names of fields
 * in the query are ignored.
 */
function searchReply(records: FakeRecords, options: FakeOptions, collection: string, query: URLSearchParams): Response {
  const words = (query.get('query') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[\w.]+:/, ''))
  const hits = (records[collection] ?? []).filter((row) => {
    const text = JSON.stringify([row, ...relatedRecords(records, row)]).toLowerCase()
    return words.every((word) => word === '*' || text.includes(word))
  })
  const { habits = 'deskbell' } = options
  if (query.get('only_total_count') === 'true' && habits !== 'classic') return json({ total_count: hits.length })
  return pageReply(hits, options, query, (page, ...rest) => {
    const assets = () => collectAssets(records, collection, page)
    const ids = page.map(({ id }) => id)
    if (query.get('expand') === 'true') return json(page, ...rest)
    if (query.get('full') === 'true' && habits !== 'classic') {
      return json({ record_ids: ids, assets: assets(), total_count: hits.length }, ...rest)
    }
    if (collection !== 'tickets' || habits === 'modern') return json(page, ...rest)
    return json({ tickets: ids, tickets_count: ids.length, assets: assets() }, ...rest)
  })
}

function pageReply(
  rows: FakeRecord[],
  { habits = 'deskbell', maxPerPage = 1000 }: FakeOptions,
  query: URLSearchParams,
  toResponse: (page: FakeRecord[], status: number, headers: Record<string, string>) => Response,
): Response {
  const number = Number(query.get('page') ?? 1)
  const size = Math.min(Number(query.get('per_page') ?? 10), maxPerPage)
  const page = rows.slice((number - 1) * size, number * size)
  if (habits !== 'deskbell') return toResponse(page, 200, {})
  const hasMore = number * size < rows.length
  const link = `<http://deskbell.test/?page=1>; rel="first"${hasMore ? `, <http://deskbell.test/?page=${number + 1}>; rel="next"` : ''}`
  return toResponse(page, 200, { 'x-total-count': String(rows.length), link })
}

function relatedRecords(records: FakeRecords, row: FakeRecord): FakeRecord[] {
  const targets: [string, string][] = [
    ['customer_id', 'users'],
    ['owner_id', 'users'],
    ['organization_id', 'organizations'],
    ['group_id', 'groups'],
  ]
  return targets.flatMap(([field, collection]) => records[collection]?.filter(({ id }) => id === row[field]) ?? [])
}

function collectAssets(records: FakeRecords, collection: string, rows: FakeRecord[]): object {
  const assets: { [model: string]: { [id: number]: FakeRecord } } = {}
  const add = (name: string, row: FakeRecord) => {
    const recordsById = (assets[models[name] ?? name] ??= {})
    recordsById[row.id] = row
  }
  for (const row of rows) {
    add(collection, row)
    for (const related of relatedRecords(records, row)) {
      const name = Object.keys(records).find((key) => records[key]?.includes(related)) ?? ''
      add(name, related)
    }
  }
  return assets
}

function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers })
}

function failure(status: number, error: string): Response {
  return json({ error, error_human: error }, status)
}
