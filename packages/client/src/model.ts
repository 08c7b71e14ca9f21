import type { List } from './list-types.ts'
import type { LoadOptions, WriteOptions } from './options.ts'

/** The model that a reference refers to, for the compiler only. */
declare const model: unique symbol

/** Anything with an id: every record and every loaded object. */
export interface Model {
  readonly id: number
}

/** A value that is requested when it is first awaited. It is not a Promise: creating it sends no request and cannot cause an
 * unhandled rejection.
 */
export interface Lazy<V> extends PromiseLike<V> {
  catch<R = never>(onrejected?: (error: unknown) => R | PromiseLike<R>): Promise<V | R>
  finally(onfinally?: () => void): Promise<V>
}

interface ReferenceTo<T extends Model, N, Id> extends PromiseLike<T | N> {
  readonly [model]: T
  readonly id: Id
  /** True if attributes can be read without a request. Sends no request. */
  readonly loaded: boolean
  /** The newest known state, of this reference or of the cache. Sends no request. */
  readonly peek: T | undefined
  /** The same as `await`, with options; returns a Promise. */
  load(options?: LoadOptions): Promise<T | N>
  /** Always sends a GET, and replaces the state of this reference by the response. */
  reload(options?: LoadOptions): Promise<T | N>
  /** Returns an attribute by its name in the HTTP API, for custom fields that are not in the types. */
  get<V = unknown>(name: string): Lazy<V | undefined>
  /** Returns true if both refer to the same record of the same client. Sends no request. */
  is(other: unknown): boolean
  catch<R = never>(onrejected?: (error: unknown) => R | PromiseLike<R>): Promise<T | N | R>
  finally(onfinally?: () => void): Promise<T | N>
}

/** The related models of a loaded object, with `null` for relations that may be empty; for the compiler only. */
declare const related: unique symbol

/** Declares the relations of a loaded object, so that the types of references need not refer to each other. */
export interface Related<M> {
  readonly [related]?: M
}

/** The relations of a loaded object, by name. */
export type RelationsOf<T> = T extends Related<infer M> ? M : unknown

type Method = (...args: never[]) => unknown

/** The members of a loaded object that references have, too: attributes and lists, but not `url`, `age` and the like. */
type Fields<T> = {
  readonly [
    K in keyof T as K extends 'id' | 'data' | 'url' | 'age' | 'stale' | symbol | keyof RelationsOf<T>
      ? never
      : T[K] extends Method
        ? never
        : K
  ]: T[K]
}
/** The type of an attribute at the end of a path: undefined is possible if a relation on the path may be empty. */
type Maybe<V, N> = [N] extends [never] ? V : V | undefined
/** The methods of a loaded object that references have, too: all that send a request, except `reload`. */
type Verbs<T> = {
  readonly [
    K in keyof T as K extends 'reload' | symbol | keyof RelationsOf<T>
      ? never
      : T[K] extends (...args: never[]) => Promise<unknown>
        ? K
        : never
  ]: T[K]
}
/** The members of a loaded object as a reference has them: attributes to await, lists unchanged, and relations as paths. */
type LazyAttributes<T, N> = {
  readonly [K in keyof Fields<T>]: [T[K & keyof T]] extends [List<unknown>]
    ? T[K & keyof T]
    : Lazy<Maybe<T[K & keyof T], N>>
} & { readonly [K in keyof RelationsOf<T>]: PathTo<RelationsOf<T>[K], N> }
type PathTo<V, N> = NonNullable<V> extends infer R extends Model ? Path<R, N | (null extends V ? null : never)> : never

/** A reference with a known id: `client.tickets(1)`, or `ticket.customer` of a loaded ticket. Sends no request until awaited. */
export type Ref<T extends Model> = ReferenceTo<T, never, number> & LazyAttributes<T, never> & Verbs<T>

/** A reference with an unknown id: `client.tickets(1).customer`. `N` is `null` if a relation on the path may be empty. */
export type Path<T extends Model, N = never> = ReferenceTo<T, N, Lazy<Maybe<number, N>>> & LazyAttributes<T, N>

/** A loaded object, reference or path: `await x.attribute` works for all three. */
export type Like<T extends Model> = T | Ref<T> | Path<T>

/** The common members of loaded objects. Their own enumerable properties are exactly `id` and `data`. */
export interface Loaded<R extends Model> extends Model {
  /** The frozen record as the server sent it. Use it to spread, clone and compare. */
  readonly data: Readonly<R>
  /** The address of the record on the server. */
  readonly url: string
  /** Milliseconds since this state was received. */
  readonly age: number
  /** True if the cache has a newer state than this object. */
  readonly stale: boolean
  /** Returns an attribute by its name in the HTTP API, for custom fields that are not in the types. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of a custom field
  get<V = unknown>(name: string): V | undefined
  /** Always sends a GET. Replaces `data` in place on success and keeps it on failure. */
  reload(options?: LoadOptions): Promise<this>
  toJSON(): R
  /** Returns true if both refer to the same record of the same client. */
  is(other: unknown): boolean
}

/** Objects that can be changed and deleted. On a reference, neither needs a GET first. */
export interface Mutable<U> {
  /** Sends one PUT with the changes; the response becomes the new state. If it does not contain the record, a GET follows.
   * The PUT is retried only if `retry.unsafe` allows it.
   */
  update(patch: U, options?: WriteOptions): Promise<this>
  /** Sends one DELETE. The record is removed from the cache on success or 404. */
  delete(options?: WriteOptions): Promise<void>
}

/** The names of related records in a response with `expand: true`. The name of a user is the login; customers receive the
 * first and last name of other people instead.
 */
export type Names<T> = {
  readonly [K in keyof RelationsOf<T>]: null extends RelationsOf<T>[K] ? string | undefined : string
}

type AsDate<V> = V extends string ? Date : V
/** True for attributes that are points in time. The `out_of_office_*` attributes are days, which do not depend on a time zone. */
type IsTime<K> = K extends `out_of_office_${string}`
  ? false
  : K extends `${string}_at` | 'pending_time' | 'last_login'
    ? true
    : false

/** The attributes of a loaded object: those of its record, read-only, times as `Date`. */
export type Attributes<R> = {
  readonly [K in keyof R as K extends 'id' ? never : K]: IsTime<K> extends true ? AsDate<R[K]> : R[K]
}
