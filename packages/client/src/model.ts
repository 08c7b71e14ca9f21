import type { List } from './list-types.ts'
import type { LoadOptions, RequestOptions } from './options.ts'

/** Marks, for the compiler only, what a reference refers to; it does not exist at run time. */
declare const of: unique symbol

/** Anything with an id: every record and every loaded object. */
export interface Model {
  readonly id: number
}

/**
 * A value that is asked for when awaited, once. It is not a Promise: making it costs nothing, sends nothing and cannot
 * reject on its own.
 */
export interface Lazy<V> extends PromiseLike<V> {
  catch<R = never>(onrejected?: (error: unknown) => R | PromiseLike<R>): Promise<V | R>
  finally(onfinally?: () => void): Promise<V>
}

interface ReferenceTo<T extends Model, N, Id> extends PromiseLike<T | N> {
  readonly [of]: T
  readonly id: Id
  /** Whether attributes can be read without a request. Never asks. */
  readonly loaded: boolean
  /** The newest state known without a request: what this reference loaded, else the cache. Never asks. */
  readonly peek: T | undefined
  /** The same as `await`, with options; a real Promise. */
  load(options?: LoadOptions): Promise<T | N>
  /** Always sends a GET; what this reference holds is replaced when the answer is in. */
  reload(options?: LoadOptions): Promise<T | N>
  /** One attribute by its name on the wire: for custom attributes that the types do not know. */
  get<V = unknown>(name: string): Lazy<V | undefined>
  /** Whether both mean the same record of the same client. Never asks. */
  is(other: unknown): boolean
  catch<R = never>(onrejected?: (error: unknown) => R | PromiseLike<R>): Promise<T | N | R>
  finally(onfinally?: () => void): Promise<T | N>
}

/** For the compiler only: the models a loaded object is related to, `null` where the relation may be empty. */
declare const related: unique symbol

/** Says what a loaded object is related to. References follow relations by it without looking at each other. */
export interface Related<M> {
  readonly [related]?: M
}

/** The relations of a loaded object, by name. */
export type RelationsOf<T> = T extends Related<infer M> ? M : unknown

type Method = (...args: never[]) => unknown
/** What a reference offers of a loaded object: attributes and lists, not what describes the object at hand. */
type Fields<T> = {
  readonly [
    K in keyof T as K extends 'id' | 'data' | 'url' | 'age' | 'stale' | symbol | keyof RelationsOf<T>
      ? never
      : T[K] extends Method
        ? never
        : K
  ]: T[K]
}
type Or<V, N> = [N] extends [never] ? V : V | undefined
type Verbs<T> = {
  readonly [
    K in keyof T as K extends 'reload' | symbol | keyof RelationsOf<T>
      ? never
      : T[K] extends (...args: never[]) => Promise<unknown>
        ? K
        : never
  ]: T[K]
}
type Attrs<T, N> = {
  readonly [K in keyof Fields<T>]: [T[K & keyof T]] extends [List<unknown>]
    ? T[K & keyof T]
    : Lazy<Or<T[K & keyof T], N>>
} & { readonly [K in keyof RelationsOf<T>]: Step<RelationsOf<T>[K], N> }
type Step<V, N> = NonNullable<V> extends infer R extends Model ? Path<R, N | (null extends V ? null : never)> : never

/** A reference whose id is known: `client.tickets(1)`, or `ticket.customer` of a loaded ticket. Sends nothing until awaited. */
export type Ref<T extends Model> = ReferenceTo<T, never, number> & Attrs<T, never> & Verbs<T>

/** A reference whose id is not known yet: `client.tickets(1).customer`. `N` carries `null` along the path. */
export type Path<T extends Model, N = never> = ReferenceTo<T, N, Lazy<Or<number, N>>> & Attrs<T, N>

/** Loaded or not: `await x.attribute` is right for all three. */
export type Like<T extends Model> = T | Ref<T> | Path<T>

/** Base of every loaded object. Its own enumerable properties are exactly `id` and `data`. */
export interface Loaded<R extends Model> extends Model {
  /** The frozen record as the server sent it: spread, clone and compare this. */
  readonly data: Readonly<R>
  /** Where the record lives on the server. */
  readonly url: string
  /** Milliseconds since the server sent this state. */
  readonly age: number
  /** Whether the cache holds something newer than this object does. */
  readonly stale: boolean
  /** One attribute by its name on the wire: for custom attributes that the types do not know. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the types do not
  get<V = unknown>(name: string): V | undefined
  /** Always sends a GET; replaces `data` in place when it succeeds, leaves it alone when it fails. */
  reload(options?: LoadOptions): Promise<this>
  toJSON(): R
  /** Whether both mean the same record of the same client. */
  is(other: unknown): boolean
}

/** Objects that can be changed and deleted. On a reference, neither needs a GET first. */
export interface Mutable<U> {
  /** One PUT with only what changes; its answer becomes the new state. Never repeated by itself. */
  update(patch: U, options?: RequestOptions): Promise<this>
  /** One DELETE; the record leaves the cache when the server confirmed it (or said 404). */
  delete(options?: RequestOptions): Promise<void>
}

/** The names that an answer with `expand: true` carries for each relation: a login for users, a name for the rest. */
export type Names<T> = {
  readonly [K in keyof RelationsOf<T>]: null extends RelationsOf<T>[K] ? string | undefined : string
}

type Timed<V> = V extends string ? Date : V
/** The names that hold a point in time; the out-of-office names hold days, which no time zone may move. */
type IsTime<K> = K extends `out_of_office_${string}`
  ? false
  : K extends `${string}_at` | 'pending_time' | 'last_login'
    ? true
    : false

/** What a loaded object shows of its record: every attribute, read-only, times as `Date`. */
export type Attributes<R> = {
  readonly [K in keyof R as K extends 'id' ? never : K]: IsTime<K> extends true ? Timed<R[K]> : R[K]
}
