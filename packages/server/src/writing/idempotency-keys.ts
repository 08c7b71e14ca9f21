import type { Unit } from '../kernel/context.ts'

/** Milliseconds for which a response is stored, to be replayed for requests with the same key. */
const RETENTION = 24 * 3600 * 1000

/** A stored response. */
export interface StoredResponse {
  /** A hash of the request, because a key must not be used for different requests. */
  readonly request: string
  /** The HTTP status; 0 if the response is not stored, because it contains a secret or is not text. */
  readonly status: number
  /** The headers as JSON. */
  readonly headers: string
  readonly body: string
}

/**
 * Claims an idempotency key of the user for a request, and deletes expired keys. The row is inserted before the work is
 * done: on PostgreSQL, a concurrent request with the same key then waits for the first. SQLite runs one write at a time.
 * @returns false if the key was used before.
 */
export async function claimKey({ db, by, now }: Unit, key: string, request: string): Promise<boolean> {
  const oldest = new Date(Date.parse(now) - RETENTION).toISOString()
  await db.sql.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute()
  const { numInsertedOrUpdatedRows: inserted } = await db.sql
    .insertInto('idempotency_keys')
    .values({ user_id: by, key, request, status: 0, headers: '{}', body: '', created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(inserted)
}

/** Stores the response to the request that claimed a key. */
export async function storeResponse(
  { db, by }: Unit,
  key: string,
  response: Omit<StoredResponse, 'request'>,
): Promise<void> {
  await db.sql.updateTable('idempotency_keys').set(response).where('user_id', '=', by).where('key', '=', key).execute()
}

/** Reads the response that is stored under a key of the user. */
export const readStoredResponse = ({ db, by }: Unit, key: string): Promise<StoredResponse> =>
  db.sql
    .selectFrom('idempotency_keys')
    .select(['request', 'status', 'headers', 'body'])
    .where('user_id', '=', by)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
