import type { DataType, Field, Resource } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import { safeHtmlToText } from '../text/html.ts'
import { wordsIn } from '../text/words.ts'
import type { Bound } from './bound.ts'
import { prefixMarker, withTermPrefix } from './term-prefix.ts'

/**
 * The words of custom fields stand in one column of a document, because the columns of an index are fixed. Each word
 * begins with a mark and the number of its attribute (`term-prefix.ts`), so that those of one field are found and no others.
 * Attributes never get the number of one that was there before.
 */
export const customColumn = 'custom'

/** Whether a field is found by its words: texts, and lists of texts. */
export const hasWords = ({ custom, kind }: Field): boolean =>
  custom !== undefined && (kind === 'text' || kind === 'object')

/** The column of a document that has the words of a field. */
export const wordColumns = (name: string, { custom }: Field): readonly string[] => [custom ? customColumn : name]

/** A condition on words, for those of a custom field. */
export function inCustom(bound: Bound, name: string, { custom }: Field): Bound {
  if (!custom || (bound.kind !== 'text' && bound.kind !== 'pattern')) return bound
  return { ...bound, custom: { id: custom.id, sees: custom.inside ? insideOnly : name } }
}

/** Where a view does not see what is internal, it does not see this either. */
export const insideOnly = 'internal_body'

/** The visible custom fields of a resource that are found by words. */
export const fieldsWithWords = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.hidden && hasWords(field))

type Row = Readonly<Record<string, unknown>>

/**
 * The text of the column for rows that were read with their `custom`; nothing is asked where they have none.
 * @param collect receives the words of the texts as people know them.
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
      for (const text of plain) collect(wordsIn(text))
      // The separator is a word nobody types: a phrase must not begin in one value and end in the next.
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
