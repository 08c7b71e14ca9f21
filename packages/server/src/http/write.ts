import { hash } from 'node:crypto'
import type { Context, WriteContext } from '../kernel/context.ts'
import { Fault, invalid } from '../errors/fault.ts'
import { claimKey, readStoredResponse, storeResponse } from '../writing/idempotency-keys.ts'
import { writeContext, unitOfWork } from '../writing/unit-of-work.ts'
import type { RouteResponse, Input, Work, WriteRoute } from './route.ts'

/** Runs a write in one transaction; a `POST` with an `Idempotency-Key` only once, however often it is repeated. */
export async function runWrite(ctx: Context, route: WriteRoute, input: Input): Promise<RouteResponse> {
  const key = idempotencyKeyOf(route, input)
  refuseUnsupportedCondition(route, input)
  const work = await route.write(ctx, input)
  return unitOfWork(ctx.desk, ctx.actor.id, (unit) => {
    const writing = writeContext(ctx, unit)
    return key === undefined ? work(writing) : runOnce(writing, route, key, digestOf(route, input), work)
  })
}

/** Refuses `If-Match` for routes that do not compare it. @throws Fault `precondition_failed`. */
function refuseUnsupportedCondition({ conditional }: WriteRoute, { headers }: Input): void {
  if (headers['if-match'] !== undefined && !conditional)
    throw new Fault('precondition_failed', 'If-Match: this address does not support the header.')
}

function idempotencyKeyOf({ method }: WriteRoute, { headers }: Input): string | undefined {
  const key = headers['idempotency-key']
  if (method !== 'POST' || key === undefined || key === '') return undefined
  const text = String(key)
  if (text.length > 255) throw invalid('Idempotency-Key', 'Idempotency-Key: at most 255 characters.')
  return text
}

/**
 * Identifies a request by its address and its content, including the order of keys. Passwords are left out,
 * because they could be guessed faster with this digest than with their slow hash.
 */
const digestOf = ({ method }: WriteRoute, { url, query }: Input): string =>
  hash('sha256', `${method} ${url}\n${JSON.stringify(query, (key, value: unknown) => (isSecret(key) ? null : value))}`)

const isSecret = (key: string): boolean => key.startsWith('password')

/** Stores the first response in the transaction of the work, so that a crash leaves both or neither. */
async function runOnce(
  ctx: WriteContext,
  route: WriteRoute,
  key: string,
  request: string,
  work: Work,
): Promise<RouteResponse> {
  if (!(await claimKey(ctx, key, request))) return replay(ctx, key, request)
  const response = await work(ctx)
  if (typeof response.body !== 'string' || route.secret || response.secret) return response
  const { status = 200, headers = {}, body } = response
  await storeResponse(ctx, key, { status, headers: JSON.stringify(headers), body })
  return response
}

async function replay(ctx: WriteContext, key: string, request: string): Promise<RouteResponse> {
  const stored = await readStoredResponse(ctx, key)
  if (stored.request !== request) throw invalidKey('Idempotency-Key: the key was used for another request.')
  // The key was claimed, and no response was stored, because it contained a secret or was a file.
  if (stored.status === 0)
    throw invalidKey('Idempotency-Key: the request was answered already, and the response is shown only once.')
  const headers = { ...(JSON.parse(stored.headers) as Record<string, string>), 'idempotency-replayed': 'true' }
  return { status: stored.status, headers, body: stored.body }
}

const invalidKey = (message: string) => invalid('Idempotency-Key', message)
