/**
 * The ten kinds of field. A kind decides the column type, the JSON type, how a search compares it and how a client reads it.
 * Declarations are plain data: no functions, no SQL, no defaults that compute.
 */
export type Kind = 'id' | 'integer' | 'text' | 'boolean' | 'time' | 'date' | 'decimal' | 'one_of' | 'ref' | 'object'

/** The eight flags a field may carry. */
export interface Flags {
  /** One sentence for people: it stands in OpenAPI and in the client's types. */
  readonly doc?: string
  readonly null?: true
  /** The value of a new row that does not say otherwise. */
  readonly default?: string | number | boolean
  /** Who sets it. Absent: whoever may write the resource. `once`: only at creation. `server`: nobody from outside. */
  readonly write?: 'once' | 'server'
  /** Never leaves the server, in no list, asset, sort or search. */
  readonly hidden?: true
  readonly unique?: true
  /** Longest text, in characters. */
  readonly max?: number
  /** `false`: neither found by words nor by its own name. */
  readonly search?: false
}

/** A field of a resource. The flags stay in the type, so that rows and inputs can be read off them. */
export type Field<T = unknown, K extends Kind = Kind, O extends Flags = Flags> = O & {
  readonly kind: K
  /** The resource a `ref` points to. */
  readonly to?: string
  /** The values a `one_of` allows. */
  readonly values?: readonly string[]
  /** What an administrator has said of it, where no declaration does. */
  readonly custom?: CustomField
  readonly _type?: T
}

/** A field that an installation has added: its values stand in the column `custom`, under the id of its attribute. */
export interface CustomField {
  readonly id: number
  /** One of the data types of an attribute, and its options; see `resources/object_attribute.ts`. */
  readonly type: string
  readonly option: Readonly<Record<string, unknown>>
  /** By the name of a screen and of a permission, `-all-` for everybody. */
  readonly screens: Readonly<Record<string, Readonly<Record<string, Screen>>>>
  /** Only for the rows that the caller sees from inside, as an agent. */
  readonly inside?: true
}

/** How one screen treats a field, for those who hold a permission. */
export interface Screen {
  readonly shown?: boolean
  readonly required?: boolean | null
}

/** The TypeScript type of a field's value, in a row and on the wire alike. */
export type TypeOf<F> = F extends { readonly _type?: infer T }
  ? F extends { null: true }
    ? Exclude<T, undefined> | null
    : Exclude<T, undefined>
  : never

const none = {} as const

/** The row's number, given by the database and never used twice. */
export const id = (): Field<number, 'id', { write: 'server'; doc: string }> => ({
  kind: 'id',
  write: 'server',
  doc: 'Identifies it in paths; never used twice.',
})
export const integer = <const O extends Flags>(o: O = none as O): Field<number, 'integer', O> => ({
  ...o,
  kind: 'integer',
})
export const text = <const O extends Flags & { max: number }>(o: O): Field<string, 'text', O> => ({
  ...o,
  kind: 'text',
})
export const boolean = <const O extends Flags>(o: O = none as O): Field<boolean, 'boolean', O> => ({
  ...o,
  kind: 'boolean',
})
/** A moment: ISO 8601 in UTC with three fraction digits and `Z`. */
export const time = <const O extends Flags>(o: O = none as O): Field<string, 'time', O> => ({ ...o, kind: 'time' })
/** A day without a time zone: `YYYY-MM-DD`. */
export const date = <const O extends Flags>(o: O = none as O): Field<string, 'date', O> => ({ ...o, kind: 'date' })
/** A number with up to two fraction digits, on the wire a string such as `"1.0"` (reference, section 1.2). */
export const decimal = <const O extends Flags>(o: O = none as O): Field<string, 'decimal', O> => ({
  ...o,
  kind: 'decimal',
})
export const oneOf = <const V extends readonly string[], const O extends Flags>(
  values: V,
  o: O = none as O,
): Field<V[number], 'one_of', O> => ({ ...o, kind: 'one_of', values })
/** A reference to another resource. `customer_id: ref('user')` also declares the relation `customer`. */
export const ref = <const O extends Flags>(to: string, o: O = none as O): Field<number, 'ref', O> => ({
  ...o,
  kind: 'ref',
  to,
})
/** A free-form JSON object, kept as it came. */
export const object = <const O extends Flags>(o: O = none as O): Field<Record<string, unknown>, 'object', O> => ({
  ...o,
  kind: 'object',
})

/** Who made a row and who touched it last, and when: the last four fields of nearly every resource. */
export const stamps = {
  updated_by_id: ref('user', { write: 'server', doc: 'The user who changed it last.' }),
  created_by_id: ref('user', { write: 'server', doc: 'The user who created it.' }),
  created_at: time({ write: 'server', doc: 'When it was created.' }),
  updated_at: time({ write: 'server', doc: 'When it was changed last.' }),
}

/** The values of custom fields, by the id of their attribute. */
export const customFields = {
  custom: object({ hidden: true, write: 'server', doc: 'Values of custom fields, by the id of the attribute.' }),
}
