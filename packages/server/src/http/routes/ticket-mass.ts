import { resources } from '@deskbell/contract'
import { assetsById } from '../../kernel/assets.ts'
import { Fault } from '../../errors/fault.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { prepareArticle, type PreparedArticle } from '../../resources/article/prepare.ts'
import { applyEffect } from '../../resources/macro/apply.ts'
import { effectOf } from '../../resources/macro/perform.ts'
import { usableMacro } from '../../resources/macro/usable.ts'
import { changeableTickets, forEachTicket } from '../../resources/ticket/mass.ts'
import { prepareTicket } from '../../resources/ticket/prepare.ts'
import { anything, described, field, list, mapOf, optional, type Values } from '../../writing/parts.ts'
import { change } from '../../writing/write.ts'
import { withBody } from '../with-body.ts'
import type { Answer, WriteRoute } from '../route.ts'
import { ignoredHeader } from '../reply.ts'

const { ticket } = resources

/** More tickets in one transaction would delay all other writes. */
const MAX_TICKETS = 500

const ids = { type: 'array', items: { type: 'integer' }, maxItems: MAX_TICKETS }

const idList = list(field({ kind: 'ref' }), { max: MAX_TICKETS, min: 1, commas: true })
const ticketParts = {
  ticket_ids: optional(described('Ids of the tickets.', idList)),
  ids: optional(described('Alias of `ticket_ids`.', idList)),
}
const updateParts = {
  ...ticketParts,
  attributes: optional(
    described(
      'Attributes as in the update of a ticket. Blank ones are left out, as forms send them.',
      mapOf(anything()),
    ),
  ),
  article: optional(
    anything({ type: 'object', description: 'An article to add to each, as in the update of a ticket.' }),
  ),
}
const macroParts = { ...ticketParts, macro_id: field({ kind: 'ref', doc: 'Id of the macro.' }) }

const shared = {
  method: 'POST',
  tag: 'tickets',
  can: ['ticket.agent'],
  needs: [['ticket_ids', 'ids']],
  answer: {
    type: 'object',
    properties: { ticket_ids: ids, assets: { type: 'object', additionalProperties: { type: 'object' } } },
    required: ['ticket_ids', 'assets'],
  },
} as const

const failedTicket = {
  type: 'object',
  description: 'The first ticket that could not be changed; the reason stands in the header `X-Failure`.',
  properties: { error: { type: 'boolean', const: true }, ticket_id: { type: 'integer' } },
  required: ['error', 'ticket_id'],
}

/** Changes of many tickets, all or none. */
export const massRoutes: readonly WriteRoute[] = [
  withBody(updateParts, {
    ...shared,
    path: '/tickets/mass_update',
    summary: 'Update many tickets',
    description: `Changes up to ${MAX_TICKETS} tickets in the same way, all or none; \`article\` adds one to each.`,
    failed: failedTicket,
    async write(ctx, { body: given }) {
      const wanted = ticketsIn(given)
      const article = given.article === undefined ? {} : { article: given.article }
      const body = await prepareTicket(ctx, 'update', { ...attributesIn(given.attributes ?? {}), ...article })
      return async (writing) => {
        await changeableTickets(writing, wanted)
        const ignored = new Set<string>()
        await forEachTicket(wanted, async (id) => {
          const written = await change(writing, ticket, id, body)
          for (const name of written.ignored) ignored.add(name)
        })
        return answerOf(writing, wanted, [...ignored])
      }
    },
  }),
  withBody(macroParts, {
    ...shared,
    path: '/tickets/mass_macro',
    summary: 'Run a macro on many tickets',
    description: `Takes up to ${MAX_TICKETS} tickets, all or none. The macro runs with the rights of the caller.`,
    failed: {
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
      const wanted = ticketsIn(body)
      const macro = await usableMacro(ctx, body.macro_id)
      const effect = effectOf(ctx, macro.perform)
      const articles: PreparedArticle[] = []
      for (const article of effect.articles) articles.push(await prepareArticle(ctx, article))
      return async (writing) => {
        checkGroups(macro.groups, await changeableTickets(writing, wanted))
        await forEachTicket(wanted, (id) => applyEffect(writing, id, effect, articles))
        return answerOf(writing, wanted)
      }
    },
  }),
]

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

/** @throws Fault `invalid` with the tickets to whose groups the macro does not belong. */
function checkGroups(groups: readonly number[], tickets: readonly FieldValues[]): void {
  const blocking = tickets.filter(({ group_id }) => groups.length > 0 && !groups.includes(group_id as number))
  if (blocking.length === 0) return
  const error = 'Macro group restrictions do not cover all tickets'
  throw new Fault('invalid', error, { body: { error, blocking_tickets: blocking.map(({ id }) => id) } })
}

async function answerOf(
  ctx: WriteContext,
  wanted: readonly number[],
  ignored: readonly string[] = [],
): Promise<Answer> {
  const assets = await assetsById(ctx, ticket, wanted)
  return { body: `{"ticket_ids":[${wanted.join()}],"assets":${assets}}`, ...ignoredHeader(ignored) }
}
