import type { Permission } from '../permissions.ts'
import type { Field, TypeOf } from './field.ts'

export type Fields = Readonly<Record<string, Field>>

/**
 * A relation to many. (Relations to one follow from `ref` fields: `customer_id` declares `customer`.)
 * `of`: the field of the other resource that points here. `through`: a table between the two; with `access` each pair
 * carries levels and the wire form is a map of id to levels. `ids: false`: no `*_ids` key on the wire. `write: 'server'`:
 * read only, or written by rules of its own.
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

/** What a noun of the helpdesk is, as plain data. Everything that can be derived from it is derived. */
export interface Resource<N extends string = string, F extends Fields = Fields> {
  /** The noun in code and search paths: `ticket_state`. */
  readonly name: N
  /** The table, and the path below `/api/v1`. */
  readonly path: string
  /** The name in error sentences and, without `::`, in assets: `Ticket::State`. */
  readonly model: string
  readonly doc: string
  /** The field that stands for the whole record under `expand`; null where there is none. */
  readonly label: 'name' | 'login' | null
  readonly fields: F
  readonly many: Readonly<Record<string, Relation>>
  /**
   * Whether its text fields are in a full-text index of their own: words are found fast, and with `search` in `can` a bare
   * word finds its records. Needs a table `<path>_text`, see CONTRIBUTING. (Articles are in the index of their ticket.)
   */
  readonly indexed: boolean
  /** Relations of the interface that this service never fills: `[]` under both spellings, because clients read them. */
  readonly empty: readonly string[]
  /**
   * Which permissions open a verb, any one of them. `[]`: whoever is signed in (their scope still decides the rows).
   * A verb that is absent has no route.
   */
  readonly can: Readonly<Partial<Record<Verb, readonly Permission[]>>>
}

/** What can be done with a resource as a whole; what is special to it has routes of its own. */
export type Verb = 'read' | 'search' | 'create' | 'update' | 'delete'

interface Given<F extends Fields> extends Partial<Pick<Resource, 'label' | 'many' | 'empty' | 'can' | 'indexed'>> {
  readonly path: string
  readonly model: string
  readonly doc: string
  readonly fields: F
}

/** Declares a resource. */
export function resource<const N extends string, F extends Fields, const P extends string>(
  name: N,
  given: Given<F> & { readonly path: P },
): Resource<N, F> & { readonly path: P } {
  return { label: null, many: {}, empty: [], can: {}, indexed: false, ...given, name }
}

/** The name of the relation that a `ref` field declares: `customer_id` gives `customer`. */
export const relationOf = (field: string): string => field.replace(/_id$/, '')

/** The key of a to-many relation's ids: `articles` gives `article_ids`, `ticket_time_accounting` keeps its name. */
export const idsKey = (relation: string): string => `${relation.replace(/s$/, '')}_ids`

/** The name of a resource in `assets`: `Ticket::State` gives `TicketState`. */
export const assetName = (resource: Pick<Resource, 'model'>): string => resource.model.replaceAll('::', '')

/** The fields that may leave the server, in declared order. */
export const visibleFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => !field.hidden)

type Show<T> = { [K in keyof T]: T[K] } & {}
type FieldsOf<R> = R extends { fields: infer F } ? F : never
type Optional<F> = { [K in keyof F]: F[K] extends { null: true } | { default: unknown } ? K : never }[keyof F]
type Settable<F, W> = {
  [K in keyof F as F[K] extends { write: W } | { hidden: true } ? never : K]: TypeOf<F[K]>
}

/** What a table row holds. */
export type Row<R> = Show<{ -readonly [K in keyof FieldsOf<R>]: TypeOf<FieldsOf<R>[K]> }>
/** What an answer holds. */
export type Wire<R> = Show<{
  [K in keyof FieldsOf<R> as FieldsOf<R>[K] extends { hidden: true } ? never : K]: TypeOf<FieldsOf<R>[K]>
}>
/** What a new row may say. */
export type Create<R> = Show<
  Omit<Settable<FieldsOf<R>, 'server'>, Optional<FieldsOf<R>>> &
    Partial<
      Pick<Settable<FieldsOf<R>, 'server'>, Extract<Optional<FieldsOf<R>>, keyof Settable<FieldsOf<R>, 'server'>>>
    >
>
/** What a change may say. */
export type Update<R> = Show<Partial<Settable<FieldsOf<R>, 'server' | 'once'>>>
