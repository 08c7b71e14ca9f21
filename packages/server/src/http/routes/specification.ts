import { documentOf } from '../openapi/document.ts'
import type { AnyRoute, OpenRoute } from '../route.ts'

/** Makes the route of the OpenAPI document. @param routes returns all routes, including this one; called on the first request. */
export function specificationRoute(routes: () => readonly AnyRoute[]): OpenRoute {
  let text: string | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    tag: 'service',
    summary: 'Get the OpenAPI document',
    response: { type: 'object', properties: { openapi: { type: 'string' } }, required: ['openapi'] },
    async open() {
      // Loaded on demand, because it is large and rarely needed.
      const { examples } = await import('../openapi/examples.ts')
      return { body: (text ??= JSON.stringify(documentOf(routes(), examples))) }
    },
  }
}
