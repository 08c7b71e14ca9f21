import type { Resource } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { list, show } from '../../kernel/read-records.ts'
import { andThen } from '../../kernel/statement.ts'
import { nounWithArticle, wordsOf } from '../openapi/names.ts'
import { respondWithPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import { type Route, signedIn } from '../route.ts'
import { listSchema, recordSchema } from '../openapi/schemas.ts'

/** Returns the route that lists the records of a resource. */
export function listRoute(resource: Resource): Route {
  return {
    method: 'GET',
    path: `/${resource.path}`,
    tag: resource.path,
    summary: `List ${wordsOf(resource.path)}`,
    can: resource.can.read ?? signedIn,
    parameters: [...listParameters, ...viewParameters],
    response: listSchema(resource),
    cached: true,
    async run(ctx: Context, { query, url }) {
      const page = readPageOf(ctx, resource, query)
      return respondWithPage(url, page, await list(ctx, resource, page, readView(ctx, resource, query)))
    },
  }
}

/** Returns the route that reads a record of a resource. */
export function showRoute(resource: Resource): Route {
  return {
    method: 'GET',
    path: `/${resource.path}/:id`,
    tag: resource.path,
    summary: `Get ${nounWithArticle(resource.path)}`,
    can: resource.can.read ?? signedIn,
    parameters: viewParameters,
    response: recordSchema(resource),
    cached: true,
    run(ctx: Context, { params, query }) {
      const id = idIn(params['id'] ?? '', resource.model)
      return andThen(show(ctx, resource, id, readView(ctx, resource, query)), (body) => ({ body }))
    },
  }
}
