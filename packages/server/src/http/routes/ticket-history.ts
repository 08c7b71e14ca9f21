import { assetName, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { represent } from '../../kernel/represent.ts'
import { assetsOfAll, rowsOf } from '../assets.ts'
import type { Route } from '../route.ts'
import { asAgent } from './ticket-owned.ts'

const { article, ticket, user } = resources
const assets = { type: 'object', additionalProperties: { type: 'object' } }

export const historyRoute: Route = {
  method: 'GET',
  path: '/ticket_history/:id',
  tag: 'tickets',
  doc: 'What happened to a ticket and its articles, in order; for agents.',
  can: ['ticket.agent'],
  answer: {
    type: 'object',
    properties: { history: { type: 'array', items: { type: 'object' } }, assets },
    required: ['history', 'assets'],
  },
  remembered: true,
  async run(ctx, { params }) {
    const id = await asAgent(ctx, params['id'])
    const history = await historyOf(ctx, id)
    return { body: JSON.stringify({ history, assets: await historyAssets(ctx, id, history) }) }
  },
}

/** Rows of the history in the shapes that existing clients know (reference, section 3.12). */
async function historyOf(
  { db }: Context,
  id: number,
): Promise<{ created_by_id: number; o_id: number; object: string }[]> {
  const rows = await db.sql
    .selectFrom('histories')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and({ object: ticket.model, o_id: id }),
        // The index leaves out what belongs to nothing; said in so many words, the query may use it.
        sql<boolean>`related_object = 'Ticket' and related_o_id = ${id} and related_o_id is not null`,
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    history_attribute_id: null,
    sourceable_type: null,
    sourceable_id: null,
    sourceable_name: null,
    o_id: row.o_id,
    ...(row.related_object === null
      ? { related_history_object_id: null }
      : { related_o_id: row.related_o_id, related_object: row.related_object }),
    created_by_id: row.created_by_id,
    created_at: row.created_at,
    object: row.object,
    type: row.type,
    ...(row.attribute === null
      ? {}
      : {
          attribute: row.attribute,
          value_from: row.value_from ?? '',
          value_to: row.value_to ?? '',
          id_from: row.id_from,
          id_to: row.id_to,
        }),
  }))
}

async function historyAssets(
  ctx: Context,
  id: number,
  history: Awaited<ReturnType<typeof historyOf>>,
): Promise<Record<string, unknown>> {
  const authors = history.map(({ created_by_id }) => created_by_id)
  const articles = history.flatMap(({ object, o_id }) => (object === article.model ? [o_id] : []))
  const rows = await rowsOf(ctx, article, articles)
  const texts = await represent(ctx, rows, { mode: 'expand' })
  const shown = Object.fromEntries(
    rows.cells.map(([key], index) => [key as number, JSON.parse(texts[index] as string)]),
  )
  const all = await assetsOfAll(ctx, [
    [ticket, [id]],
    [user, authors],
  ])
  return { ...all, ...(texts.length > 0 ? { [assetName(article)]: shown } : {}) }
}
