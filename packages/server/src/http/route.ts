import type { Permission } from '@deskbell/contract'
import type { Readable } from 'node:stream'
import type { Context, Desk } from '../kernel/context.ts'
import type { Query } from './query.ts'

/** A JSON Schema, as data. */
export type Schema = Readonly<Record<string, unknown>>

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
}

/** What goes back. */
export interface Answer {
  /** JSON text, or the bytes of a file. */
  readonly body: string | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/** One address of the interface. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below `/api/v1`, with `:name` for the parts that change. */
  readonly path: string
  readonly tag: string
  readonly doc: string
  /** Which permissions open it, any one; `[]`: whoever is signed in. */
  readonly can: readonly Permission[]
  readonly parameters?: readonly Parameter[]
  /** What the answer is: a schema for JSON, a media type for anything else. */
  readonly answer: Schema | string
  /** Depends on the caller, the address and the rows alone, so that the answer may be remembered until the next commit. */
  readonly remembered?: true
  readonly run: (ctx: Context, input: Input) => Promise<Answer> | Answer
}

/** An address that asks for no credentials. */
export interface OpenRoute extends Omit<Route, 'can' | 'run'> {
  readonly open: (desk: Desk) => Answer | Promise<Answer>
}
