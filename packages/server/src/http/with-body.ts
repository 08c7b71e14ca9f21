import type { Context, Desk } from '../kernel/context.ts'
import type { Parts } from '../kernel/schema.ts'
import { alternatives, checkAlternatives, readParts, shape, type Values } from '../writing/parts.ts'
import type { PasswordLogins } from '../auth/password-logins.ts'
import { ignoredHeader } from './reply.ts'
import type { RouteResponse, Input, OpenRoute, Work, WriteRoute } from './route.ts'

/** The input of a route whose body was checked. */
export interface Checked<P> extends Input {
  readonly body: Values<P>
}

/** Makes a route with a body of these parts, which are documented, and checked before the route runs. */
export function withBody<const P extends Parts>(
  parts: P,
  {
    needs = [],
    ...route
  }: Omit<WriteRoute, 'body' | 'write'> & {
    /** Lists of keys; the body needs one of each list. */
    readonly needs?: readonly (readonly string[])[]
    readonly write: (ctx: Context, input: Checked<P>) => Work | Promise<Work>
  },
): WriteRoute {
  return {
    ...route,
    body: { ...shape(parts).schema, ...alternatives(needs) },
    async write(ctx, input) {
      const body = readParts(parts, input.query)
      checkAlternatives(needs, input.query)
      const work = await route.write(ctx, { ...input, body })
      return async (writing) => withIgnored(await work(writing), route, parts, input)
    },
  }
}

/** Makes a route that needs no credentials, like `withBody`, except that its responses do not list unknown keys. */
export function openWithBody<const P extends Parts>(
  parts: P,
  route: Omit<OpenRoute, 'body' | 'open'> & {
    readonly open: (desk: Desk, input: Checked<P>, passwords: PasswordLogins) => RouteResponse | Promise<RouteResponse>
  },
): OpenRoute {
  return {
    ...route,
    body: shape(parts).schema,
    open: (desk, input, passwords) => route.open(desk, { ...input, body: readParts(parts, input.query) }, passwords),
  }
}

/** Adds a header with the keys that the route does not know, so that misspelt names are noticed. */
function withIgnored(
  response: RouteResponse,
  { parameters = [] }: Pick<WriteRoute, 'parameters'>,
  parts: Parts,
  input: Input,
) {
  const knownKeys = new Set([...Object.keys(parts), ...parameters.map(({ name }) => name)])
  const { headers } = ignoredHeader(Object.keys(input.query).filter((key) => !knownKeys.has(key)))
  return headers ? { ...response, headers: { ...response.headers, ...headers } } : response
}
