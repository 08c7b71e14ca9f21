import type { Context, WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { anything, field, list, mapOf, optional, shape } from '../../writing/parts.ts'
import { inSavepoint } from '../../writing/unit-of-work.ts'
import { permit } from '../auth.ts'
import { readQuery } from '../query.ts'
import { withBody } from '../with-body.ts'
import { errorBody } from '../reply.ts'
import { type AnyRoute, type Input, type RouteResponse, signedIn, type Work, type WriteRoute } from '../route.ts'

/** Maximum number of operations in a batch. More in one transaction would delay all other writes. */
export const MAX_OPERATIONS = 100

const operationParts = {
  method: field({ kind: 'text', doc: 'POST, PUT, PATCH or DELETE.' }),
  path: field({ kind: 'text', doc: 'Path below `/api/v1`, such as `/tickets/7`; may have a query string.' }),
  body: optional(mapOf(anything())),
}
const operationSchema = shape(operationParts).schema
const parts = {
  atomic: field({
    kind: 'boolean',
    default: true,
    doc: 'All or none. If false, each operation succeeds or fails on its own.',
  }),
  // Each operation is checked when it is prepared, because it may fail alone.
  operations: list(anything(operationSchema), { max: MAX_OPERATIONS }),
}

/**
 * Runs many writes in one request and one transaction. With `atomic` (the default) all or none are done, and the first
 * error is the response. Otherwise each operation has a result of its own. Operations see the effects of earlier ones.
 */
export function batchRoute(routes: readonly AnyRoute[]): WriteRoute {
  const find = createFinder(routes)
  return withBody(parts, {
    method: 'POST',
    path: '/batch',
    files: true,
    tag: 'service',
    summary: 'Write many records',
    description: `Runs up to ${MAX_OPERATIONS} writes in one transaction: all or none, or each on its own.`,
    can: signedIn,
    response: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          description: 'One result for each operation, in order.',
          items: {
            type: 'object',
            properties: { status: { type: 'integer' }, ignored_attributes: { type: 'string' }, body: {} },
            required: ['status', 'body'],
          },
        },
      },
      required: ['results'],
    },
    async write(ctx, input) {
      const { atomic = true, operations } = input.body
      const prepared: Prepared[] = []
      for (const [index, operation] of operations.entries()) {
        prepared.push(await prepare(ctx, find, operation, input, index, atomic))
      }
      const secret = prepared.some((work) => work.secret) ? ({ secret: true } as const) : {}
      return async (writing) => ({ ...(await runAll(writing, prepared, atomic)), ...secret })
    },
  })
}

type Find = (method: string, path: string, place: string) => { route: WriteRoute; params: Record<string, string> }

/** An operation that is ready to run. */
interface Prepared {
  readonly work: Work
  /** True if the response must not be stored, as in `WriteRoute.secret`. */
  readonly secret?: true | undefined
}

/** Prepares an operation outside of the transaction. An error becomes its result, or that of the batch. */
async function prepare(
  ctx: Context,
  find: Find,
  operation: unknown,
  input: Input,
  index: number,
  atomic: boolean,
): Promise<Prepared> {
  const place = `operations[${index}]`
  try {
    const { method, path, body } = readOperation(operation, place)
    const { route, params } = find(method, path, place)
    permit(ctx.actor, route.can)
    // These two headers are about the whole batch.
    const { 'idempotency-key': _, 'if-match': __, ...headers } = input.headers
    const work = await route.write(ctx, {
      params,
      query: { ...readQuery(path), ...body },
      url: path,
      headers,
      address: input.address,
    })
    const placedWork: Work = async (writing) => {
      try {
        return await work(writing)
      } catch (failure) {
        throw atomic ? withPlace(failure, place) : failure
      }
    }
    return { work: placedWork, secret: route.secret }
  } catch (failure) {
    if (atomic) throw withPlace(failure, place)
    const fail: Work = async () => {
      throw failure
    }
    return { work: fail }
  }
}

function readOperation(operation: unknown, place: string) {
  const { method, path, body = {} } = shape(operationParts).read(place, operation)
  if (!path.startsWith('/')) throw invalid(`${place}.path`, `${place}.path: expected an address such as /tickets/7.`)
  return { method: method.toUpperCase(), path: path.replace(/^\/api\/v1(?=\/)/, ''), body }
}

/** Makes the function that finds write routes, first those with fewer parameters in the path. A batch cannot be nested. */
function createFinder(routes: readonly AnyRoute[]): Find {
  const candidates = routes
    .filter((route) => 'write' in route)
    .map((route) => ({
      route,
      names: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
      pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/?]+)')}/?(?:\\?|$)`),
    }))
    .toSorted((a, b) => a.names.length - b.names.length)
  return (method, path, place) => {
    for (const { route, names, pattern } of candidates) {
      const match = route.method === method ? pattern.exec(path) : null
      if (!match) continue
      const values = match.slice(1).map((value) => decodeSegment(value))
      // No record has a name with the NUL character, and not every database accepts it in a query.
      if (values.some((value) => value.includes('\0'))) break
      return { route, params: Object.fromEntries(names.map((name, index) => [name, values[index] as string])) }
    }
    throw invalid(`${place}.path`, `${place}: ${method} ${path.slice(0, 200)} is not a request that writes.`)
  }
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Adds the place of the operation, such as `operations[2]`, to an error. */
function withPlace(failure: unknown, place: string): unknown {
  if (!(failure instanceof Fault)) return failure
  const fullPath = (path: string) => (path.startsWith(place) ? path : `${place}.body.${path}`)
  const details = failure.details.map(({ path, message }) => ({ path: fullPath(path), message }))
  return new Fault(failure.code, failure.message, {
    details: details.length > 0 ? details : [{ path: place, message: failure.message }],
    headers: { ...failure.headers },
  })
}

async function runAll(ctx: WriteContext, prepared: readonly Prepared[], atomic: boolean): Promise<RouteResponse> {
  const results: string[] = []
  for (const { work } of prepared) {
    results.push(
      atomic ? resultOf(await work(ctx)) : await inSavepoint(ctx, () => work(ctx)).then(resultOf, resultOfFault),
    )
  }
  return { body: `{"results":[${results.join()}]}` }
}

function resultOf({ status = 200, headers, body }: RouteResponse): string {
  const ignored = headers?.['x-ignored-attributes']
  const ignoredMember = ignored === undefined ? '' : `"ignored_attributes":${JSON.stringify(ignored)},`
  return `{"status":${status},${ignoredMember}"body":${typeof body === 'string' && body !== '' ? body : 'null'}}`
}

/** Writes the result of a rejected operation; throws an internal error, which ends the batch. */
function resultOfFault(failure: unknown): string {
  if (!(failure instanceof Fault)) throw failure
  return `{"status":${failure.status},"body":${JSON.stringify(errorBody(failure, failure.message))}}`
}
