import type { ClientOptions, RetryPolicy, Send } from './client-options.ts'
import { RecordCollection } from './collection.ts'
import type { Collection, Searchable } from './collection-types.ts'
import { ClientCore } from './core.ts'
import type { Authentication } from './authentication.ts'
import { Authorization } from './credentials.ts'
import type { Events, Stats } from './diagnostics.ts'
import type { EventOptions, ServiceEvent } from './event-types.ts'
import { inspect } from './lazy.ts'
import { LazyList } from './list.ts'
import type { List } from './list-types.ts'
import type { Live, LiveSource } from './live-types.ts'
import { loadLater } from './load-later.ts'
import type { Loaded, Model } from './model.ts'
import type { CollectionFor, Collections, User } from './models.ts'
import type { FileInput, RequestOptions, Upload, UploadOptions } from './options.ts'
import { Queue } from './queue.ts'
import { toRange, type Source } from './range.ts'
import { type Reports, createReports } from './reports.ts'
import { specs } from './resources.ts'
import { type Session, CookieSession } from './session.ts'
import { SessionCredentials } from './session-credentials.ts'
import { type Shared, Transport } from './transport.ts'
import type { OtherRecords } from './types.ts'
import type { View } from './view.ts'
import { Views } from './views.ts'

/** Access to one service as one user. A client need not be closed: between calls it has no sockets or timers, except the event
 * stream while live values have listeners.
 */
export interface Client extends Collections {
  readonly users: CollectionFor<'users'> & {
    /** Returns the user of this client. Sends one request. */
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
  /** Returns a client that acts for another user, given by id, login or e-mail address. It has its own caches. */
  as(user: number | string): Client
  /** Returns a client with other options and its own caches. It shares the queue of requests, so `maxConcurrent` has no effect. */
  with(options: Partial<ClientOptions>): Client
  /** Sends any request below `/api/v1` and returns the parsed JSON. */
  request: Send
  /** Sends any request below `/api/v1` and returns the Response with its body unread. */
  raw(method: string, path: string, options?: RequestOptions & { query?: object; body?: BodyInit }): Promise<Response>
  /**
   * Uploads a file to a form before the article with the same `form_id` is created. Sends one POST, which is not repeated
   * unless `retry.unsafe` allows it. A file that no article, draft or outbox message uses is deleted after a day.
   * @param form any text that identifies the form.
   */
  upload(form: string, file: FileInput, options?: UploadOptions): Promise<Upload>
  /** Adds a listener, which clients derived by `as` and `with` share. The returned function removes it. */
  on<K extends keyof Events>(event: K, listener: (details: Events[K]) => void): () => void
  /** Adds a record from another source, such as a webhook, to its cache, unless the cache has a newer state of it. */
  apply(collection: string, record: Model): void
  /**
   * Returns events as they happen: `for await (const event of client.events())`. The record of an event is removed from its
   * cache, so that the next read requests its new state. A broken connection is reopened, and the events continue
   * after the last one received.
   */
  events(options?: EventOptions): Pick<List<ServiceEvent>, typeof Symbol.asyncIterator | 'first' | 'take' | 'pages'>
  /**
   * Returns a value that follows the events of the service while it has listeners: a record, the items of a list, or what a
   * function requests. The same reference, list or key gives the same object. Sends no request.
   */
  live<V>(source: LiveSource<V>): Live<V>
  live<T>(list: List<T>): Live<readonly T[]>
  live<T extends Model>(reference: PromiseLike<T> & Model): Live<T>
  /**
   * Signs in and out with the cookie of the page.
   * @throws TypeError without `auth: { session: true }`.
   */
  readonly session: Session
  /** Figures about tickets. */
  readonly reports: Reports
  readonly stats: Stats
}

type Listeners = { [K in keyof Events]?: Set<(details: Events[K]) => void> }

/**
 * Creates a client; sends no request.
 * @throws TypeError if the address or the credentials are invalid.
 */
export function createClient(options: ClientOptions): Client {
  const listeners: Listeners = {}
  const shared: Shared = {
    queue: new Queue(options.maxConcurrent ?? 6),
    stats: { sent: 0, joined: 0, cacheHits: 0, batched: 0 },
    latestCallId: 0,
    on: <K extends keyof Events>(event: K, listener: (details: Events[K]) => void) => {
      const eventListeners: Set<(details: Events[K]) => void> = (listeners[event] ??= new Set() as Listeners[K] &
        Set<never>)
      eventListeners.add(listener)
      return () => void eventListeners.delete(listener)
    },
    // Each listener is called in a microtask of its own, so that its errors do not affect the request.
    emit: (event, details) => listeners[event]?.forEach((listener) => queueMicrotask(() => listener(details))),
  }
  return buildClient(options, createAuthentication(options, shared), shared)
}

class ServiceClient {
  readonly #core: ClientCore
  readonly #derive: (change: Partial<ClientOptions>) => Client
  readonly #views: Views
  readonly #session: Session | undefined
  readonly #collections = new Map<string, RecordCollection>()

  constructor(
    core: ClientCore,
    derive: (change: Partial<ClientOptions>) => Client,
    views: Views,
    session: Session | undefined,
  ) {
    this.#core = core
    this.#derive = derive
    this.#views = views
    this.#session = session
  }

  get session(): Session {
    if (!this.#session) throw new TypeError('client.session needs auth: { session: true }')
    return this.#session
  }

  get reports(): Reports {
    return createReports(this.#core.request)
  }

  get stats(): Stats {
    return { ...this.#core.stats }
  }

  get request(): Send {
    return this.#core.request
  }

  collection(name: string): RecordCollection {
    let collection = this.#collections.get(name)
    if (!collection) this.#collections.set(name, (collection = new RecordCollection(this.#core.store(name))))
    return collection
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

  async raw(...args: Parameters<ClientCore['open']>): Promise<Response> {
    const { response } = await this.#core.open(...args)
    return response
  }

  upload(form: string, file: FileInput, options?: UploadOptions): Promise<Upload> {
    return loadLater(({ upload }) => upload(this.#core, form, file, options))
  }

  on<K extends keyof Events>(event: K, listener: (details: Events[K]) => void): () => void {
    return this.#core.on(event, listener)
  }

  live(target: Parameters<Views['of']>[0]): View {
    return this.#views.of(target)
  }

  events(options: EventOptions = {}) {
    const source: Source<ServiceEvent> = {
      name: 'events',
      begin: async (range, lifetime) =>
        new (await import('./events.ts')).EventReader(this.#core, options, range, lifetime),
      total: () => Promise.resolve(undefined),
    }
    // Events have no pages, so the page size has no effect.
    return new LazyList(source, toRange({ signal: options.signal }, 1))
  }

  apply(collection: string, record: Model): void {
    this.#core.applyRecord(collection, record)
  }

  [inspect](): string {
    return `Client<${this.#core.url('')}>`
  }
}

// Defines one property for each collection in `specs`.
for (const name of specs.keys()) {
  Object.defineProperty(ServiceClient.prototype, name, {
    get(this: ServiceClient) {
      return this.collection(name)
    },
  })
}

function createAuthentication({ auth }: ClientOptions, { emit }: Shared): Authentication {
  if (!auth) throw new TypeError('auth is missing')
  if (!('session' in auth)) return new Authorization(auth)
  return new SessionCredentials((user_id) => emit('session', { user_id }))
}

function buildClient(options: ClientOptions, authentication: Authentication, shared: Shared): Client {
  const { retry = 2 } = options
  const policy: RetryPolicy = typeof retry === 'object' ? retry : { limit: retry || 0 }
  const transport = new Transport(
    {
      base: normalizeUrl(options.url),
      authentication,
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
  const derive = (change: Partial<ClientOptions>) => {
    const merged = { ...options, ...change }
    return buildClient(merged, change.auth ? createAuthentication(merged, shared) : authentication, shared)
  }
  const core = new ClientCore(options, transport)
  const views = new Views(core)
  const session =
    authentication instanceof SessionCredentials ? new CookieSession(authentication, core, views) : undefined
  return new ServiceClient(core, derive, views, session) as unknown as Client
}

/** Returns the address without `/api/v1`, query and fragment. */
function normalizeUrl(url: string | URL): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username)
    throw new TypeError('url must be an http(s) address without credentials')
  const { origin, pathname } = parsed
  return origin + pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}
