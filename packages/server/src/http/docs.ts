import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { version } from '../version.ts'
import { describe } from './describe.ts'
import { noRoute } from './refuse.ts'
import type { AnyRoute, OpenRoute } from './route.ts'

/** Where people read about the interface. */
export const pagesPath = '/docs'

/** The pages about the interface, a server of its own. */
export interface Pages {
  (): Promise<FastifyInstance>
  close(): Promise<void>
}

/** What is described, and what the pages have in common with the service. */
export interface Described {
  readonly prefix: string
  /** Asked for late, because one of them is the document itself. */
  readonly routes: () => readonly AnyRoute[]
  readonly nextId: () => string
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: unknown) => FastifyReply
}

/**
 * Pages that are made when they are first asked for: what describes the routes takes more memory than what runs them,
 * and a service that is only worked with never needs it.
 */
export function documentation(described: Described): Pages {
  let made: Promise<FastifyInstance> | undefined
  const pages = () => (made ??= describedServer(described))
  return Object.assign(pages, { close: async () => (await made)?.close() })
}

/** The document itself. It is written once: the routes do not change while the service runs. */
export function specificationRoute(pages: Pages): OpenRoute {
  let text: string | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    tag: 'service',
    doc: 'This specification.',
    answer: { type: 'object', properties: { openapi: { type: 'string' } }, required: ['openapi'] },
    open: async () => ({ body: (text ??= JSON.stringify((await pages()).swagger())) }),
  }
}

/** A server that has the routes to be described, and answers none of them. */
async function describedServer({ prefix, routes, nextId, refuse }: Described): Promise<FastifyInstance> {
  const app = fastify({ logger: false, genReqId: nextId })
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, noRoute(request)))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await collectDocument(app, tagsOf(routes()))
  for (const route of routes()) {
    app.route({ method: route.method, url: prefix + route.path, schema: describe(route), handler: unanswered })
  }
  await app.ready()
  return app
}

const unanswered = (): never => {
  throw new Error('Only the documentation is asked here.')
}

/** What people look for first stands first, the rest as the routes come. */
const first = ['tickets', 'ticket_articles', 'attachments', 'search', 'users', 'organizations', 'groups', 'roles']

function tagsOf(routes: readonly AnyRoute[]): { name: string }[] {
  const all = new Set(routes.map(({ tag }) => tag))
  return [...new Set([...first, ...all])].filter((name) => all.has(name)).map((name) => ({ name }))
}

/** Collects the OpenAPI document of the routes that follow, and shows it. */
async function collectDocument(app: FastifyInstance, tags: readonly { name: string }[]): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
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
      tags: [...tags],
      security: [{ token: [] }, { bearer: [] }, { basic: [] }, { session: [] }],
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
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '_deskbell_session',
            description: 'From POST /signin; changes need its CSRF token as X-CSRF-Token.',
          },
        },
      },
    },
    transformObject: (made) => ('openapiObject' in made ? named(made.openapiObject) : made.swaggerObject),
  })
  await app.register(swaggerUi, {
    routePrefix: pagesPath,
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
