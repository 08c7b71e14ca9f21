import { resources } from '@deskbell/contract'
import { assetsById } from '../../kernel/assets.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import type { Context, FieldValues, WriteContext } from '../../kernel/context.ts'
import { prepareArticle, type PreparedArticle } from '../../resources/article/prepare.ts'
import { applyEffect } from '../../resources/macro/apply.ts'
import { parseEffect } from '../../resources/macro/perform.ts'
import { usableMacro } from '../../resources/macro/usable.ts'
import { addTags, removeTag } from '../../resources/tag/actions.ts'
import { requestedTickets } from '../../resources/overview/tickets.ts'
import { changeableTickets, changeEach, forEachTicket } from '../../resources/ticket/mass.ts'
import { MAX_TAGS, prepareTicket } from '../../resources/ticket/prepare.ts'
import { anything, described, field, list, mapOf, nullable, optional, type Values } from '../../writing/parts.ts'
import type { Body } from '../../writing/input.ts'
import { change } from '../../writing/write.ts'
import { withBody } from '../with-body.ts'
import type { RouteResponse, WriteRoute } from '../route.ts'
import { ignoredHeader } from '../reply.ts'

const { ticket } = resources

/** Maximum number of tickets in a request. More in one transaction would delay all other writes. */
const MAX_TICKETS = 500

const ids = { type: 'array', items: { type: 'integer' }, maxItems: MAX_TICKETS }

const idList = list(field({ kind: 'ref' }), { max: MAX_TICKETS, min: 1, commas: true })
const ticketParts = {
  ticket_ids: optional(described('Ids of the tickets.', idList)),
  ids: optional(described('Alias of `ticket_ids`.', idList)),
}
const partialParts = {
  ...ticketParts,
  partial: field({
    kind: 'boolean',
    default: false,
    doc: 'With `ticket_ids`: each ticket is changed or refused on its own.',
  }),
}
const tagList = list(field({ kind: 'text', max: 250 }), { max: MAX_TAGS, commas: true })
const updateParts = {
  ...partialParts,
  attributes: optional(
    described(
      'Attributes as in the update of a ticket. Blank ones are ignored, because forms send them for unchanged fields.',
      mapOf(anything()),
    ),
  ),
  article: optional(
    anything({ type: 'object', description: 'An article to add to each ticket, as in the update of a ticket.' }),
  ),
  add_tags: optional(described('Tags to add to each ticket.', tagList)),
  remove_tags: optional(described('Tags to remove from each ticket.', tagList)),
  view: optional(field({ kind: 'text', doc: 'Link of an overview or a saved view whose tickets are changed.' })),
  query: optional(field({ kind: 'text', doc: 'Search expression that selects tickets.' })),
  condition: optional(anything({ type: 'object', description: 'Condition that selects tickets, as in a search.' })),
  time_zone: optional(field({ kind: 'text', doc: 'Time zone of dates in the query.' })),
  after: nullable(described('The `after` of the previous response, to continue there.', field({ kind: 'integer' }))),
}
const macroParts = { ...partialParts, macro_id: field({ kind: 'ref', doc: 'Id of the macro.' }) }

const shared = {
  method: 'POST',
  tag: 'tickets',
  can: ['ticket.agent'],
  needs: [['ticket_ids', 'ids']],
  response: {
    type: 'object',
    properties: { ticket_ids: ids, assets: { type: 'object', additionalProperties: { type: 'object' } } },
    required: ['ticket_ids', 'assets'],
  },
} as const

const names = { type: 'array', items: { type: 'string' } }

const partialResponse = {
  title: 'PartialUpdate',
  type: 'object',
  properties: {
    ticket_ids: { ...ids, description: 'The tickets that were changed.' },
    refused: {
      type: 'array',
      description: 'The tickets that were not changed, and why.',
      items: {
        type: 'object',
        properties: { ticket_id: { type: 'integer' }, error: { type: 'string' } },
        required: ['ticket_id', 'error'],
      },
    },
    previous: {
      type: 'array',
      description:
        'The earlier values of the attributes that were changed, and the changed tags. Updating each ticket with them undoes the change, except for new articles. Deleted tickets are missing.',
      items: {
        type: 'object',
        properties: {
          ticket_id: { type: 'integer' },
          attributes: { type: 'object' },
          added_tags: { ...names, description: 'Tags that were added, if any.' },
          removed_tags: { ...names, description: 'Tags that were removed, if any.' },
        },
        required: ['ticket_id', 'attributes'],
      },
    },
    remaining: { type: 'integer', description: 'Number of selected tickets that follow.' },
    after: { type: ['integer', 'null'], description: 'The cursor to the tickets that follow; null if there are none.' },
  },
  required: ['ticket_ids', 'refused', 'previous', 'remaining', 'after'],
}

const failedTicket = {
  type: 'object',
  description: 'The first ticket that could not be changed; the reason is in the header `X-Failure`.',
  properties: { error: { type: 'boolean', const: true }, ticket_id: { type: 'integer' } },
  required: ['error', 'ticket_id'],
}

/** Changes of many tickets. */
export const massRoutes: readonly WriteRoute[] = [
  withBody(updateParts, {
    ...shared,
    needs: [['ticket_ids', 'ids', 'view', 'query', 'condition']],
    path: '/tickets/mass_update',
    summary: 'Update many tickets',
    description: `Changes up to ${MAX_TICKETS} tickets in the same way; \`article\` adds one to each. Tickets named by id are changed all or none, unless \`partial\` is true. Of the tickets of a \`view\`, a \`query\` or a \`condition\`, the first ${MAX_TICKETS} in the order of ids are changed, each on its own; repeat the request with \`after\` until it is null.`,
    response: { oneOf: [shared.response, partialResponse] },
    unprocessable: failedTicket,
    async write(ctx, { body: request }) {
      const selected = await selectedTickets(ctx, request)
      const article = request.article === undefined ? {} : { article: request.article }
      const body = await prepareTicket(ctx, 'update', { ...attributesIn(request.attributes ?? {}), ...article })
      const tags = { add: request.add_tags ?? [], remove: request.remove_tags ?? [] }
      return (writing) => {
        const work = (id: number) => updateTicket(writing, id, body, tags)
        return selected ? updateEach(writing, selected, work) : updateAll(writing, ticketsIn(request), work)
      }
    },
  }),
  withBody(macroParts, {
    ...shared,
    path: '/tickets/mass_macro',
    summary: 'Run a macro on many tickets',
    description: `Takes up to ${MAX_TICKETS} tickets, all or none unless \`partial\` is true. The macro runs with the rights of the caller.`,
    response: { oneOf: [shared.response, partialResponse] },
    unprocessable: {
      anyOf: [
        failedTicket,
        {
          type: 'object',
          properties: {
            error: { type: 'string' },
            blocking_tickets: { ...ids, description: 'The tickets whose group does not have the macro.' },
          },
          required: ['error', 'blocking_tickets'],
        },
      ],
    },
    async write(ctx, { body }) {
      const tickets = ticketsIn(body)
      const macro = await usableMacro(ctx, body.macro_id)
      const effect = parseEffect(ctx, macro.perform)
      const articles: PreparedArticle[] = []
      for (const article of effect.articles) articles.push(await prepareArticle(ctx, article))
      return async (writing) => {
        if (body.partial) {
          const selected = { ids: tickets, remaining: 0, after: null }
          return updateEach(writing, selected, async (id, before) => {
            if (!covers(macro.groups, before)) throw new Fault('invalid', 'The macro is not for tickets of this group')
            await applyEffect(writing, id, effect, articles)
            return []
          })
        }
        checkGroups(macro.groups, await changeableTickets(writing, tickets))
        await forEachTicket(tickets, (id) => applyEffect(writing, id, effect, articles))
        return respondWithTickets(writing, tickets)
      }
    },
  }),
]

/** The tickets that a request changes one by one. */
interface Selected {
  readonly ids: readonly number[]
  /** Number of tickets that follow. */
  readonly remaining: number
  /** The cursor of the tickets that follow; null if there are none. */
  readonly after: number | null
}

/** Selects the tickets to change one by one; undefined if the request names tickets and is to change all or none. */
async function selectedTickets(ctx: Context, body: Values<typeof updateParts>): Promise<Selected | undefined> {
  const { view, query, condition, after } = body
  const [searchKey] = Object.entries({ view, query, condition }).find(([, value]) => value !== undefined) ?? []
  if (body.ticket_ids ?? body.ids) {
    if (searchKey !== undefined) throw invalid(searchKey, `${searchKey}: not together with ticket_ids.`)
    return body.partial ? { ids: ticketsIn(body), remaining: 0, after: null } : undefined
  }
  // A request without these keys would select all tickets, which is more likely a mistake.
  if (view === undefined && isBlank(query) && isBlank(condition)) {
    throw invalid('query', 'query: expected a search expression.')
  }
  // Never lenient: a mistake that is read as words could select tickets that are not meant.
  const tickets = await requestedTickets(ctx, view, { text: query ?? '', condition, zone: body.time_zone })
  const allIds = await tickets.ids([{ column: 'id', order: 'asc' }])
  const rest = allIds.filter((id) => id > (after ?? 0))
  const ids = rest.slice(0, MAX_TICKETS)
  const remaining = rest.length - ids.length
  return { ids, remaining, after: remaining > 0 ? (ids.at(-1) as number) : null }
}

/** Changes a ticket and its tags. Returns the keys of the body that were ignored. */
async function updateTicket(
  ctx: WriteContext,
  id: number,
  body: Body,
  tags: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<readonly string[]> {
  const { ignored } = await change(ctx, ticket, id, body)
  await addTags(ctx, id, tags.add)
  for (const tag of tags.remove) await removeTag(ctx, id, tag)
  return ignored
}

async function updateEach(
  ctx: WriteContext,
  { ids, remaining, after }: Selected,
  work: Parameters<typeof changeEach>[2],
): Promise<RouteResponse> {
  const { changed: ticket_ids, refused, previous, ignored } = await changeEach(ctx, ids, work)
  return { body: JSON.stringify({ ticket_ids, refused, previous, remaining, after }), ...ignoredHeader(ignored) }
}

async function updateAll(
  ctx: WriteContext,
  ids: readonly number[],
  work: (id: number) => Promise<readonly string[]>,
): Promise<RouteResponse> {
  await changeableTickets(ctx, ids)
  const ignored = new Set<string>()
  await forEachTicket(ids, async (id) => {
    for (const name of await work(id)) ignored.add(name)
  })
  return respondWithTickets(ctx, ids, [...ignored])
}

const ticketsIn = ({ ticket_ids, ids = [] }: Values<typeof ticketParts>): number[] => [...new Set(ticket_ids ?? ids)]

/** Leaves out blank attributes, which forms send for unchanged fields. */
function attributesIn(attributes: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => !isBlank(value)))
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined
}

/** Returns true if a macro with these groups may run on a ticket; one without groups runs on all. */
const covers = (groups: readonly number[], { group_id }: FieldValues): boolean =>
  groups.length === 0 || groups.includes(group_id as number)

/** @throws Fault `invalid` with the tickets to whose groups the macro does not belong. */
function checkGroups(groups: readonly number[], tickets: readonly FieldValues[]): void {
  const blocking = tickets.filter((row) => !covers(groups, row))
  if (blocking.length === 0) return
  const error = 'Macro group restrictions do not cover all tickets'
  throw new Fault('invalid', error, { body: { error, blocking_tickets: blocking.map(({ id }) => id) } })
}

async function respondWithTickets(
  ctx: WriteContext,
  ids: readonly number[],
  ignored: readonly string[] = [],
): Promise<RouteResponse> {
  const assets = await assetsById(ctx, ticket, ids)
  return { body: `{"ticket_ids":[${ids.join()}],"assets":${assets}}`, ...ignoredHeader(ignored) }
}
