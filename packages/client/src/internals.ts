/* The interfaces of the parts of a client. They refer to one another and therefore share this file; the
 * classes that implement them (`core.ts`, `store.ts`, `loaded.ts`, `reference.ts`) import it and not each other.
 */
import type { Cache, Entry, Origin, WireRecord } from './cache.ts'
import type { ClientOptions, Send } from './client-options.ts'
import type { Events } from './diagnostics.ts'
import type { ErrorInfo, HelpdeskError } from './errors.ts'
import type { ServiceEvent } from './event-types.ts'
import type { List } from './list-types.ts'
import type { Model } from './model.ts'
import type { LoadOptions } from './options.ts'
import type { entryFor, knownEntry, loadWith } from './symbols.ts'
import type { CallResult, Shared } from './transport.ts'
import type { Call } from './call.ts'

/** Related records by model name and id, as returned by searches and with `full=true`. */
export interface Assets {
  readonly [model: string]: { readonly [id: string]: WireRecord } | undefined
}

/** A response that contains records. */
export interface RecordResult extends CallResult {
  readonly origin: Origin
}

/** A position in the feed of events. */
export interface EventPosition {
  /** The id of the last event. */
  readonly cursor: number
  /** Requests with a higher start number return the changes of this event and of all events before it. */
  readonly startNumber: number
}

/** What the stores of a client share: options, transport and access to each other. */
export interface Core {
  readonly options: ClientOptions
  readonly stats: Shared['stats']
  /** The start number of the latest request. */
  readonly latestStartNumber: number
  /** Learned from responses: this server ignores `ids=`. */
  ignoresIds: boolean
  /** Learned from responses: this server returns related records only with `full=true`. */
  searchNeedsFull: boolean
  /** The position in the feed from which to read events, if a response contained one. Clearing the caches removes it. */
  position: EventPosition | undefined
  readonly request: Send
  emit<K extends keyof Events>(event: K, details: Events[K]): void
  /** Adds a listener; the returned function removes it. */
  on<K extends keyof Events>(event: K, listener: (details: Events[K]) => void): () => void
  /** Returns the absolute address of a path below `/api/v1`. */
  url(path: string): string
  /** Returns the start number of a new request. */
  nextStartNumber(): number
  /**
   * Sends a call and returns its response with the origin of its records.
   * @throws ParseError when a GET is answered without a JSON object or array.
   */
  send(call: Call): Promise<RecordResult>
  /** Sends a request and returns its response with the body unread. */
  open(method: string, path: string, options?: Partial<Call>): Promise<CallResult>
  /** Returns the error for a successful response that lacks what was requested. */
  failure(reason: string, result: CallResult, more?: ErrorInfo, kind?: typeof HelpdeskError): HelpdeskError
  /** Waits at most `ms` milliseconds for the next part of the body.
   * @throws TimeoutError after that time, ConnectionError when the body breaks off.
   */
  withTimeout<T>(ms: number, signal: AbortSignal | undefined, result: CallResult, work: () => Promise<T>): Promise<T>
  /** Returns the store of a collection; creates it on first use. */
  store(name: string): Store
  /** Adds related records to the caches of their collections. Unknown models, and the collection `except`, are skipped. */
  cacheAssets(assets: Assets, origin: Origin, except?: Store): void
  /** Adds a record from another source to its cache, unless the cache has a newer one. */
  applyRecord(collection: string, record: Model): Entry
  /** Clears all caches. */
  clear(): void
}

/** One collection of one client: its cache, its pending requests and its three classes. */
export interface Store {
  readonly core: Core
  readonly name: string
  readonly spec: Spec
  readonly cache: Cache<LoadedObject>
  readonly Reference: ClassOf<Reference, [id: number, via?: Via]>
  readonly Path: ClassOf<Awaitable, [parent: Awaitable, relation: string]>
  readonly Loaded: ClassOf<LoadedObject, [data: WireRecord, origin: Origin]>
  /** Returns the path of a record below `/api/v1`. */
  path(id: number): string
  /** Makes a loaded object from an entry; `expanded` selects the form with names, if the entry has it. */
  make(entry: Entry, expanded?: boolean): LoadedObject
  /** Adds a page of records to the cache, unless they are incomplete, and returns their objects. */
  cachePage(records: readonly WireRecord[], origin: Origin, expanded: boolean, incomplete: boolean): LoadedObject[]
  /** Freezes the records of one response, learns their attributes and adds them to the cache. */
  cacheRecords(records: readonly WireRecord[], origin: Origin, expanded?: boolean): Entry[]
  cacheRecord(record: unknown, origin: Origin, expanded?: boolean): Entry
  /** Returns an entry from the cache, or from a request that several reads may share. `keep` receives it before any other code
   * runs.
   */
  load(id: number, options: LoadOptions, keep: (entry: Entry) => void, via?: Via): Promise<Entry>
  /** Requests a record regardless of the cache; equal reloads that the same synchronous code calls share a request. */
  reload(id: number, options: LoadOptions, keep: (entry: Entry) => void): Promise<Entry>
  /** Sends one GET for one record. */
  fetch(id: number, options: LoadOptions, cause: ReadCause, signal: AbortSignal | undefined): Promise<Entry>
  /** Removes a record from the cache if the error says that the server does not have it; loaded objects stay as they are. */
  forgetMissing(id: number, error: unknown): void
  /** Returns the error for an id that was requested together with others and is not in their response. */
  notFound(id: number, result?: CallResult): HelpdeskError
}

/** The reason for requesting a single record. */
export type ReadCause = 'load' | 'reload' | 'batch'

/** A class that is derived for each store. */
export interface ClassOf<T, Args extends unknown[]> {
  new (...args: Args): T
  readonly prototype: T
}

/** A loaded object: one state of a record. */
export interface LoadedObject {
  readonly id: number
  readonly data: WireRecord
  get(name: string): unknown
}

/** The common members of references and paths. */
export interface Awaitable {
  readonly loaded: boolean
  /** Returns the entry, loading it if necessary; `null` if a path ends at an empty relation. */
  [entryFor](options: LoadOptions): Promise<Entry | null>
  [knownEntry](): Entry | undefined
  /** Loads the record, in the expanded form if the attribute exists in that form only. */
  [loadWith](attribute: string): Promise<LoadedObject | null>
  reload(options?: LoadOptions): Promise<LoadedObject | null>
}

/** A record whose id is known. */
export interface Reference extends Awaitable {
  readonly id: number
  [entryFor](options: LoadOptions): Promise<Entry>
  reload(options?: LoadOptions): Promise<LoadedObject>
}

/** Where a reference comes from: for example, the relation `customer`, with its id in the field `customer_id`, of a record in the
 * response `origin`.
 */
export interface Via {
  readonly origin: Origin
  readonly relation: string
  readonly field: string
}

/** The source of a live value: how the value is requested, and which events change it. */
export interface ViewSource {
  readonly key: string
  /** Requests the value. Records are requested by their store. */
  readonly load: () => PromiseLike<unknown>
  readonly events: readonly string[] | ((event: ServiceEvent) => boolean)
  /** The record, if the value is one. */
  readonly record?: { readonly store: Store; readonly id: number }
}

/** Makes a list that needs only the id of a record, such as the articles of a ticket. */
export type ListMaker = (recordStore: Store, id: number | PromiseLike<number | undefined>) => List<LoadedObject>

/** The declaration of a collection with every default filled in. */
export interface Spec {
  /** Name in the server's assets. */
  readonly model: string
  /** The collection of each related record, by relation: `customer: 'users'` reads `customer_id`. */
  readonly relations: { readonly [relation: string]: string }
  /** Path below `/api/v1`. */
  readonly path: string
  /** True if a search returns related records, by default or with `full=true`. */
  readonly searchSideloads: boolean
  /** Largest page that all known servers return. */
  readonly maxPageSize: number
  /** True if the server always sends the expanded form. */
  readonly alwaysExpanded: boolean
  /** The functions that read the declared attributes. */
  readonly attributes: { readonly [attribute: string]: (record: WireRecord, recordStore: Store) => unknown }
  /** Attributes that exist in expanded responses only. */
  readonly expanded: readonly string[]
  /** Lists that need only the id. */
  readonly lists: { readonly [name: string]: ListMaker }
  /** Methods that need only the id; `verbs.ts` contains them. */
  readonly verbs: readonly string[]
}
