import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import type { OpenRoute } from './route.ts'

/** Collects the OpenAPI document of the running routes, and shows it at `/docs`. */
export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Deskbell',
        version,
        description: 'A helpdesk in one process: tickets, users, organizations, groups and roles over HTTP.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      security: [{ token: [] }, { bearer: [] }, { basic: [] }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'Token token=…',
          },
          bearer: { type: 'http', scheme: 'bearer' },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    },
    transformObject: (made) => ('openapiObject' in made ? named(made.openapiObject) : made.swaggerObject),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { deepLinking: true, docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    theme: {
      title: 'Deskbell API',
      // The bar over the page belongs to the tool that draws it.
      css: [{ filename: 'deskbell.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}

/**
 * Schemas that have a title are said once, under that name, and referred to wherever they stand: generated clients get
 * types with names, and the document is a tenth as long.
 * @throws Error when two different schemas have one title.
 */
function named<D extends { components?: { schemas?: object } }>(document: D): D {
  const schemas: Record<string, object> = {}
  const moved = move(document, schemas) as D
  return { ...moved, components: { ...moved.components, schemas: { ...moved.components?.schemas, ...schemas } } }
}

function move(node: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(node)) return node.map((each) => move(each, schemas))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, move(value, schemas)]))
  const { title, type } = copy
  if (typeof title !== 'string' || type === undefined) return copy
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(copy)) throw new Error(`Two schemas are called ${title}.`)
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

/** The document itself. It is written once: the routes do not change while the service runs. */
export function specificationRoute(app: FastifyInstance): OpenRoute {
  let text: string | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    tag: 'service',
    doc: 'This specification.',
    answer: { type: 'object', properties: { openapi: { type: 'string' } }, required: ['openapi'] },
    open: () => ({ body: (text ??= JSON.stringify(app.swagger())) }),
  }
}
