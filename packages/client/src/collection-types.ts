import type { List } from './list-types.ts'
import type { Model, Names, Ref } from './model.ts'
import type { CreateOptions, ListOptions, LoadOptions, SearchOptions } from './options.ts'

/** All records of one kind: called with an id it gives a reference, in a loop it gives every record. */
export interface Collection<T extends Model, C = never, Column extends string = string> extends List<T> {
  /** A reference; sends nothing. */
  (id: number | `${number}`): Ref<T>
  iter<const F extends keyof DataOf<T>>(options: ListOptions<Column> & { fields: readonly F[] }): List<Selected<T, F>>
  iter(options: Whole<ListOptions<Column>> & { expand: true }): List<Expanded<T>>
  iter(options?: Whole<ListOptions<Column>>): List<T>
  /**
   * Many records by id, in one request where the server can (`ids=`), else one each. An id that cannot be had is an
   * Error in the map, so that one missing record does not hide the others.
   */
  many(ids: Iterable<number>, options?: LoadOptions): Promise<Map<number, T | Error>>
  /** One POST. Repeated like a read where the server is known to honour idempotency keys, else never. */
  create(values: C, options?: CreateOptions): Promise<T>
  readonly cache: RecordCache<T>
  readonly url: string
}

export interface Searchable<T, Column extends string = string> {
  /**
   * Iterates over what the server finds; related records come along where the server sends them. Values from outside
   * belong into `quote()`.
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
    options: Whole<SearchOptions<Column>> & { expand: true; highlight: true },
  ): List<Highlighted<Expanded<T>>>
  search(query: string, options: Whole<SearchOptions<Column>> & { highlight: true }): List<Highlighted<T>>
  search(query: string, options: Whole<SearchOptions<Column>> & { expand: true }): List<Expanded<T>>
  search(query: string, options?: Whole<SearchOptions<Column>>): List<T>
}

/** What was read, by id, least recently used first. Emptying it never changes objects in hand. */
export interface RecordCache<T> {
  /** -1 (default): no limit. 0: off. n: at most n records, the least recently used are dropped first. */
  maxSize: number
  /** The same as `maxSize`. */
  max_size: number
  /** Milliseconds after which a cached record is asked for again. Default Infinity. */
  maxAge: number
  readonly size: number
  has(id: number): boolean
  peek(id: number): T | undefined
  /** Milliseconds since the record was received. */
  age(id: number): number | undefined
  delete(id: number): boolean
  /** Drops what is older than `maxAge` milliseconds; tells how many that were. */
  evict(options: { maxAge: number }): number
  clear(): void
  /** Ids, least recently used first. */
  keys(): IterableIterator<number>
  readonly stats: { readonly hits: number; readonly misses: number; readonly evictions: number }
}

/** An item of a list asked for with `expand: true`: its `names` are filled. */
export type Expanded<T> = T & { readonly names: Names<T> }

/** An item of a search asked for with `highlight: true`. */
export type Highlighted<T> = T & { readonly highlights: readonly Highlight[] }

/** A part of a hit that matches: `marks` are pairs of offsets into `text`, which is escaped for HTML. */
export interface Highlight {
  readonly field: string
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
  readonly article_id?: number
}

/** An item of a list asked for with `fields`: only these attributes are known. */
export type Selected<T, F> = Pick<T, Extract<keyof T, 'id' | 'url' | 'get' | 'is' | F>> & {
  readonly data: Partial<DataOf<T>>
}

/** The record a loaded object holds. */
type DataOf<T> = T extends { readonly data: infer D } ? D : never

/** Options without `fields`: items have all their attributes. */
type Whole<O> = O & { fields?: undefined }
