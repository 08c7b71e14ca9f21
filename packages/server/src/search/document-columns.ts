import { type Resource, resources, visibleFields } from '@deskbell/contract'
import { createHash } from 'node:crypto'
import { customColumn } from './custom-words.ts'
import { ticketText } from './catalogue.ts'
import { hasTermPrefix } from './term-prefix.ts'
import { referenceColumn, referencesOf } from './references.ts'
import { indexedTimes } from './spans.ts'

/*
 * The columns of the full-text table of each resource, derived from the declarations.
 */

/** The columns of a resource's own text fields. */
export const textColumns = (resource: Resource): string[] =>
  visibleFields(resource).flatMap(([name, field]) =>
    field.kind === 'text' && field.search !== false && !field.custom ? [name] : [],
  )

/** The resources that have a full-text index of their own. Articles are part of their ticket's document. */
export const indexed: readonly Resource[] = Object.values(resources).filter((resource) => resource.indexed)

/** The columns of a resource's full-text table, in the order in which the table has them. */
export function textTableColumns(resource: Resource): string[] {
  const custom = customColumn in resource.fields ? [customColumn] : []
  if (resource.name !== 'ticket') return [...textColumns(resource), ...custom]
  const parts = Object.values(ticketText)
  const internal = parts.flatMap((part) => part.internal ?? [])
  const texts = [...textColumns(resource), ...parts.map((part) => part.public), ...internal]
  return [...new Set([referenceColumn, ...texts, ...custom])]
}

/**
 * The columns whose words have no term prefix. A word that may be in any of these is searched in all columns of the index,
 * because words with a prefix cannot match it.
 */
export const plainColumns = (resource: Resource): string[] =>
  textTableColumns(resource).filter(
    (column) => column !== referenceColumn && column !== customColumn && !hasTermPrefix(column),
  )

/** The columns of a row that are needed to build its document. */
export const documentSourceColumns = (resource: Resource): string[] => [
  ...textColumns(resource),
  ...(resource.name === 'ticket' ? referencesOf(resource) : []),
  ...indexedTimes(resource),
  ...(customColumn in resource.fields ? [customColumn] : []),
]

/**
 * Identifies the content of documents: a version of the generated terms (references, times, windows), and the columns.
 * A database whose documents have another layout needs `deskbell reindex`.
 */
export const documentLayout = `3-${createHash('sha256')
  .update(JSON.stringify(indexed.map((resource) => [resource.path, textTableColumns(resource)])))
  .digest('hex')
  .slice(0, 8)}`
