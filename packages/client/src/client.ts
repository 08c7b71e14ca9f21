import type { ClientOptions, RetryPolicy, Send } from './client-options.ts'
import { CollectionOf } from './collection.ts'
import type { Collection, Searchable } from './collection-types.ts'
import { ClientCore } from './core.ts'
import { Authorization } from './credentials.ts'
import type { Events, Stats } from './diagnostics.ts'
import type { EventOptions, ServiceEvent } from './event-types.ts'
import { inspect } from './lazy.ts'
import { ListOf } from './list.ts'
import type { List } from './list-types.ts'
import type { Loaded, Model } from './model.ts'
import type { CollectionFor, Collections, User } from './models.ts'
import type { RequestOptions } from './options.ts'
import { Queue } from './queue.ts'
import { rangeOf, type Source } from './range.ts'
import { specs } from './resources.ts'
import { type Shared, Transport } from './transport.ts'
import type { OtherRecords } from './types.ts'

/** Access to one service as one user. It has no sockets or timers, so there is nothing to close. */
export interface Client extends Collections {
  readonly users: CollectionFor<'users'> & {
    /** Returns the user of this client; one request. */
    me(options?: RequestOptions): Promise<User>
  }
  /** Returns a collection by its name in paths, for resources without a property: `client.collection('macros')`. */
  collection<K extends keyof OtherRecords>(
    name: K,
  ): Collection<Loaded<OtherRecords[K]['record']> & OtherRecords[K]['record'], OtherRecords[K]['create']> &
    Searchable<Loaded<OtherRecords[K]['record']> & OtherRecords[K]['record']>
  collection<R extends Model = Model & { readonly [attribute: string]: unknown }>(
    name: string,
  ): Collection<Loaded<R> & R, Partial<R>> & Searchable<Loaded<R> & R>
  /** Returns a client that acts for another user (id, login or e-mail address), with its own caches. */
  as(user: number | string): Client
  /** Returns a client with other options and its own caches; it shares the queue of requests. */
  with(options: Partial<ClientOptions>): Client
  /** Sends any request below `/api/v1` and returns the parsed JSON. */
  request: Send
  /** Sends any request below `/api/v1` and returns the Response with its body unread. */
  raw(method: string, path: string, options?: RequestOptions & { query?: object; body?: BodyInit }): Promise<Response>
  /** Adds a listener for the events of this client and of those derived from it. The returned function removes it. */
  on<K extends keyof Events>(event: K, listener: (what: Events[K]) => void): () => void
  /** Adds a record from another source, such as a webhook, to its cache, unless the cache has a newer one. */
  apply(collection: string, record: Model): void
  /**
   * Returns events as they happen: `for await (const event of client.events())`. The record of an event is removed from its
   * cache, so that the next read requests its new state. A broken connection is reopened after the last event received.
   */
  events(options?: EventOptions): Pick<List<ServiceEvent>, typeof Symbol.asyncIterator | 'first' | 'take' | 'pages'>
  readonly stats: Stats
}

type Listeners = { [K in keyof Events]?: Set<(what: Events[K]) => void> }

/**
 * Creates a client; sends no request.
 * @throws TypeError if the address or the credentials are invalid.
 */
export function createClient(options: ClientOptions): Client {
  const listeners: Listeners = {}
  const shared: Shared = {
    queue: new Queue(options.maxConcurrent ?? 6),
    stats: { sent: 0, joined: 0, cacheHits: 0, batched: 0 },
    requests: 0,
    // In its own microtask, so that an error of a listener does not affect the request.
    emit: (event, what) => listeners[event]?.forEach((listener) => queueMicrotask(() => listener(what))),
  }
  return clientOf(options, shared, listeners)
}

class ClientOf {
  readonly #core: ClientCore
  readonly #listeners: Listeners
  readonly #derive: (change: Partial<ClientOptions>) => Client
  readonly #collections = new Map<string, CollectionOf>()

  constructor(core: ClientCore, listeners: Listeners, derive: (change: Partial<ClientOptions>) => Client) {
    this.#core = core
    this.#listeners = listeners
    this.#derive = derive
  }

  get stats(): Stats {
    return { ...this.#core.stats }
  }

  get request(): Send {
    return this.#core.request
  }

  collection(name: string): CollectionOf {
    let found = this.#collections.get(name)
    if (!found) this.#collections.set(name, (found = new CollectionOf(this.#core.store(name))))
    return found
  }

  as(user: number | string): Client {
    // The second header is for Zammad before version 5.
    const headers = new Headers(this.#core.options.headers)
    for (const name of ['From', 'X-On-Behalf-Of']) headers.set(name, String(user))
    return this.#derive({ headers })
  }

  with(options: Partial<ClientOptions>): Client {
    return this.#derive(options)
  }

  async raw(...values: Parameters<ClientCore['open']>): Promise<Response> {
    const { response } = await this.#core.open(...values)
    return response
  }

  on<K extends keyof Events>(event: K, listener: (what: Events[K]) => void): () => void {
    const all: Set<(what: Events[K]) => void> = (this.#listeners[event] ??= new Set() as Listeners[K] & Set<never>)
    all.add(listener)
    return () => void all.delete(listener)
  }

  events(options: EventOptions = {}) {
    const source: Source<ServiceEvent> = {
      name: 'events',
      begin: async (range, life) => new (await import('./events.ts')).EventReader(this.#core, options, range, life),
      total: () => Promise.resolve(undefined),
    }
    return new ListOf(source, rangeOf({ signal: options.signal }, 1))
  }

  apply(collection: string, record: Model): void {
    const origin = { started: this.#core.nextStartNumber(), at: performance.now() }
    this.#core.store(collection).absorbOne({ ...record }, origin)
  }

  [inspect](): string {
    return `Client<${this.#core.url('')}>`
  }
}

// One property for each collection of the table.
for (const name of specs.keys()) {
  Object.defineProperty(ClientOf.prototype, name, {
    get(this: ClientOf) {
      return this.collection(name)
    },
  })
}

function clientOf(options: ClientOptions, shared: Shared, listeners: Listeners): Client {
  const { retry = 2 } = options
  const policy: RetryPolicy = typeof retry === 'object' ? retry : { limit: retry || 0 }
  const transport = new Transport(
    {
      base: baseOf(options.url),
      authorization: new Authorization(options.auth),
      fetch: options.fetch,
      headers: options.headers ? [options.headers] : [],
      timeout: options.timeout ?? 30_000,
      deadline: options.deadline,
      retry: {
        limit: 2,
        statuses: [408, 429, 502, 503, 504],
        maxRetryAfter: 60,
        base: 250,
        cap: 8000,
        unsafe: false,
        ...policy,
      },
    },
    shared,
  )
  const derive = (change: Partial<ClientOptions>) => clientOf({ ...options, ...change }, shared, listeners)
  return new ClientOf(new ClientCore(options, transport), listeners, derive) as unknown as Client
}

/** Returns the address without `/api/v1`, query and fragment. */
function baseOf(url: string | URL): string {
  const { protocol, origin, pathname, username } = new URL(url)
  if (!/^https?:$/.test(protocol) || username) throw new TypeError('url must be an http(s) address without credentials')
  return origin + pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}
