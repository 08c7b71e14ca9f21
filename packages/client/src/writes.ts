import type { Entry } from './cache.ts'
import type { Store } from './internals.ts'
import type { CreateOptions, RequestOptions, WriteOptions } from './options.ts'

/** Sends one POST, by default with a random key that makes it safe to repeat. */
export function create(store: Store, values: object, options: CreateOptions = {}): Promise<Entry> {
  const { idempotencyKey = randomKey() } = options
  return write(store, 'POST', store.spec.path, values, { ...options, idempotencyKey })
}

/** Returns a random key. `crypto.randomUUID` does not exist on web pages without TLS. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Returns the user of the client. */
export async function me(store: Store, options?: RequestOptions): Promise<Entry> {
  const { value, origin } = await store.core.send({
    ...options,
    method: 'GET',
    path: `${store.spec.path}/me`,
    cause: 'load',
  })
  return store.cacheRecord(value, origin)
}

/** Sends one PUT, and a GET if the response does not contain the record. */
export async function update(store: Store, id: number, patch: object, options: WriteOptions = {}): Promise<Entry> {
  const entry = await write(store, 'PUT', store.path(id), patch, options, id)
  if (entry.record['id'] === id) return entry
  // Some resources confirm a change without returning the record, whose entity tag has changed.
  const { ifMatch: _, ...rest } = options
  return store.reload(id, rest, () => undefined)
}

/** Sends one DELETE. The record is removed from the cache on success or 404. */
export async function remove(store: Store, id: number, options?: WriteOptions): Promise<void> {
  const about = { collection: store.name, recordId: id }
  try {
    await store.core.send({ ...options, method: 'DELETE', path: store.path(id), cause: 'write', about })
    store.cache.delete(id)
  } catch (error) {
    store.forgetMissing(id, error)
    throw error
  }
}

async function write(
  store: Store,
  method: string,
  path: string,
  json: object,
  options?: CreateOptions & WriteOptions,
  recordId?: number,
): Promise<Entry> {
  const about = recordId ? { collection: store.name, recordId } : undefined
  const { value, origin } = await store.core.send({ ...options, method, path, json, cause: 'write', about })
  return store.cacheRecord(value ?? {}, origin, store.spec.alwaysExpanded)
}
