import { type Resource, resources } from '@deskbell/contract'
import { readOne } from '../../kernel/crud.ts'
import { aNoun } from '../openapi/names.ts'
import { assetsOfAll } from '../assets.ts'
import { historyEntries, historySchema } from '../history.ts'
import { idIn } from '../query.ts'
import type { Route } from '../route.ts'

const { organization, user } = resources

/** What happened to people and their organizations; that of a ticket has its articles too (`ticket-history.ts`). */
export const historyRoutes: readonly Route[] = [
  historyOf(user, ['ticket.agent', 'admin.user']),
  historyOf(organization, ['ticket.agent', 'admin.organization']),
]

function historyOf(resource: Resource, can: Route['can']): Route {
  return {
    method: 'GET',
    path: `/${resource.path}/history/:id`,
    tag: resource.path,
    summary: `Get the history of ${aNoun(resource.path)}`,
    description: 'Oldest entries first.',
    can,
    answer: historySchema,
    async run(ctx, { params }) {
      const id = idIn(params['id'] ?? '', resource.model)
      await readOne(ctx, resource, id, { mode: 'columns', fields: ['id'] })
      const rows = await ctx.db.sql
        .selectFrom('histories')
        .selectAll()
        .where('object', '=', resource.model)
        .where('o_id', '=', id)
        .orderBy('id')
        .execute()
      const authors = rows.map((row) => row.created_by_id)
      const assets = await assetsOfAll(ctx, [
        [resource, [id]],
        [user, authors],
      ])
      return { body: JSON.stringify({ history: historyEntries(rows), assets }) }
    },
  }
}
