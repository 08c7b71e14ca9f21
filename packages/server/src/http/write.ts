import { hash } from 'node:crypto'
import type { Context, WriteContext } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { inside, unitOfWork } from '../writing/unit-of-work.ts'
import type { Answer, Input, Work, WriteRoute } from './route.ts'

/** Does what a route says in one transaction; with an `Idempotency-Key` only once, however often it is asked for. */
export async function runWrite(ctx: Context, route: WriteRoute, input: Input): Promise<Answer> {
  const key = keyIn(route, input)
  const work = await route.write(ctx, input)
  return unitOfWork(ctx.desk, ctx.actor.id, (unit) => {
    const writing = inside(ctx, unit)
    return key === undefined ? work(writing) : once(writing, route, key, digestOf(route, input), work)
  })
}

/** How long an answer is kept for those who ask again, in milliseconds (product, section 2). */
const keptFor = 24 * 3600 * 1000

function keyIn({ method }: WriteRoute, { headers }: Input): string | undefined {
  const key = headers['idempotency-key']
  if (method !== 'POST' || key === undefined || key === '') return undefined
  const text = String(key)
  if (text.length > 255) throw invalid('Idempotency-Key', 'Idempotency-Key: at most 255 characters.')
  return text
}

/**
 * The same address with the same content is the same request; the order of keys is part of it. Passwords are not: what
 * is kept here could be guessed at faster than the hash of a password.
 */
const digestOf = ({ method }: WriteRoute, { url, query }: Input): string =>
  hash('sha256', `${method} ${url}\n${JSON.stringify(query, (key, value: unknown) => (isSecret(key) ? null : value))}`)

const isSecret = (key: string): boolean => key.startsWith('password')

/**
 * The first answer to a key is written with the work itself, so that no crash can come between them. The row is made
 * first: on PostgreSQL a second request with the same key waits there for the first.
 */
async function once(ctx: WriteContext, route: WriteRoute, key: string, request: string, work: Work): Promise<Answer> {
  const { actor } = ctx
  const mine = { user_id: actor.id, key }
  const oldest = new Date(Date.parse(ctx.now) - keptFor).toISOString()
  await ctx.db.sql.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute()
  const { numInsertedOrUpdatedRows: made } = await ctx.db.sql
    .insertInto('idempotency_keys')
    .values({ ...mine, request, status: 0, headers: '{}', body: '', created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  if (!made) return first(ctx, key, request)
  const answer = await work(ctx)
  if (typeof answer.body !== 'string' || route.secret) return answer
  await ctx.db.sql
    .updateTable('idempotency_keys')
    .set({ status: answer.status ?? 200, headers: JSON.stringify(answer.headers ?? {}), body: answer.body })
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
  return answer
}

async function first(ctx: WriteContext, key: string, request: string): Promise<Answer> {
  const known = await ctx.db.sql
    .selectFrom('idempotency_keys')
    .select(['request', 'status', 'headers', 'body'])
    .where('user_id', '=', ctx.actor.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (known.request !== request) throw again('Idempotency-Key: it was used for another request already.')
  if (known.status === 0) throw again('Idempotency-Key: it was answered already, and the answer is told once.')
  const headers = { ...(JSON.parse(known.headers) as Record<string, string>), 'idempotency-replayed': 'true' }
  return { status: known.status, headers, body: known.body }
}

const again = (message: string) => invalid('Idempotency-Key', message)
