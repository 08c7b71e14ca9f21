import { version } from '../../version.ts'
import { basePath } from '../base-path.ts'
import type { AnyRoute } from '../route.ts'
import { responseHeaders } from './headers.ts'
import { operationId, pascalCase } from './names.ts'
import { type Examples, operationOf, refusalName, refusalResponse } from './operation.ts'
import { requiredRule } from './schemas.ts'

/** Makes the OpenAPI document of routes. Parts that several operations share are in its components. */
export function documentOf(routes: readonly AnyRoute[], examples: Examples): object {
  const schemas: Record<string, object> = {}
  const { parameters, paths } = withSharedParameters(pathsOf(routes, examples))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deskbell',
      version,
      description: `A helpdesk in one process: tickets, users, organizations, groups and roles over HTTP.\n\n${requiredRule}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(routes),
    // `basic` is left out: generated clients would send a token also as a password, and the password would take precedence.
    security: [{ bearer: [] }, { token: [] }, { session: [] }],
    paths: withNamedSchemas(paths, schemas),
    components: {
      securitySchemes,
      headers: responseHeaders,
      parameters: withNamedSchemas(parameters, schemas),
      responses: withNamedSchemas(refusals, schemas),
      schemas,
    },
  }
}

function pathsOf(routes: readonly AnyRoute[], examples: Examples): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = basePath + route.path.replaceAll(/:(\w+)/g, '{$1}')
    const operations = (paths[path] ??= {})
    operations[route.method.toLowerCase()] = operationOf(route, examples[operationId(route)])
  }
  return paths
}

const refusals = Object.fromEntries(
  [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503].map((status) => [
    refusalName(status),
    refusalResponse(status),
  ]),
)

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API token: `Authorization: Bearer <token>`.' },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API token: `Authorization: <token>` or `Authorization: Token token=<token>`.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Login or e-mail address, and password; accepted wherever a token is.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '_deskbell_session',
    description: 'Cookie from `POST /signin`. Requests other than `GET` also send its CSRF token as `X-CSRF-Token`.',
  },
}

/** The first tags of the document; the others follow in the order of the routes. */
const firstTags = ['tickets', 'ticket_articles', 'attachments', 'search', 'users', 'organizations', 'groups', 'roles']

function tagsOf(routes: readonly AnyRoute[]): { name: string }[] {
  const tags = new Set(routes.map(({ tag }) => tag))
  return [...new Set([...firstTags, ...tags])].filter((name) => tags.has(name)).map((name) => ({ name }))
}

/** Moves parameters of several operations to the components. */
function withSharedParameters(paths: Record<string, Record<string, object>>) {
  type Operation = { parameters: { name: string; in: string }[] }
  const uses = new Map<string, number>()
  const operations = Object.values(paths).flatMap((path) => Object.values(path)) as Operation[]
  for (const parameter of operations.flatMap((operation) => operation.parameters)) {
    const text = JSON.stringify(parameter)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const parameters: Record<string, object> = {}
  const refTo = (parameter: { name: string; in: string }) => {
    const text = JSON.stringify(parameter)
    if ((uses.get(text) ?? 0) < 2) return parameter
    const key = pascalCase(`${parameter.in}_${parameter.name}`)
    parameters[key] ??= parameter
    // Another parameter may have the same name.
    return JSON.stringify(parameters[key]) === text ? { $ref: `#/components/parameters/${key}` } : parameter
  }
  const pathsWithRefs = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods as Record<string, Operation>).map(([method, operation]) => [
        method,
        { ...operation, parameters: operation.parameters.map(refTo) },
      ]),
    ),
  ])
  return { parameters, paths: Object.fromEntries(pathsWithRefs) as object }
}

const objectKeywords = ['properties', 'additionalProperties', 'maxProperties', 'allOf']

/**
 * Moves schemas with a title to the components, so that generated clients get named types.
 * @throws Error when two different schemas have the same title.
 */
function withNamedSchemas(node: unknown, schemas: Record<string, object>, key = ''): unknown {
  if (key === 'example') return node
  if (Array.isArray(node)) return node.map((item) => withNamedSchemas(item, schemas))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withNamedSchemas(value, schemas, key)]),
  )
  const { title, type } = copy
  // Client generators treat an object schema without keywords as an empty object.
  if (type === 'object' && !objectKeywords.some((key) => key in copy)) copy['additionalProperties'] = true
  if (typeof title !== 'string' || type === undefined) return copy
  const existing = schemas[title]
  if (existing && JSON.stringify(existing) !== JSON.stringify(copy)) throw new Error(`Two schemas are called ${title}.`)
  schemas[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}
