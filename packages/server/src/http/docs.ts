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
