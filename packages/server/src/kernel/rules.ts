import type { Context, Unit } from './context.ts'
import type { Parts } from './schema.ts'

/** The context of every function that writes: `db` is the transaction, so that reads see earlier writes. */
export interface WriteContext extends Context, Unit {}

/** Values of a record by field name, as the database returns them: booleans are booleans, JSON is parsed. */
export type FieldValues = Readonly<Record<string, unknown>>

/** One create or update. */
export interface Change {
  /** The stored record; undefined for a new one. */
  readonly before: FieldValues | undefined
  /** Columns to write, names already resolved to ids; an update holds only those in the body. */
  readonly given: FieldValues
  /** The request body without the read-only keys. */
  readonly body: FieldValues
}

/** How a resource extends the generic create, update and delete. All functions run inside the transaction of the write. */
export interface Rules {
  /** Keys without a column that only callers inside the service may set; `afterWrite` reads them. */
  readonly internalKeys?: readonly string[]
  /** Keys that clients may send in addition to the columns and relations. */
  readonly bodyParts?: { readonly create?: Parts; readonly update?: Parts }
  /** Required columns that `derive` fills for a new record, so that a body may omit them. */
  readonly derivedKeys?: readonly string[]
  /** Required keys in addition to the required columns: at least one of each list. */
  readonly requiredKeys?: readonly (readonly string[])[]
  /** Columns whose values the history leaves out. */
  readonly secretColumns?: readonly string[]
  /** Keys that this caller may not set. They are ignored, not refused, as existing clients expect. */
  readonly readOnlyKeys?: (
    ctx: Context,
    verb: 'create' | 'update',
    before?: FieldValues,
    body?: FieldValues,
  ) => readonly string[]
  /** Validates the given columns and returns derived ones, which override the given. @throws Fault for invalid values. */
  readonly derive?: (ctx: WriteContext, change: Change) => FieldValues | Promise<FieldValues>
  /** Checks the right to write this record; `after` is undefined for a delete. @throws Fault `forbidden`. */
  readonly authorize?: (
    ctx: WriteContext,
    before: FieldValues | undefined,
    after: FieldValues | undefined,
  ) => void | Promise<void>
  /** Writes related records after the record itself. */
  readonly afterWrite?: (ctx: WriteContext, id: number, change: Change) => Promise<void>
  /** Deletes dependent rows before the record itself. References that remain make the delete fail. */
  readonly beforeDelete?: (ctx: WriteContext, id: number, before: FieldValues) => Promise<void>
}
