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

/** The way to one service as one user. Holds no sockets and no timers: there is nothing to close. */
export interface Client extends Collections {
  readonly users: CollectionFor<'users'> & {
    /** Who this client is; one request. */
    me(options?: RequestOptions): Promise<User>
  }
  /** A collection by its name in paths, for resources that have no property here: `client.collection('macros')`. */
  collection<K extends keyof OtherRecords>(
    name: K,
  ): Collection<Loaded<OtherRecords[K]['record']> & OtherRecords[K]['record'], OtherRecords[K]['create']> &
    Searchable<Loaded<OtherRecords[K]['record']> & OtherRecords[K]['record']>
  collection<R extends Model = Model & { readonly [attribute: string]: unknown }>(
    name: string,
  ): Collection<Loaded<R> & R, Partial<R>> & Searchable<Loaded<R> & R>
  /** A client that acts for another user (id, login or e-mail address), with caches of its own. */
  as(user: number | string): Client
  /** A client with other options and caches of its own; requests still share the queue. */
  with(options: Partial<ClientOptions>): Client
  /** Any request below `/api/v1`; gives the parsed JSON. */
  request: Send
  /** Any request below `/api/v1`; gives the Response, its body unread. */
  raw(method: string, path: string, options?: RequestOptions & { query?: object; body?: BodyInit }): Promise<Response>
  /** Listens; the returned function stops listening. Hears the clients made from this one too. */
  on<K extends keyof Events>(event: K, listener: (what: Events[K]) => void): () => void
  /** Puts a record that came another way, such as an event, into its cache, unless something newer is there. */
  apply(collection: string, record: Model): void
  /**
   * What happens, as it happens: `for await (const event of client.events())`. The record that an event is about leaves
   * its cache, so that the next read asks for what it is now. A connection that ends is opened again where it was.
   */
  events(options?: EventOptions): Pick<List<ServiceEvent>, typeof Symbol.asyncIterator | 'first' | 'take' | 'pages'>
  readonly stats: Stats
}

type Listeners = { [K in keyof Events]?: Set<(what: Events[K]) => void> }

/**
 * Makes a client; sends nothing.
 * @throws TypeError when the address or the credentials cannot be used.
 */
export function createClient(options: ClientOptions): Client {
  const listeners: Listeners = {}
  const shared: Shared = {
    queue: new Queue(options.maxConcurrent ?? 6),
    stats: { sent: 0, joined: 0, cacheHits: 0, batched: 0 },
    requests: 0,
    // In a microtask of its own: a listener that fails changes nothing for the request.
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
    // The second spelling is for servers before version 5.
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

// One property for each line of the table.
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

/** The address without `/api/v1` and what follows the path. */
function baseOf(url: string | URL): string {
  const { protocol, origin, pathname, username } = new URL(url)
  if (!/^https?:$/.test(protocol) || username) throw new TypeError('url must be an http(s) address without credentials')
  return origin + pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}
