import type { List } from './list-types.ts'
import type { Model, Names, Ref } from './model.ts'
import type { CreateOptions, ListOptions, LoadOptions, SearchOptions } from './options.ts'

/** A collection of records: a call with an id returns a reference, a loop returns every record. */
export interface Collection<T extends Model, C = never, Column extends string = string> extends List<T> {
  /** Returns a reference; sends no request. */
  (id: number | `${number}`): Ref<T>
  iter<const F extends keyof DataOf<T>>(options: ListOptions<Column> & { fields: readonly F[] }): List<Selected<T, F>>
  iter(options: WithoutFields<ListOptions<Column>> & { expand: true }): List<Expanded<T>>
  iter(options?: WithoutFields<ListOptions<Column>>): List<T>
  /**
   * Returns many records by id. Those that are not cached take one request for each 1,000 ids if the server supports `ids=`,
   * otherwise one for each id. For an id that does not exist, the value is an Error.
   * @throws HelpdeskError if a request fails for another reason than a missing record.
   */
  many(ids: Iterable<number>, options?: LoadOptions): Promise<Map<number, T | Error>>
  /** Sends one POST. It is retried like a read if the server supports idempotency keys, otherwise only if `retry.unsafe`
   * allows it.
   */
  create(values: C, options?: CreateOptions): Promise<T>
  readonly cache: RecordCache<T>
  readonly url: string
}

/** A collection that the server can search. */
export interface Searchable<T, Column extends string = string> {
  /** Returns the list of hits; related records are added to their caches if the server sends them. Pass values from users
   * through `quote()`.
   */
  search<const F extends keyof DataOf<T>>(
    query: string,
    options: SearchOptions<Column> & { fields: readonly F[]; highlight: true },
  ): List<Highlighted<Selected<T, F>>>
  search<const F extends keyof DataOf<T>>(
    query: string,
    options: SearchOptions<Column> & { fields: readonly F[] },
  ): List<Selected<T, F>>
  search(
    query: string,
    options: WithoutFields<SearchOptions<Column>> & { expand: true; highlight: true },
  ): List<Highlighted<Expanded<T>>>
  search(query: string, options: WithoutFields<SearchOptions<Column>> & { highlight: true }): List<Highlighted<T>>
  search(query: string, options: WithoutFields<SearchOptions<Column>> & { expand: true }): List<Expanded<T>>
  search(query: string, options?: WithoutFields<SearchOptions<Column>>): List<T>
}

/** The cached records by id, least recently used first. Clearing the cache does not change loaded objects. */
export interface RecordCache<T> {
  /** -1 (default): no limit. 0: off. n: at most n records; the least recently used are evicted first. */
  maxSize: number
  /** The same as `maxSize`. */
  max_size: number
  /** Milliseconds after which a cached record is requested again. Default Infinity. */
  maxAge: number
  readonly size: number
  has(id: number): boolean
  /** Returns the cached record, without counting as a use. */
  peek(id: number): T | undefined
  /** Milliseconds since the record was received. */
  age(id: number): number | undefined
  delete(id: number): boolean
  /** Removes records older than `maxAge` milliseconds and returns their number. */
  evict(options: { maxAge: number }): number
  clear(): void
  /** Ids, least recently used first. */
  keys(): IterableIterator<number>
  readonly stats: { readonly hits: number; readonly misses: number; readonly evictions: number }
}

/** An item of a list with `expand: true`: it has `names`. */
export type Expanded<T> = T & { readonly names: Names<T> }

/** An item of a search with `highlight: true`. */
export type Highlighted<T> = T & { readonly highlights: readonly Highlight[] }

/** A matching part of a hit. `marks` are pairs of offsets into `text`, which is escaped for HTML. */
export interface Highlight {
  readonly field: string
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
  readonly article_id?: number
}

/** An item of a list with `fields`: only these attributes are known. */
export type Selected<T, F> = Pick<T, Extract<keyof T, 'id' | 'url' | 'get' | 'is' | F>> & {
  readonly data: Partial<DataOf<T>>
}

/** The record of a loaded object. */
type DataOf<T> = T extends { readonly data: infer D } ? D : never

/** Options that do not limit the attributes of the items. */
type WithoutFields<O> = O & { fields?: undefined }
