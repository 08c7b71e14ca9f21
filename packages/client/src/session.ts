import type { SendCall } from './authentication.ts'
import type { Core } from './internals.ts'
import type { User } from './models.ts'
import type { SessionResponse, SessionCredentials } from './session-credentials.ts'

/** The state of a session. */
export interface SessionState {
  /** The user who is signed in; undefined if there is none. */
  readonly user: User | undefined
  /** The names of the permissions of the user; `admin` includes `admin.user`. Empty if the server does not send them. */
  readonly permissions: readonly string[]
  /** The access levels of the user, by group id. */
  readonly groups: { readonly [id: string]: readonly string[] }
  /** The settings that a page needs, by name. A user who is signed in gets more of them. */
  readonly config: { readonly [name: string]: unknown }
}

/** Signs in and out with the session cookie of a browser, for clients with `auth: { session: true }`. */
export interface Session {
  /** Returns the state of the session. Sends one request. */
  show(): Promise<SessionState>
  /**
   * Starts a session. The caches are cleared if another user was signed in before.
   * @throws AuthenticationError if the name or the password is wrong.
   */
  signIn(username: string, password: string): Promise<SessionState>
  /** Ends the session and clears the caches. */
  signOut(): Promise<void>
}

/** The session of a client. */
export class CookieSession implements Session {
  readonly #credentials: SessionCredentials
  readonly #core: Core
  readonly #views: { clear(): void }
  readonly #send: SendCall
  #user: number | undefined

  constructor(credentials: SessionCredentials, core: Core, views: { clear(): void }) {
    this.#credentials = credentials
    this.#core = core
    this.#views = views
    this.#send = (call) => core.send(call)
  }

  async show(): Promise<SessionState> {
    return this.#stateOf(await this.#credentials.load(this.#send))
  }

  async signIn(username: string, password: string): Promise<SessionState> {
    // The CSRF token of a page that has been open for a long time may have expired with its cookie.
    await this.#credentials.load(this.#send)
    return this.#stateOf(await this.#credentials.request('POST', 'signin', this.#send, { username, password }))
  }

  async signOut(): Promise<void> {
    await this.#credentials.request('DELETE', 'signout', this.#send)
    this.#user = undefined
    this.#clear()
  }

  #clear(): void {
    this.#core.clear()
    this.#views.clear()
  }

  #stateOf({ session, permissions = [], groups = {}, config, event_cursor: cursor }: SessionResponse): SessionState {
    if (!session) return { user: undefined, permissions, groups, config }
    if (this.#user !== undefined && this.#user !== session.id) this.#clear()
    this.#user = session.id
    if (cursor !== undefined) this.#core.position = { cursor, startNumber: this.#core.nextStartNumber() }
    const entry = this.#core.applyRecord('users', session)
    const user = this.#core.store('users').make(entry) as unknown as User
    return { user, permissions, groups, config }
  }
}
