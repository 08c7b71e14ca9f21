import type { DataType, Field, Resource } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import { safeHtmlToText } from '../text/html.ts'
import { vocabularyOf } from '../text/words.ts'
import type { Bound } from './bound.ts'
import { prefixMarker, withTermPrefix } from './term-prefix.ts'

/**
 * All words of custom fields are indexed in one column, because columns cannot be added to the index. Each word has
 * the id of its attribute as a term prefix (`term-prefix.ts`), so that a search in one field does not find words of
 * others. Ids of deleted attributes are never used again.
 */
export const customColumn = 'custom'

/** Returns true if a field is a custom field that is searched by words: a text, or a list of texts. */
export const hasWords = ({ custom, kind }: Field): boolean =>
  custom !== undefined && (kind === 'text' || kind === 'object')

/** The columns of a document that contain the words of a field. */
export const wordColumns = (name: string, { custom }: Field): readonly string[] => [custom ? customColumn : name]

/** Restricts a condition on words to those of a custom field; other conditions are returned unchanged. */
export function inCustom(bound: Bound, name: string, { custom }: Field): Bound {
  if (!custom || (bound.kind !== 'text' && bound.kind !== 'pattern')) return bound
  return { ...bound, custom: { id: custom.id, visibilityColumn: custom.staffOnly ? staffColumn : name } }
}

/**
 * The column whose visibility decides that of staff-only custom fields: a caller who cannot see internal articles cannot
 * see these fields either.
 */
const staffColumn = 'internal_body'

/** The visible custom fields of a resource that are searched by words. */
export const fieldsWithWords = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.hidden && hasWords(field))

type Row = Readonly<Record<string, unknown>>

/**
 * Returns a function that returns the text of a row for the index column {@link customColumn}. The rows must include
 * their `custom` values; if none has any, no statement runs.
 * @param collect receives the words of the texts without term prefixes.
 */
export async function customTexts(
  db: Connection,
  rows: readonly Row[],
  collect: (words: readonly string[]) => void = () => {},
): Promise<(row: Row) => string | undefined> {
  if (!rows.some((row) => Object.keys(valuesIn(row)).length > 0)) return () => undefined
  const attributes = await db.sql.selectFrom('object_manager_attributes').select(['id', 'data_type']).execute()
  const types = new Map(attributes.map(({ id, data_type }) => [String(id), data_type]))
  return (row) => {
    const texts = Object.entries(valuesIn(row)).flatMap(([id, value]) => {
      const type = types.get(id)
      const plain = type === undefined ? [] : textsOf(type, value)
      for (const text of plain) collect(vocabularyOf(text))
      // The separator is a term that no query contains, so a phrase cannot span two values.
      return plain.map((text) => withTermPrefix(id, text)).join(` ${prefixMarker} `)
    })
    return texts.filter(Boolean).join(' ') || undefined
  }
}

const valuesIn = (row: Row): Readonly<Record<string, unknown>> =>
  (row[customColumn] ?? {}) as Readonly<Record<string, unknown>>

function textsOf(type: DataType, value: unknown): string[] {
  if (type === 'date' || type === 'datetime') return []
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
  const texts = parts.filter((part) => typeof part === 'string')
  return texts.map((text) => (type === 'richtext' ? safeHtmlToText(text) : text))
}
