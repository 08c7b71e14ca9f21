import type { Context, Unit } from './context.ts'
import type { Parts } from './schema.ts'

/** What every function that writes gets first: `db` is the transaction, so that reads see what was written before. */
export interface Writing extends Context {
  readonly unit: Unit
}

/** A record as its table holds it: booleans are booleans, objects are objects. */
export type Held = Readonly<Record<string, unknown>>

/** A write on its way. */
export interface Change {
  /** The record as it is; undefined for a new one. */
  readonly before: Held | undefined
  /** Columns as they shall be, names already looked up; at a change only those that were given. */
  readonly given: Held
  /** What the caller sent, without the keys that are withheld. */
  readonly body: Held
}

/** What a noun adds to the writing of its records. Everything runs inside the transaction of the write. */
export interface Rules {
  /** Keys of a body that are read by `follow` and belong to no column; callers inside the service may set them. */
  readonly special?: readonly string[]
  /** Keys that clients may send besides the columns and relations. */
  readonly extra?: { readonly create?: Parts; readonly update?: Parts }
  /** Columns that `imply` fills in for a new record, so that a body may leave them out. */
  readonly filled?: readonly string[]
  /** What a new record needs besides its required columns: one key of each list. */
  readonly needs?: readonly (readonly string[])[]
  /** Columns whose values no history tells. */
  readonly secret?: readonly string[]
  /** Keys that this caller may not set: passed over, as existing clients expect (reference, section 3.1.1). */
  readonly withheld?: (ctx: Context, verb: 'create' | 'update', before?: Held, body?: Held) => readonly string[]
  /** What follows from what was given: columns to be set beside and instead of it. @throws Fault for what cannot be. */
  readonly imply?: (ctx: Writing, change: Change) => Held | Promise<Held>
  /** @throws Fault when the caller may not do this to this record; `after` undefined means to remove it. */
  readonly allow?: (ctx: Writing, before: Held | undefined, after: Held | undefined) => void | Promise<void>
  /** What else is written once the record is. */
  readonly follow?: (ctx: Writing, id: number, change: Change) => Promise<void>
  /** Takes away what belongs to a record before it goes itself; what refers to it and stays, forbids it. */
  readonly clear?: (ctx: Writing, id: number, before: Held) => Promise<void>
}
