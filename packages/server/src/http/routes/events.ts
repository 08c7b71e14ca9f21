import { names, type Query, wholeNumber } from '../query.ts'
import {
  type Input,
  type Listen,
  type LiveRoute,
  type Parameter,
  type Route,
  type RouteResponse,
  type Schema,
  signedIn,
} from '../route.ts'
import { readEndOfFeed, readFeed } from '../../events/feed.ts'
import { type EventFilter, eventFilter } from '../../kernel/event-patterns.ts'
import type { Context } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

const shared: readonly Parameter[] = [
  {
    name: 'after',
    doc: 'Cursor: only events after this one. `now`: only new events. 0: all stored events.',
    schema: {
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', enum: ['now'] },
      ],
    },
  },
  {
    name: 'names',
    doc: 'Only events with these names, separated by commas. Patterns such as `ticket.*` and `*.deleted` match several.',
    schema: { type: 'string' },
  },
]

const eventSchema: Schema = {
  title: 'Event',
  description: 'A change to a record that the caller may read.',
  type: 'object',
  properties: {
    id: { type: 'integer', description: 'Cursor. Ids increase in the order in which changes were committed.' },
    name: { type: 'string', description: 'The name of the event, such as `ticket.created`.' },
    object: { type: 'string', description: 'The kind of record, such as `Ticket` or `Ticket::Article`.' },
    collection: { type: 'string', description: 'The path of the records of this kind, such as `tickets`.' },
    o_id: { type: 'integer', description: 'The id of the record.' },
    ticket_id: { type: ['integer', 'null'], description: 'The ticket to which the record belongs.' },
    changes: {
      type: 'object',
      description: 'The changed attributes; with values if the caller may read the history of the record.',
      additionalProperties: { type: 'object' },
    },
    created_by_id: { type: ['integer', 'null'], description: 'The user who made the change.' },
    created_at: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'name', 'object', 'collection', 'o_id', 'ticket_id', 'changes', 'created_by_id', 'created_at'],
}

/** Pages of stored events. */
export const feedRoute: Route = {
  method: 'GET',
  path: '/events',
  tag: 'events',
  summary: 'List events',
  description:
    'Returns what happened to the records that the caller may read, in the order of commits. `Link` has a `next` while there is more, even if a page is short or empty; `X-Cursor` is the cursor to continue from, now or later.',
  can: signedIn,
  parameters: [
    ...shared,
    {
      name: 'limit',
      doc: 'Number of events on a page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    },
    { name: 'per_page', doc: 'Alias of `limit`.', schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT } },
  ],
  response: { type: 'array', items: eventSchema },
  cached: true,
  run: respondWithPage,
}

/** A stream of new events. */
export const streamRoute: LiveRoute = {
  method: 'GET',
  path: '/events/stream',
  tag: 'events',
  summary: 'Stream events',
  description:
    'Sends the same events as server-sent events as they happen. It starts with new events, or after the one named by `Last-Event-ID` or `after`.',
  can: signedIn,
  parameters: shared,
  response: 'text/event-stream',
  live: openStream,
}

async function respondWithPage(ctx: Context, { query, url }: Input): Promise<RouteResponse> {
  const filter = filterIn(query)
  const size = wholeNumber(query, 'limit', 1, MAX_LIMIT) ?? wholeNumber(query, 'per_page', 1, MAX_LIMIT)
  const after = cursorIn('after', query['after'] ?? '0') ?? (await readEndOfFeed(ctx))
  const page = await readFeed(ctx, { after, limit: size ?? DEFAULT_LIMIT, ...(filter ? { filter } : {}) })
  return {
    body: `[${page.events.map(([, text]) => text).join()}]`,
    headers: { 'x-cursor': String(page.cursor), ...(page.hasMore ? { link: nextLink(url, page.cursor) } : {}) },
  }
}

async function openStream({ query, headers }: Input, listen: Listen): Promise<RouteResponse> {
  const lastId = headers['last-event-id']
  const after = lastId === undefined ? cursorIn('after', query['after'] ?? 'now') : cursorIn('Last-Event-ID', lastId)
  return {
    body: await listen(after, filterIn(query)),
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // Nginx would buffer the stream.
      'x-accel-buffering': 'no',
      connection: 'close',
    },
  }
}

/** Parses a cursor; undefined for `now`. @throws Fault `invalid`. */
function cursorIn(name: string, value: unknown): number | undefined {
  if (value === 'now') return undefined
  const cursor = wholeNumber({ [name]: value }, name, 0, Number.MAX_SAFE_INTEGER)
  if (cursor === undefined) throw invalid(name, `${name}: expected the id of an event, or now.`)
  return cursor
}

function filterIn(query: Query): EventFilter | undefined {
  const patterns = names(query, 'names')
  return patterns && eventFilter(patterns, 'names')
}

function nextLink(url: string, cursor: number): string {
  const start = url.indexOf('?')
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
  parameters.set('after', String(cursor))
  return `<${start < 0 ? url : url.slice(0, start)}?${parameters}>; rel="next"`
}
