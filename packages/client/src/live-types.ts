import type { ServiceEvent } from './event-types.ts'

/** The state of a live value: a new object after every change, and the same one until then. */
export interface Snapshot<V> {
  /** The last value received. */
  readonly value: V | undefined
  /** The error of the last request, if it failed. The value stays. */
  readonly error: unknown
  /** True while the value is requested, and as long as neither a value nor an error is known. */
  readonly pending: boolean
}

/** A value that follows the events of the service while it has listeners. Its functions can be passed on without the object. */
export interface Live<V> {
  /** Adds a listener that is called after every change. The returned function removes it. */
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the current state. Sends no request. */
  readonly snapshot: () => Snapshot<V>
  /** Requests the value, with or without listeners. Rejects if the request fails. */
  readonly refresh: () => Promise<V>
}

/** A live value that a function requests, such as the response of a route. */
export interface LiveSource<V> {
  /** Sources with the same key share one value. */
  readonly key: string
  readonly load: () => PromiseLike<V>
  /** Names of the events after which the value is requested again, such as `ticket.*`, or a function that selects them. */
  readonly events: readonly string[] | ((event: ServiceEvent) => boolean)
}
