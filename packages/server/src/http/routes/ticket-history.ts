import { assetName, resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { readByIds } from '../../kernel/by-ids.ts'
import { represent } from '../../kernel/represent.ts'
import { historyOfTicket } from '../../resources/history/rows.ts'
import { assetsOfAll } from '../assets.ts'
import { historyEntries, type HistoryEntry, historySchema } from '../history.ts'
import type { Route } from '../route.ts'
import { requireTicketAsAgent } from './ticket-as-agent.ts'

const { article, ticket, user } = resources

export const historyRoute: Route = {
  method: 'GET',
  path: '/ticket_history/:id',
  tag: 'tickets',
  summary: 'Get the history of a ticket',
  description: 'Includes the history of its articles, oldest entries first.',
  can: ['ticket.agent'],
  response: historySchema,
  cached: true,
  async run(ctx, { params }) {
    const id = await requireTicketAsAgent(ctx, params['id'])
    const history = historyEntries(await historyOfTicket(ctx.db, id))
    return { body: JSON.stringify({ history, assets: await historyAssets(ctx, id, history) }) }
  },
}

async function historyAssets(
  ctx: Context,
  id: number,
  history: readonly HistoryEntry[],
): Promise<Record<string, unknown>> {
  const authorIds = history.map(({ created_by_id }) => created_by_id)
  const articleIds = history.flatMap(({ object, o_id }) => (object === article.model ? [o_id] : []))
  const rows = await readByIds(ctx, article, articleIds)
  // Existing Zammad clients expect articles with names, as in lists of articles. The other assets have only ids.
  const texts = await represent(ctx, rows, { mode: 'expand' })
  const articlesById = Object.fromEntries(
    rows.cells.map(([key], index) => [key as number, JSON.parse(texts[index] as string)]),
  )
  const assets = await assetsOfAll(ctx, [
    [ticket, [id]],
    [user, authorIds],
  ])
  return { ...assets, ...(texts.length > 0 ? { [assetName(article)]: articlesById } : {}) }
}
