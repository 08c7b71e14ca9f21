import { type Resource, resources } from '@deskbell/contract'
import { requireReadable } from '../../kernel/read-records.ts'
import { historyOf } from '../../resources/history/rows.ts'
import { nounWithArticle } from '../openapi/names.ts'
import { assetsOfAll } from '../assets.ts'
import { historyEntries, historySchema } from '../history.ts'
import { idIn } from '../query.ts'
import type { Route } from '../route.ts'

const { organization, user } = resources

/** The history of users and of organizations; `ticket-history.ts` has that of tickets. */
export const historyRoutes: readonly Route[] = [
  historyRoute(user, ['ticket.agent', 'admin.user']),
  historyRoute(organization, ['ticket.agent', 'admin.organization']),
]

function historyRoute(resource: Resource, can: Route['can']): Route {
  return {
    method: 'GET',
    path: `/${resource.path}/history/:id`,
    tag: resource.path,
    summary: `Get the history of ${nounWithArticle(resource.path)}`,
    description: 'Oldest entries first.',
    can,
    response: historySchema,
    async run(ctx, { params }) {
      const id = idIn(params['id'] ?? '', resource.model)
      await requireReadable(ctx, resource, id)
      const rows = await historyOf(ctx.db, resource, id)
      const authors = rows.map((row) => row.created_by_id)
      const assets = await assetsOfAll(ctx, [
        [resource, [id]],
        [user, authors],
      ])
      return { body: JSON.stringify({ history: historyEntries(rows), assets }) }
    },
  }
}
