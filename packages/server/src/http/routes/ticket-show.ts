import { resources } from '@deskbell/contract'
import { requireReadable } from '../../kernel/read-records.ts'
import { Fault } from '../../errors/fault.ts'
import { idOfNumber } from '../../resources/ticket/reads.ts'
import { flag, idIn } from '../query.ts'
import type { Route } from '../route.ts'
import { showRoute } from './reads.ts'
import { allOf, allParameter, wantsAll } from './ticket-all.ts'

const { ticket } = resources

const historyParameter = {
  name: 'history',
  doc: 'With `all`, return the history as well, if the caller sees the ticket as an agent.',
  schema: { type: 'boolean', default: false },
}

/**
 * Adds the parameters `all` and `history` to the route of one ticket. With `all`, it returns the ticket with its articles,
 * tags, links and all other related records.
 */
const withAll = (route: Route): Route => ({
  ...route,
  parameters: [...(route.parameters ?? []), allParameter, historyParameter],
  async run(ctx, input) {
    if (!wantsAll(input.query)) return route.run(ctx, input)
    const id = idIn(input.params['id'] ?? '', ticket.model)
    await requireReadable(ctx, ticket, id)
    return { body: await allOf(ctx, id, { withHistory: flag(input.query, 'history') }) }
  },
})

/** Reads one ticket by its id. */
const byId = withAll(showRoute(ticket))

/** The routes that read one ticket. */
export const ticketRoutes: readonly Route[] = [
  byId,
  {
    ...byId,
    path: '/tickets/by_number/:number',
    summary: 'Get a ticket by its number',
    description: 'Returns what `/tickets/:id` returns, for callers that know only the number that people quote.',
    async run(ctx, input) {
      const number = input.params['number'] ?? ''
      const id = await idOfNumber(ctx.db, number)
      if (id === undefined)
        throw new Fault('not_found', `There is no ticket with the number ${JSON.stringify(number)}.`)
      return byId.run(ctx, { ...input, params: { id: String(id) } })
    },
  },
]
