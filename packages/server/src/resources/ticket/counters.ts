import { resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { hold } from '../../writing/write.ts'
import { isCommunication } from '../article/kinds.ts'
import { countersOf, isAnswer, type ArticleFacts } from './changes.ts'
import { statesOf } from './facts.ts'

/**
 * Updates counters, contact times and state of a ticket from its articles. They are computed from all articles each time,
 * so that the order of writes does not matter.
 * @param added the new article: an answer moves a new ticket to the next state.
 */
export async function updateCounters(ctx: WriteContext, ticket: number, added?: FieldValues): Promise<void> {
  await hold(ctx, resources.ticket, ticket)
  const articles = await articlesOf(ctx, ticket)
  const counters = countersOf(articles)
  const state_id = added && isAnswer(factsOfArticle(added)) ? await stateAfterAnswer(ctx, ticket) : undefined
  await update(ctx, 'ticket', ticket, { ...counters, ...(state_id === undefined ? {} : { state_id }) })
}

const factsOfArticle = ({ type_id, sender_id, internal }: FieldValues) => ({
  communication: isCommunication(type_id as number),
  sender_id: sender_id as number,
  internal: internal === true,
})

/** Reads the values of a ticket's articles that its counters depend on, in the order of their time. */
export async function articlesOf(unit: Unit, ticket: number): Promise<ArticleFacts[]> {
  const run = writeStatement(unit, 'articles:said', (input) =>
    dynamic(unit.db)
      .selectFrom('ticket_articles')
      .select(['created_at', 'created_by_id', 'type_id', 'sender_id', 'internal'])
      .where('ticket_id', '=', input(0))
      .orderBy('created_at')
      .orderBy('id'),
  )
  return ((await run(ticket)) as [string, number, number, number, unknown][]).map(
    ([created_at, created_by_id, type_id, sender_id, internal]) => ({
      created_at,
      created_by_id,
      type_id,
      sender_id,
      internal: Boolean(internal),
      communication: isCommunication(type_id),
    }),
  )
}

/** Records and returns the state after the first answer; undefined if the ticket is no longer new. */
async function stateAfterAnswer(unit: Unit, ticket: number): Promise<number | undefined> {
  const run = writeStatement(unit, 'ticket:state', (input) =>
    dynamic(unit.db).selectFrom('tickets').select('state_id').where('id', '=', input(0)),
  )
  const { first, answered } = await statesOf(unit)
  const state = (await run(ticket))[0]?.[0]
  if (answered === undefined || state !== first) return undefined
  await record(unit, {
    type: 'updated',
    name: 'ticket',
    id: ticket,
    changes: {
      state: {
        from: await nameOfState(unit, first as number),
        to: await nameOfState(unit, answered),
        id_from: first as number,
        id_to: answered,
      },
    },
  })
  return answered
}

async function nameOfState(unit: Unit, id: number): Promise<string> {
  const run = writeStatement(unit, 'state:name', (input) =>
    dynamic(unit.db)
      .selectFrom('ticket_states')
      .select(sql<string>`name`.as('name'))
      .where('id', '=', input(0)),
  )
  return (await run(id))[0]?.[0] as string
}
