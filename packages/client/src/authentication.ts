import type { AuthHeaders, Call } from './call.ts'

/** Sends a call to the service, to request credentials from it. */
export type SendCall = (call: Call) => Promise<{ readonly value: unknown; readonly response: Response }>

/** Provides the headers that authenticate requests. */
export interface Authentication {
  /** Returns the headers of a call. Concurrent callers share one request for them, and its failure. */
  headers(call: Call, send: SendCall): AuthHeaders | Promise<AuthHeaders>
  /** Discards the headers `used`, which were refused; returns true if other headers may be accepted, so that the call is repeated once. */
  renew(call: Call, used: AuthHeaders | Promise<AuthHeaders>, send: SendCall): boolean | Promise<boolean>
  /** Masks the credentials in a text, because the error message of a server may contain them. */
  hide(text: string): string
}
