import type { Permission } from '@deskbell/contract'
import type { Readable } from 'node:stream'
import type { PasswordLogins } from '../auth/password-logins.ts'
import type { Wanted } from '../kernel/event-patterns.ts'
import type { Context, Desk, WriteContext } from '../kernel/context.ts'
import type { Schema } from '../kernel/schema.ts'
import type { Query } from './query.ts'

export type { Schema } from '../kernel/schema.ts'

/** A query parameter, for the documentation; the handler reads it by the functions of `query.ts`. */
export interface Parameter {
  readonly name: string
  readonly doc: string
  readonly schema: Schema
}

/** What came with a request. */
export interface Input {
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>
  /** Query and body together (reference, section 1.1). */
  readonly query: Query
  /** Path and query as they came. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Finds the address of the client; see `address.ts`. */
  readonly address: () => string
}

/** What goes back. */
export interface Answer {
  /** JSON text, or the bytes of a file. */
  readonly body: string | Readable
  /** 200 where it is not said. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One address of the interface. */
export interface Route {
  readonly method: Method
  /** Below `/api/v1`, with `:name` for the parts that change. */
  readonly path: string
  readonly tag: string
  /** What the route does, in the imperative mood and without a full stop. */
  readonly summary: string
  /** What the summary leaves out; Markdown. */
  readonly description?: string
  /** Which permissions open it, any one; `[]`: whoever is signed in. */
  readonly can: readonly Permission[]
  /** Whether a request brings something that opens this address in the place of credentials. */
  readonly key?: (desk: Desk, input: Input) => Promise<boolean>
  readonly parameters?: readonly Parameter[]
  /** What the answer is: a schema for JSON, a media type for anything else. */
  readonly answer: Schema | string
  /** Depends on the caller, the address and the rows alone, so that the answer may be remembered until the next commit. */
  readonly remembered?: true
  readonly run: (ctx: Context, input: Input) => Promise<Answer> | Answer
}

/**
 * An address that changes something. First it prepares outside of any transaction (hashing, files), then what it
 * returns does the work inside of one and gives the answer, which becomes true with the commit. The work may be done
 * twice, so it touches nothing but the database.
 */
export interface WriteRoute extends Omit<Route, 'run' | 'remembered'> {
  /** What a body may hold, for the documentation. */
  readonly body?: Schema
  /** Media types of the body; JSON if absent. */
  readonly takes?: readonly string[]
  /** Files travel in the body, which may therefore be large; see `limits.ts`. */
  readonly files?: true
  /** The status of success; 200 where it is not said. */
  readonly status?: 200 | 201
  readonly write: (ctx: Context, input: Input) => Work | Promise<Work>
  /** What 422 looks like beside an error, where clients know another form of it. */
  readonly failed?: Schema
  /** The answer holds a secret that is told once: it is not kept for those who ask again with the same key. */
  readonly secret?: true
  /** Whom a request without credentials is about: such requests are counted; see `throttle.ts`. */
  readonly throttled?: Throttled
  /** What somebody without credentials gets; a refusal where it is not said. */
  readonly signedOut?: (desk: Desk, input: Input) => Promise<Answer>
}

/** What a write does inside its transaction. */
export type Work = (ctx: WriteContext) => Promise<Answer>

/**
 * Opens a stream of events.
 * @param after the cursor; undefined for events from now on.
 * @throws Fault `gone` for a cursor outside the feed, `too_many_requests` when too many streams are open.
 */
export type Listen = (after: number | undefined, wanted: Wanted | undefined) => Promise<Readable>

/** A route whose response lasts as long as the caller listens. */
export interface LiveRoute extends Omit<Route, 'run' | 'remembered'> {
  readonly live: (input: Input, listen: Listen) => Answer | Promise<Answer>
}

/** Every kind of address. */
export type AnyRoute = Route | WriteRoute | LiveRoute | OpenRoute

/** The name that a request is about; blank where it names nobody. */
export type Throttled = (input: Input) => string

/** An address that asks for no credentials. */
export interface OpenRoute extends Omit<Route, 'can' | 'run'> {
  /** Requests are counted by the name they are about and by where they come from; see `throttle.ts`. */
  readonly throttled?: Throttled
  readonly body?: Schema
  readonly takes?: readonly string[]
  /** The status of success; 200 where it is not said. */
  readonly status?: 200 | 201
  /** Statuses of refusals beside 422 and 500. */
  readonly refuses?: readonly (401 | 403)[]
  /** Checks the headers before the body is read. @throws Fault. */
  readonly checkHeaders?: (headers: Input['headers']) => void
  readonly open: (desk: Desk, input: Input, passwords: PasswordLogins) => Answer | Promise<Answer>
}
