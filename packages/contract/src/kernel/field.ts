/**
 * The ten kinds of field. A kind decides the type of the column and of the JSON value, how searches compare it and what the
 * client returns. Declarations are plain data: no functions, no SQL, no computed defaults.
 */
export type Kind = 'id' | 'integer' | 'text' | 'boolean' | 'time' | 'date' | 'decimal' | 'one_of' | 'ref' | 'object'

/** The nine flags of a field. */
export interface Flags {
  /** One sentence for people, shown in the OpenAPI document and the client's types. */
  readonly doc?: string
  readonly null?: true
  /** The value of a new row if the request has none. */
  readonly default?: string | number | boolean
  /** Who sets the value. Absent: every caller who may write the resource. `once`: at creation only. `server`: only the service sets it. */
  readonly write?: 'once' | 'server'
  /** Never leaves the server: excluded from lists, assets, sorting and searches. */
  readonly hidden?: true
  readonly unique?: true
  /** Longest text, in characters. */
  readonly max?: number
  /** `false`: not searchable, neither by words nor by field name. */
  readonly search?: false
  /** Encrypted in the database: a text, or every text in an object. The history does not show it, and no template prints it. */
  readonly secret?: true
}

/** A field of a resource. The flags stay in the type, so that the types of rows and inputs derive from it. */
export type Field<T = unknown, K extends Kind = Kind, O extends Flags = Flags> = O & {
  readonly kind: K
  /** The resource a `ref` points to. */
  readonly to?: string
  /** The allowed values of a `one_of`. */
  readonly values?: readonly string[]
  /** Present if an administrator has defined the field. */
  readonly custom?: CustomField
  /** Exists only for the compiler, which reads the type of the value from it. No object has the key. */
  readonly _type?: T
}

/**
 * Describes a field that an administrator has added, which is a record of the resource `object_attribute`. The values are in the
 * column `custom`, under the id of that record.
 */
export interface CustomField {
  readonly id: number
  /** The `data_type` of the record and its `data_option`; see `resources/object_attribute.ts`. */
  readonly type: string
  readonly option: Readonly<Record<string, unknown>>
  /** Visibility by screen and permission; `-all-` applies to every caller. */
  readonly screens: Readonly<Record<string, Readonly<Record<string, Screen>>>>
  /** Present if the caller sees the field only in rows of the staff scope, that is, in those that they read as an agent. */
  readonly staffOnly?: true
}

/** Visibility of a field on a screen, such as the form of a new ticket (`create_middle`), for users with a permission. */
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

const noFlags = {} as const

/** The row's id, assigned by the database and never reused. */
export const id = (): Field<number, 'id', { write: 'server'; doc: string }> => ({
  kind: 'id',
  write: 'server',
  doc: 'Unique id, never reused.',
})
export const integer = <const O extends Flags>(flags: O = noFlags as O): Field<number, 'integer', O> => ({
  ...flags,
  kind: 'integer',
})
export const text = <const O extends Flags & { max: number }>(flags: O): Field<string, 'text', O> => ({
  ...flags,
  kind: 'text',
})
export const boolean = <const O extends Flags>(flags: O = noFlags as O): Field<boolean, 'boolean', O> => ({
  ...flags,
  kind: 'boolean',
})
/** A point in time: ISO 8601 in UTC with three fraction digits and `Z`. */
export const time = <const O extends Flags>(flags: O = noFlags as O): Field<string, 'time', O> => ({
  ...flags,
  kind: 'time',
})
/** A day without a time zone: `YYYY-MM-DD`. */
export const date = <const O extends Flags>(flags: O = noFlags as O): Field<string, 'date', O> => ({
  ...flags,
  kind: 'date',
})
/** A number with up to two fraction digits, on the wire a string such as `"1.0"`. */
export const decimal = <const O extends Flags>(flags: O = noFlags as O): Field<string, 'decimal', O> => ({
  ...flags,
  kind: 'decimal',
})
export const oneOf = <const V extends readonly string[], const O extends Flags>(
  values: V,
  flags: O = noFlags as O,
): Field<V[number], 'one_of', O> => ({ ...flags, kind: 'one_of', values })
/** A reference to another resource. `customer_id: ref('user')` also declares the relation `customer`. */
export const ref = <const O extends Flags>(to: string, flags: O = noFlags as O): Field<number, 'ref', O> => ({
  ...flags,
  kind: 'ref',
  to,
})
/** A free-form JSON object, stored as received. */
export const object = <const O extends Flags>(
  flags: O = noFlags as O,
): Field<Record<string, unknown>, 'object', O> => ({
  ...flags,
  kind: 'object',
})

/** Author and time of the creation and of the last change: the last four fields of nearly every resource. */
export const stamps = {
  updated_by_id: ref('user', { write: 'server', doc: 'The user who made the last change.' }),
  created_by_id: ref('user', { write: 'server', doc: 'The user who created the record.' }),
  created_at: time({ write: 'server', doc: 'Time of creation.' }),
  updated_at: time({ write: 'server', doc: 'Time of the last change.' }),
}

/** The column with the values of custom fields, by the id of the `object_attribute`. */
export const customFields = {
  custom: object({ hidden: true, write: 'server', doc: 'Values of custom fields, by the id of the attribute.' }),
}
