import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import { plainHeaders } from './reply.ts'

/** The OpenAPI document of the running routes at `/api/v1/openapi.json`, and a page to browse and try it at `/docs`. */
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
    uiConfig: { deepLinking: true, docExpansion: 'none', tryItOutEnabled: true, persistAuthorization: false },
    theme: { title: 'Deskbell API' },
  })
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, (_, reply) =>
    reply.headers(plainHeaders).send(JSON.stringify(app.swagger())),
  )
}
