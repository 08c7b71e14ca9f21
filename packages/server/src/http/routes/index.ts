import { type Resource, resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { list, show } from '../../kernel/crud.ts'
import { articleRoutes } from './articles.ts'
import { batchRoute } from './batch.ts'
import { feedRoute, streamRoute } from './events.ts'
import { linkRoutes } from './links.ts'
import { mentionRoutes } from './mentions.ts'
import { notificationRoutes } from './notifications.ts'
import { tagRoutes } from './tags.ts'
import { overviewRoutes } from './overviews.ts'
import { ticketWrites } from './tickets.ts'
import { userRoutes } from './users.ts'
import { searchRoutes } from './search.ts'
import { writeRoutes } from './writes.ts'
import { version } from '../../version.ts'
import { after } from '../../kernel/statement.ts'
import { answerPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import type { LiveRoute, OpenRoute, Route, WriteRoute } from '../route.ts'
import { listSchema, recordSchema } from '../schemas.ts'

/** What a noun writes in its own way takes the place of the usual. */
const unlessOwn =
  (own: readonly WriteRoute[]) =>
  ({ method, path }: WriteRoute): boolean =>
    !own.some((route) => route.method === method && route.path === path)

/** The resources with a list and a page for each record: those that say who may read them. */
const listed = Object.values<Resource>(resources).filter(({ can }) => can.read !== undefined)

/** The whole interface on one screen. Fixed words come before `:id`. */
const single: readonly (Route | WriteRoute)[] = [
  feedRoute,
  ...userRoutes,
  ...searchRoutes,
  ...overviewRoutes,
  ...listed.flatMap((resource) => [listRoute(resource), showRoute(resource)]),
  ...ticketWrites,
  ...Object.values<Resource>(resources).flatMap(writeRoutes).filter(unlessOwn(ticketWrites)),
  ...articleRoutes,
  ...tagRoutes,
  ...linkRoutes,
  ...mentionRoutes,
  ...notificationRoutes,
]

export const routes: readonly (Route | WriteRoute | LiveRoute)[] = [...single, streamRoute, batchRoute(single)]

/** What anybody may ask. */
export const openRoutes: readonly OpenRoute[] = [
  {
    method: 'GET',
    path: '/version',
    tag: 'service',
    doc: 'The version of the service. Asks for no credentials, so that it can tell whether the service is up.',
    answer: { type: 'object', properties: { version: { type: 'string' } }, required: ['version'] },
    open: () => ({ body: JSON.stringify({ version }) }),
  },
]

/** A page of a resource. */
export function listRoute(resource: Resource): Route {
  return {
    method: 'GET',
    path: `/${resource.path}`,
    tag: resource.path,
    doc: `One page of ${resource.path}.`,
    can: resource.can.read ?? [],
    parameters: [...listParameters, ...viewParameters],
    answer: listSchema(resource),
    remembered: true,
    async run(ctx: Context, { query, url }) {
      const page = readPageOf(ctx, resource, query)
      return answerPage(url, page, await list(ctx, resource, page, readView(ctx, resource, query)))
    },
  }
}

/** One record of a resource. */
export function showRoute(resource: Resource): Route {
  return {
    method: 'GET',
    path: `/${resource.path}/:id`,
    tag: resource.path,
    doc: resource.doc,
    can: resource.can.read ?? [],
    parameters: viewParameters,
    answer: recordSchema(resource),
    remembered: true,
    run(ctx: Context, { params, query }) {
      const id = idIn(params['id'] ?? '', resource.model)
      return after(show(ctx, resource, id, readView(ctx, resource, query)), (body) => ({ body }))
    },
  }
}
