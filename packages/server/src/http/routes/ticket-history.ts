import { assetName, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { represent } from '../../kernel/represent.ts'
import { assetsOfAll, rowsOf } from '../assets.ts'
import { historyEntries, type HistoryEntry, historySchema } from '../history.ts'
import type { Route } from '../route.ts'
import { asAgent } from './ticket-owned.ts'

const { article, ticket, user } = resources

export const historyRoute: Route = {
  method: 'GET',
  path: '/ticket_history/:id',
  tag: 'tickets',
  summary: 'Get the history of a ticket',
  description: 'Includes the history of its articles, oldest entries first.',
  can: ['ticket.agent'],
  answer: historySchema,
  remembered: true,
  async run(ctx, { params }) {
    const id = await asAgent(ctx, params['id'])
    const history = await historyOf(ctx, id)
    return { body: JSON.stringify({ history, assets: await historyAssets(ctx, id, history) }) }
  },
}

/** What happened to the ticket itself and to what belongs to it. */
async function historyOf({ db }: Context, id: number): Promise<HistoryEntry[]> {
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
  return historyEntries(rows)
}

async function historyAssets(
  ctx: Context,
  id: number,
  history: readonly HistoryEntry[],
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
