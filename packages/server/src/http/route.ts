import type { Permission } from '@deskbell/contract'
import type { Readable } from 'node:stream'
import type { PasswordLogins } from '../auth/password-logins.ts'
import type { EventFilter } from '../kernel/event-patterns.ts'
import type { Context, Desk, WriteContext } from '../kernel/context.ts'
import type { Schema } from '../kernel/schema.ts'
import type { Query } from './query.ts'

export type { Schema } from '../kernel/schema.ts'

/** The documentation of a query parameter; the handler reads it with the functions of `query.ts`. */
export interface Parameter {
  readonly name: string
  readonly doc: string
  readonly schema: Schema
}

/** The input of a route. */
export interface Input {
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  /** Query string and body, merged. */
  readonly query: Query
  /** Path and query string, not decoded. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Returns the address of the client; see `address.ts`. */
  readonly address: () => string
}

/** A response. */
export interface RouteResponse {
  /** JSON text, or the bytes of a file. */
  readonly body: string | Readable
  /** 200 if absent. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** As `WriteRoute.secret`, for one response of a route. */
  readonly secret?: true
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The value of `can` for routes that are open to every authenticated caller. */
export const signedIn: readonly Permission[] = []

/** A route that reads. */
export interface Route {
  readonly method: Method
  /** Relative to `/api/v1`, with parameters as `:name`. */
  readonly path: string
  /** The section of the OpenAPI document. */
  readonly tag: string
  /** A phrase in the imperative mood, without a full stop. */
  readonly summary: string
  /** Details, in Markdown. */
  readonly description?: string
  /** Permissions of which the caller needs one, or `signedIn`. */
  readonly can: readonly Permission[]
  /** Returns true if a request has a key for this route, which replaces credentials. */
  readonly key?: (desk: Desk, input: Input) => Promise<boolean>
  readonly parameters?: readonly Parameter[]
  /** The schema of the body. */
  readonly body?: Schema
  /** The response: a schema for JSON, a media type for anything else. */
  readonly response: Schema | string
  /** The response depends only on the caller, the URL and the database, so it can be cached until the next commit. */
  readonly cached?: true
  readonly run: (ctx: Context, input: Input) => Promise<RouteResponse> | RouteResponse
}

/**
 * A route that writes. `write` prepares outside of any transaction (hashing, files) and returns the work to do inside
 * one. The work may run twice, so it changes nothing but the database.
 */
export interface WriteRoute extends Omit<Route, 'run' | 'cached'> {
  /** Media types of the body; JSON if absent. */
  readonly takes?: readonly string[]
  /** The body contains files, so it may be large; see `limits.ts`. */
  readonly files?: true
  /** The status of success; 200 if absent. */
  readonly status?: 200 | 201
  /** Statuses of errors that the documentation of a write does not list otherwise. */
  readonly refuses?: readonly 409[]
  readonly write: (ctx: Context, input: Input) => Work | Promise<Work>
  /** The body of a response with status 422, if it can differ from the usual error. */
  readonly unprocessable?: Schema
  /** `If-Match` is compared with the current state. Other writes refuse the header, because its sender relies on the comparison. */
  readonly conditional?: true
  /** The response contains a secret, so it is not stored for requests that repeat an `Idempotency-Key`. */
  readonly secret?: true
  /** Limits requests without credentials by account name and by the address of the client; see `auth/throttle.ts`. */
  readonly throttledBy?: AccountNameOf
  /** Makes the response to a request without credentials, which is rejected if this is absent. */
  readonly signedOut?: (desk: Desk, input: Input) => Promise<RouteResponse>
}

/** The work of a write inside its transaction. */
export type Work = (ctx: WriteContext) => Promise<RouteResponse>

/**
 * Opens a stream of events.
 * @param after the cursor; undefined for events from now on.
 * @throws Fault `gone` for a cursor outside the feed, `too_many_requests` if too many streams are open, `no_credentials` if
 * the credentials were revoked meanwhile, `busy` while the service stops.
 */
export type Listen = (after: number | undefined, filter: EventFilter | undefined) => Promise<Readable>

/** A route whose response lasts as long as the caller listens. */
export interface LiveRoute extends Omit<Route, 'run' | 'cached'> {
  readonly live: (input: Input, listen: Listen) => RouteResponse | Promise<RouteResponse>
}

/** Any kind of route. */
export type AnyRoute = Route | WriteRoute | LiveRoute | OpenRoute

/**
 * Returns the account name in a request, by which requests are limited; an empty text limits them by the address of the client
 * only.
 */
export type AccountNameOf = (input: Input) => string

/** Limits requests by the address of the client only. */
export const noAccount: AccountNameOf = () => ''

/** A route that needs no credentials. */
export interface OpenRoute extends Omit<Route, 'can' | 'run'> {
  /** Limits requests by account name and by the address of the client; see `auth/throttle.ts`. */
  readonly throttledBy?: AccountNameOf
  readonly takes?: readonly string[]
  /** The status of success; 200 if absent. */
  readonly status?: 200 | 201
  /** Statuses of errors that the documentation of an open route does not list otherwise. */
  readonly refuses?: readonly (401 | 403)[]
  /** Checks the headers before the body is read. @throws Fault. */
  readonly checkHeaders?: (headers: Input['headers']) => void
  readonly open: (desk: Desk, input: Input, passwords: PasswordLogins) => RouteResponse | Promise<RouteResponse>
}
