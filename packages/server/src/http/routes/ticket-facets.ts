import { invalid } from '../../errors/fault.ts'
import { MAX_RELATED } from '../../search/facets.ts'
import { requestedTickets } from '../../resources/overview/tickets.ts'
import { names, textOf } from '../query.ts'
import { type Route, signedIn } from '../route.ts'
import { searchRequestIn, requestParameters } from './search-request.ts'

/** The fields that tickets are counted by. */
const countable = ['state_id', 'group_id', 'owner_id', 'priority_id', 'tags']

const buckets = {
  type: 'array',
  items: {
    type: 'object',
    properties: { value: { anyOf: [{ type: 'integer' }, { type: 'string' }] }, count: { type: 'integer' } },
    required: ['value', 'count'],
  },
}

const shared = {
  path: '/tickets/facets',
  tag: 'tickets',
  can: signedIn,
  description: `Counts the tickets of a search, or of an overview or saved view with \`view\`, by state, group, owner, priority and tag. The most frequent value comes first; of tags, the ${MAX_RELATED} most frequent ones are counted.`,
  parameters: [
    { name: 'view', doc: 'Link of an overview or a saved view.', schema: { type: 'string' } },
    ...requestParameters,
    {
      name: 'by',
      doc: `The attributes to count by: some of ${countable.join(', ')}, separated by commas. All by default.`,
      schema: { type: 'string' },
    },
  ],
  response: {
    title: 'TicketFacets',
    type: 'object',
    properties: {
      total: { type: 'integer', description: 'Number of tickets.' },
      facets: { type: 'object', properties: Object.fromEntries(countable.map((name) => [name, buckets])) },
    },
    required: ['total', 'facets'],
  },
  async run(ctx, { query }) {
    const by = names(query, 'by') ?? countable
    const unknown = by.find((name) => !countable.includes(name))
    if (unknown !== undefined) throw invalid('by', `by: expected some of ${countable.join(', ')}, got "${unknown}".`)
    const tickets = await requestedTickets(ctx, textOf(query, 'view'), searchRequestIn(query))
    return { body: JSON.stringify(await tickets.facets([...new Set(by)])) }
  },
} as const satisfies Omit<Route, 'method' | 'summary'>

/** Counts of tickets by `GET` and, for long conditions, by `POST`. */
export const facetRoutes: readonly Route[] = [
  { ...shared, method: 'GET', summary: 'Count tickets by their values' },
  { ...shared, method: 'POST', summary: 'Count tickets by their values' },
]
