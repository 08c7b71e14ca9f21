import type { Permission } from '../permissions.ts'
import type { Field, TypeOf } from './field.ts'

export type Fields = Readonly<Record<string, Field>>

/**
 * A relation to many records. Relations to one follow from `ref` fields: `customer_id` declares `customer`.
 *
 * - `of`: the field of the other resource that refers to this one.
 * - `through`: the join table. Its column `near` has the id of this record, `far` that of the other one. With `access`,
 *   each pair has levels, and the wire form is a map from id to levels.
 * - `ids: false`: no `*_ids` key on the wire.
 * - `write: 'server'`: the generic routes do not write it; it is read-only or written by special rules.
 */
export type Relation = {
  readonly to: string
  readonly doc?: string
  readonly ids?: false
  readonly write?: 'server'
} & (
  | { readonly of: string }
  | {
      readonly through: string
      readonly near: string
      readonly far: string
      readonly access?: true
    }
)

/** The declaration of a resource as plain data. Routes, types and documentation are derived from it. */
export interface Resource<N extends string = string, F extends Fields = Fields> {
  /** The name in code and search paths: `ticket_state`. */
  readonly name: N
  /** The name of the table, and the path below `/api/v1`. */
  readonly path: string
  /** The name in error sentences and, without `::`, in assets: `Ticket::State`. */
  readonly model: string
  readonly doc: string
  /** The field that represents the record in expanded responses; null if there is none. */
  readonly label: 'name' | 'login' | null
  readonly fields: F
  readonly many: Readonly<Record<string, Relation>>
  /**
   * True if the text fields have a full-text index of their own, in the table `<path>_text` (see CONTRIBUTING.md). With
   * `search` in `can`, a word without a field name finds the records. Articles are in the index of their ticket.
   */
  readonly indexed: boolean
  /**
   * True if only the author sees a record. Its changes have events for the author alone, without values; they have no
   * history, and webhooks do not receive them.
   */
  readonly personal: boolean
  /** Relations that existing clients expect and that are always `[]`, also under their `*_ids` key. */
  readonly alwaysEmpty: readonly string[]
  /**
   * The permissions for each verb, of which a caller needs one. `[]`: every signed-in caller; the scope still selects the
   * rows. A verb that is absent has no generic route.
   */
  readonly can: Readonly<Partial<Record<Verb, readonly Permission[]>>>
}

/** The generic actions of resources. All others have special routes. */
export type Verb = 'read' | 'search' | 'create' | 'update' | 'delete'

interface Declaration<F extends Fields> extends Partial<
  Pick<Resource, 'label' | 'many' | 'alwaysEmpty' | 'can' | 'indexed' | 'personal'>
> {
  readonly path: string
  readonly model: string
  readonly doc: string
  readonly fields: F
}

/** Declares a resource and fills in the defaults. */
export function resource<const N extends string, F extends Fields, const P extends string>(
  name: N,
  declaration: Declaration<F> & { readonly path: P },
): Resource<N, F> & { readonly path: P } {
  return { label: null, many: {}, alwaysEmpty: [], can: {}, indexed: false, personal: false, ...declaration, name }
}

/** Returns the relation that a `ref` field declares: `customer` for `customer_id`. */
export const relationOf = (field: string): string => field.replace(/_id$/, '')

/** Returns the key of a relation's ids: `article_ids` for `articles`, `ticket_time_accounting_ids` for `ticket_time_accounting`. */
export const idsKey = (relation: string): string => `${relation.replace(/s$/, '')}_ids`

/** Returns the name of a resource in `assets`: `TicketState` for `Ticket::State`. */
export const assetName = (resource: Pick<Resource, 'model'>): string => resource.model.replaceAll('::', '')

/** Returns the fields that are not hidden, in declared order. */
export const visibleFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => !field.hidden)

/** Makes the compiler show a computed type as a list of properties. */
type Flatten<T> = { [K in keyof T]: T[K] } & {}
type FieldsOf<R> = R extends { fields: infer F } ? F : never
type Optional<F> = { [K in keyof F]: F[K] extends { null: true } | { default: unknown } ? K : never }[keyof F]
type Settable<F, W> = {
  [K in keyof F as F[K] extends { write: W } | { hidden: true } ? never : K]: TypeOf<F[K]>
}

/** A table row. */
export type Row<R> = Flatten<{ -readonly [K in keyof FieldsOf<R>]: TypeOf<FieldsOf<R>[K]> }>
/** A record in a response. */
export type Wire<R> = Flatten<{
  [K in keyof FieldsOf<R> as FieldsOf<R>[K] extends { hidden: true } ? never : K]: TypeOf<FieldsOf<R>[K]>
}>
/** The body that creates a record. */
export type Create<R> = Flatten<
  Omit<Settable<FieldsOf<R>, 'server'>, Optional<FieldsOf<R>>> &
    Partial<
      Pick<Settable<FieldsOf<R>, 'server'>, Extract<Optional<FieldsOf<R>>, keyof Settable<FieldsOf<R>, 'server'>>>
    >
>
/** The body that changes a record. */
export type Update<R> = Flatten<Partial<Settable<FieldsOf<R>, 'server' | 'once'>>>
