import { documentOf } from '../openapi/document.ts'
import type { AnyRoute, OpenRoute } from '../route.ts'

/** @param routes all routes, with this one among them; read on the first request. */
export function specificationRoute(routes: () => readonly AnyRoute[]): OpenRoute {
  let text: string | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    tag: 'service',
    summary: 'Get the OpenAPI document',
    answer: { type: 'object', properties: { openapi: { type: 'string' } }, required: ['openapi'] },
    async open() {
      // Large, and needed once.
      const { examples } = await import('../openapi/examples.ts')
      return { body: (text ??= JSON.stringify(documentOf(routes(), examples))) }
    },
  }
}
