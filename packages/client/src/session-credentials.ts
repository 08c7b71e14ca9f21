import type { Authentication, SendCall } from './authentication.ts'
import { type AuthHeaders, type Call, isReading } from './call.ts'
import type { UserRecord } from './types.ts'

/** A response about the session. */
export interface SessionResponse {
  /** The user who is signed in. */
  readonly session?: UserRecord
  readonly permissions?: readonly string[]
  readonly groups?: { readonly [id: string]: readonly string[] }
  readonly config: { readonly [name: string]: unknown }
  /** The id of the last event. Older servers do not send it. */
  readonly event_cursor?: number
}

/**
 * The session of a browser. Its cookie, which scripts cannot read, is sent by `fetch`; requests that change something also
 * need a CSRF token, which belongs to the cookie.
 */
export class SessionCredentials implements Authentication {
  readonly #onChange: (userId: number | null) => void
  #headers: AuthHeaders | undefined
  #pending: Promise<SessionResponse> | undefined
  /** The user who is signed in; `null` when signed out, undefined before the first response. */
  #user: number | null | undefined
  /** The user who was signed in last. */
  #lastUser: number | undefined

  /** `onChange` is called at the first response and after each change, with the id of the user who is signed in, or `null`. */
  constructor(onChange: (userId: number | null) => void) {
    this.#onChange = onChange
  }

  headers(call: Call, send: SendCall): AuthHeaders | Promise<AuthHeaders> {
    if (isReading(call)) return {}
    return this.#headers ?? this.load(send).then(() => this.#headers ?? {})
  }

  /** Requests the state of the session, and a new token. The call is repeated if its user is still signed in. */
  async renew(call: Call, _used: unknown, send: SendCall): Promise<boolean> {
    if (call.cause === 'session') return false
    const before = this.#lastUser
    await this.load(send)
    // Another user may have signed in in another tab; the call must not be sent in their name.
    return this.#user !== null && (before === undefined || before === this.#user)
  }

  hide(text: string): string {
    const token = this.#headers?.[tokenHeader]
    return token ? text.replaceAll(token, '***') : text
  }

  /** Requests the state of the session; concurrent callers share the request. */
  load(send: SendCall): Promise<SessionResponse> {
    // `signshow` is the name of the route in existing clients.
    this.#pending ??= this.request('GET', 'signshow', send).finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  /** Sends a request to one of the routes for sessions, and keeps the CSRF token and the user of the response. */
  async request(method: string, path: string, send: SendCall, json?: object): Promise<SessionResponse> {
    const { value, response } = await send({ method, path, json, cause: 'session' })
    const token = response.headers.get('csrf-token')
    this.#headers = token ? { [tokenHeader]: token } : undefined
    const state = value as SessionResponse
    const user = state.session?.id ?? null
    if (user !== this.#user) {
      this.#user = user
      this.#lastUser = user ?? this.#lastUser
      this.#onChange(user)
    }
    return state
  }
}

const tokenHeader = 'x-csrf-token'
