import { type Access, type Permission, type Resource, type ResourceName, resources } from '@deskbell/contract'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Connection, Database, ReadOptions } from '../db/dialect.ts'
import type { Files } from '../db/files.ts'
import type { ReadCache, UnitCache, VersionedCache } from './cache.ts'
import type { Origin } from './origin.ts'
import type { Presence } from './presence.ts'
import type { Secrets } from './secrets.ts'
import type { Parts } from './schema.ts'

/*
 * The types that all parts of the service share. They refer to each other, so they are declared in one file: a context
 * holds the service, the service holds the slices, and the functions of a slice take a context.
 */

/** The parts of a running service, created once by `setup/desk.ts`. */
export interface Desk {
  readonly database: Database
  readonly files: Files
  /** The data folder. */
  readonly folder: string
  /** Encrypts passwords and tokens before they are stored. */
  readonly secrets: Secrets
  readonly cache: VersionedCache
  /** Statements and declarations compiled for callers, by their rights; see `Actor.memo`. */
  readonly memos: Map<string, Map<string, unknown>>
  /** Cache of frequent words that are known to be in the vocabulary of the search. */
  readonly words: Set<string>
  /** Limits on the indexed words of articles; tests set small ones. */
  readonly indexLimits: IndexLimits
  /** The people who have tickets open. */
  readonly presence: Presence
  /** The slice of each resource that can be read, by name. */
  readonly slices: Readonly<Record<string, Slice>>
  /** The current time; tests inject their own clock. */
  readonly now: () => Date
  readonly log: Log
  /** Waits the given milliseconds; tests do not wait. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** Applies triggers and other rules to changes, in the transaction of the changes. */
  readonly automate: (unit: Unit, changes: readonly UnitChange[]) => Promise<void>
}

/** Maximum number of words, and of different words. */
export interface WordLimit {
  readonly words: number
  readonly different: number
}

/** Limits on the indexed words. Of a longer article, the first words are indexed; of a longer ticket, the newest articles. */
export interface IndexLimits {
  readonly article: WordLimit
  readonly ticket: WordLimit
}

/** The functions that write a log entry, by level. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>>

/** The authenticated user as whom a request acts. It is cached until the next commit, so it is immutable. */
export interface Actor {
  readonly id: number
  /**
   * The role in which the service itself acts on every ticket, although it is in no group: `customer` when mail of a customer
   * reopens a ticket, otherwise `agent`. Callers of the API do not have it.
   */
  readonly onAllTickets?: 'agent' | 'customer'
  /** Identifies the rights of the caller in cache keys. */
  readonly key: string
  readonly login: string
  /** The id of the user who sent the request, if that user acts as this one by means of the header `From`. */
  readonly caller?: number
  /** Names of the granted permissions; a parent includes its children. Check them with `may`. */
  readonly permissions: ReadonlySet<string>
  /** The permissions that the token is limited to; undefined for callers without a token. */
  readonly limit: ReadonlySet<string> | undefined
  /** Group ids by level of access; a group with `full` access is listed under every level. */
  readonly groups: Readonly<Record<Access, readonly number[]>>
  /** True if `groups.read` lists every group, so that queries need no condition on the group. */
  readonly readsAllGroups: boolean
  /** Ids of the primary and secondary organizations. */
  readonly organizations: readonly number[]
  /** Those of `organizations` whose members see each other's tickets. */
  readonly sharedOrganizations: readonly number[]
  /** Declarations that include the custom fields visible to the caller, for resources that have any. */
  readonly resources: Readonly<Record<string, Resource>>
  /** Statements and other values that depend only on these rights, by name. Callers with equal rights share it. */
  readonly memo: Map<string, unknown>
}

/** The first parameter of every function that reads. */
export interface Context {
  readonly desk: Desk
  readonly db: Connection
  /** Values computed from the database state that the request reads. */
  readonly cache: ReadCache
  readonly actor: Actor
  /** Returns a signal that aborts when the client disconnects or the deadline passes; undefined where no client waits. */
  readonly ended?: (() => AbortSignal) | undefined
}

/** The caller and the deadline of a statement that runs in a worker. */
export const readOptionsOf = ({ actor, ended }: Context): ReadOptions => ({ caller: actor.id, signal: ended?.() })

/** The transaction of a unit of work: its writes become visible together, or not at all. */
export interface Unit {
  readonly desk: Desk
  readonly db: Connection
  /** Shared by all contexts of the transaction. */
  readonly cache: UnitCache
  /** Id of the user recorded as author. */
  readonly by: number
  /** The start of the transaction. */
  readonly began: string
  /**
   * Time of the write: `began`, or later the moment at which the transaction locked a record. Imports set the time of a
   * mail, which is earlier than `began`. Rows without times of their own get it as created_at and updated_at.
   */
  now: string
  /** Ids, by resource, of the records whose search documents are rewritten before the commit. */
  readonly toIndex: Map<string, Set<number>>
  /** Words added to the vocabulary of the search; `Desk.words` gets them only after the commit. */
  readonly words: Set<string>
  /** The rule or macro in whose name the unit writes; undefined for people and for the service itself. */
  readonly source?: Source
  /** The origin of the write; undefined for the command line and for the service itself. */
  readonly origin: Origin | undefined
  /** The changes that the automation has not processed yet; undefined in units that start no automation. */
  readonly changes: UnitChange[] | undefined
}

/** A rule or macro that changes tickets. The history names it. */
export interface Source {
  readonly type: 'Trigger' | 'Job' | 'Macro'
  readonly id: number
  readonly name: string
  /** True if agents get no notification of its changes. */
  readonly isSilent: boolean
}

type Value = string | number | boolean | null

/** Old and new values by attribute, for the history. Those of a reference are names; `id_from` and `id_to` are its ids. */
export type Changes = Readonly<
  Record<string, { from: Value; to: Value; id_from?: number | null; id_to?: number | null }>
>

/** A change of a record, for its history and for subscribers of events. */
export interface RecordedChange {
  /** The type in the history, such as `updated`, `added` or `merged_into`. */
  readonly type: string
  /** The type of the event, if it differs from the type in the history. */
  readonly event?: string
  readonly name: ResourceName
  readonly id: number
  /** The id of the ticket that an article belongs to. */
  readonly ticket?: number
  /** The time of the change; by default `now` of the unit. */
  readonly at?: string
  readonly changes?: Changes
  /** References and flags of a deleted record; they decide which subscribers receive the event. */
  readonly kept?: Readonly<Record<string, unknown>>
}

/** Waits until the event is inserted, and returns its id. Most writes do not need the id, and so do not wait for it. */
export type EventId = () => Promise<number>

/** A recorded change with its author and its event. */
export interface UnitChange extends RecordedChange {
  readonly by: number
  /** The id of its event in the feed; undefined for a past change, on which a rule is only tried. */
  readonly eventId: EventId | undefined
}

/** The context of every function that writes: `db` is the transaction, so that reads see earlier writes. */
export interface WriteContext extends Context, Unit {
  readonly cache: UnitCache
}

/** Values of a record by field name, as the database returns them: booleans are booleans, JSON is parsed. */
export type FieldValues = Readonly<Record<string, unknown>>

/** One create or update. */
export interface Change {
  /** The stored record; undefined for a new one. */
  readonly before: FieldValues | undefined
  /** Columns to write, names already resolved to ids; an update holds only those in the body. */
  readonly values: FieldValues
  /** The request body without the read-only keys. */
  readonly body: FieldValues
  /** The record that a new one belongs to, if the same write inserts both. It has no id while columns are derived. */
  readonly parent?: FieldValues
}

/** Extensions of the generic create, update and delete. All functions run inside the transaction of the write. */
export interface Rules {
  /** Keys without a column that only callers inside the service may set; `afterWrite` reads them. */
  readonly internalKeys?: readonly string[]
  /** Keys that clients may send in addition to the columns and relations. */
  readonly bodyParts?: { readonly create?: Parts; readonly update?: Parts }
  /** Required columns that `derive` fills for a new record, so that a body may omit them. */
  readonly derivedKeys?: readonly string[]
  /** Required keys in addition to the required columns: at least one of each list. */
  readonly requiredKeys?: readonly (readonly string[])[]
  /** Keys that this caller may not set. They are ignored, not refused, as existing Zammad clients expect. */
  readonly readOnlyKeys?: (
    ctx: Context,
    verb: 'create' | 'update',
    before?: FieldValues,
    body?: FieldValues,
  ) => readonly string[]
  /**
   * Validates the columns to write, and returns derived columns, which take precedence.
   * @throws Fault for invalid values.
   */
  readonly derive?: (ctx: WriteContext, change: Change) => FieldValues | Promise<FieldValues>
  /** Checks the right to write this record; `after` is undefined for a delete. @throws Fault `forbidden`. */
  readonly authorize?: (
    ctx: WriteContext,
    before: FieldValues | undefined,
    after: FieldValues | undefined,
  ) => void | Promise<void>
  /** Called before a new record is inserted. Returns columns computed from related records that `afterWrite` inserts. */
  readonly beforeInsert?: (ctx: WriteContext, row: FieldValues, change: Change) => Promise<FieldValues>
  /** Writes related records after the record itself. */
  readonly afterWrite?: (ctx: WriteContext, id: number, change: Change) => Promise<void>
  /** Deletes dependent rows before the record itself. References that remain make the delete fail. */
  readonly beforeDelete?: (ctx: WriteContext, id: number, before: FieldValues) => Promise<void>
}

/** The behavior of a resource, in addition to its declaration. */
export interface Slice {
  /** Rows that appear in lists, searches and counts. */
  readonly listScope: Scope
  /** Rows that may be read by id and appear in relations to many; defaults to `listScope`. */
  readonly readScope?: Scope
  /** Returns the visible fields of a record by its id; undefined for all fields. */
  readonly fieldMask?: (ctx: Context) => ((id: number) => ReadonlySet<string> | undefined) | undefined
  /** Fields that every caller sees; required with `fieldMask`. Without a mask every field is public. */
  readonly publicFields?: ReadonlySet<string>
  /** The columns that the caller may search, by row; defaults to every column of every row. */
  readonly searchViews?: (ctx: Context, table: string) => readonly SearchView[]
  /** Rows whose staff-only custom fields the caller sees; undefined for all rows. */
  readonly staffScope?: Scope
  /** Columns whose value depends on the caller, as SQL. */
  readonly columns?: (ctx: Context, table: string) => Readonly<Record<string, RawBuilder<unknown>>>
  /** Conditions on the rows of the join table of a to-many relation, by relation; the alias of the table is `pair`. */
  readonly pairCondition?: Readonly<Record<string, Expression<SqlBool>>>
  /** Keys in addition to the columns, as JSON text. */
  readonly computedKeys?: Readonly<Record<string, ComputedKey>>
  /** Extensions of create, update and delete. */
  readonly rules?: Rules
  /** The shape of records in responses to plain reads, if it is not `ids`; docs/decisions/oddities.md lists the exceptions. */
  readonly plain?: 'columns' | 'expand'
}

/**
 * Returns the condition for the rows that the caller may see; undefined for all rows. `table` is the alias of the table
 * in the statement. `'filter'` asks for a condition that does not make the database use an index: the rows already come in
 * the requested order, and rows from an index of the scope would have to be sorted.
 */
export type Scope = (ctx: Context, table: string, use?: 'filter') => Expression<SqlBool> | undefined

/** Computes a key that is not a column, once for all records of a response; undefined omits the key from a record. */
export type ComputedKey = (ctx: Context, ids: readonly number[]) => Promise<(id: number) => string | undefined>

/**
 * The columns, including those of the full-text table, that a caller may search in a set of rows. A caller who sees
 * more of some rows than of others has a view for each set, so that no search reveals a value that cannot be read.
 */
export interface SearchView {
  /** The condition for the rows; undefined for all rows. */
  readonly rows: Expression<SqlBool> | undefined
  /** The same rows as ids by column: `{ group_id: [1, 2] }`. A row has one of these ids in at least one of the columns. */
  readonly of?: Readonly<Record<string, readonly number[]>>
  /** Returns true if the caller may search the column in these rows. */
  readonly sees: (column: string) => boolean
}

/** Returns true if the actor has one of the permissions. `admin.*` stands for `admin` or any of its children. */
export const may = (actor: Actor, ...anyOf: readonly (Permission | `${string}.*`)[]): boolean =>
  anyOf.some((name) => holds(actor.permissions, name) && (!actor.limit || holds(actor.limit, name)))

/** Returns true if the set contains the name or one of its parents, or, for `parent.*`, the parent or any of its children. */
export function holds(granted: ReadonlySet<string>, name: string): boolean {
  if (name.endsWith('.*')) {
    const parent = name.slice(0, -2)
    return granted.has(parent) || [...granted].some((permission) => permission.startsWith(`${parent}.`))
  }
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    if (granted.has(name.slice(0, end))) return true
  }
  return false
}

/** The declaration of a resource, with the custom fields that are visible to the caller. */
export const effective = ({ actor }: Pick<Context, 'actor'>, resource: Resource): Resource =>
  actor.resources[resource.name] ?? resource

/** The declaration of a resource by its name, as the general type: the kernel treats all resources alike. */
export const declared = (name: string) => resources[name as ResourceName] as Resource
