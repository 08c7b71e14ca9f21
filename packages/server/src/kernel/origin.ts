import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of a write, for the audit log. */
export interface Origin {
  /** The address of the client. */
  readonly address: string
  /** The id of the user whose credentials were sent; undefined for callers without credentials. */
  readonly caller: number | undefined
}

/*
 * The origin is stored for each request instead of passed as a parameter: only the audit log needs it, and the
 * functions on the way there have no use for it.
 */
const origins = new AsyncLocalStorage<Origin>()

/** Runs the work of a request, for which `currentOrigin` returns `origin`. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work)

/** Returns the origin of the running request; undefined for the command line and for work of the service itself. */
export const currentOrigin = (): Origin | undefined => origins.getStore()
