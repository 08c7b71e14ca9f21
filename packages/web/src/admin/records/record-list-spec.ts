import type { ResourceName } from '@deskbell/contract'
import type { ReactNode } from 'react'
import type { AdminText } from '../admin-texts.ts'
import type { AdminRecord, Lookup } from './records.ts'

/** The names of fields that have a label among the texts. */
export type FieldName = LabelIn<AdminText>
type LabelIn<Text> = Text extends `f_${infer Name}` ? Name : never

/** The properties of the editor of a field. */
export interface EditorProps {
  readonly label: string
  readonly help: string | undefined
  /** The error about the value. */
  readonly error: string | undefined
  /** Returns the error about a part of the value. */
  readonly errorIn: (part: string) => string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** All values of the form, for fields that depend on others. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A field of a form. Its kind, limits and default come from the declaration of the resource. */
export interface FieldSpec {
  readonly name: FieldName
  readonly label?: AdminText
  readonly help?: AdminText
  /** Labels of the values, for a field with few values. A value without a label is offered only if the record has it. */
  readonly values?: Readonly<Record<string, AdminText>>
  /** An editor other than that of the field's kind. */
  readonly Editor?: (props: EditorProps) => ReactNode
  /** The kind of text: `long` has several lines, `html` is formatted text, `secret` is masked. */
  readonly as?: 'long' | 'html' | 'secret' | 'email' | 'url' | 'timezone'
  /** Returns the error of an incomplete value; undefined for a value that can be sent. */
  readonly missingIn?: (value: unknown) => AdminText | undefined
  /** True if the field is shown with these values. */
  readonly isShown?: (values: Readonly<Record<string, unknown>>) => boolean
}

/** The properties of the preview of a form. */
export interface PreviewProps {
  /** All values of the form. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A column of a table. */
export interface Column {
  /** In the address while rows are sorted by the column. In a large table, the field by which the service sorts. */
  readonly id: string
  readonly label: AdminText
  readonly cell: (record: AdminRecord, lookup: Lookup) => ReactNode
  /** The value by which rows are sorted. Without it, the column cannot be sorted. */
  readonly order?: (record: AdminRecord, lookup: Lookup) => string | number
}

/** A resource that is administered in a table and a form. */
export interface RecordListSpec {
  /** The part of the address that names the screen. */
  readonly path: string
  readonly resource: ResourceName
  readonly texts: {
    readonly title: AdminText
    readonly create: AdminText
    readonly find: AdminText
    readonly help: AdminText
  }
  /** Columns after the name. */
  readonly columns: readonly Column[]
  readonly fields: readonly FieldSpec[]
  /** The field by which names are sorted. Default: `name`. */
  readonly nameField?: string
  /** Returns the name of an entry. Default: its field `name`. */
  readonly nameOf?: (record: AdminRecord) => string
  /** True if there may be too many entries to load at once, so that the service searches and sorts them. */
  readonly isLarge?: true
  /** Shown below the fields of an entry that exists. */
  readonly Extras?: (props: { readonly record: AdminRecord }) => ReactNode
  /** Shown below the fields, with their current values. */
  readonly Preview?: (props: PreviewProps) => ReactNode
  /** Values of a new entry in addition to the defaults of the declaration. */
  readonly initialValues?: Readonly<Record<string, unknown>>
  /** Values of a new entry that depend on the entries of another resource. */
  readonly initialValuesFrom?: {
    readonly resource: ResourceName
    readonly values: (records: readonly AdminRecord[]) => Readonly<Record<string, unknown>>
  }
  /** Returns values of a new entry that are derived from others until the user sets them. */
  readonly derived?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** True for the records that are entries of the table. Default: all. */
  readonly isEntry?: (record: AdminRecord) => boolean
}
