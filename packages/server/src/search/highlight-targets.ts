import type { Resource } from '@deskbell/contract'
import { type Context, declared, effective } from '../kernel/context.ts'
import type { Bound, ColumnLeaf, PatternLeaf, TextLeaf } from './bound.ts'
import { type Finder, finderOf } from './snippets.ts'

/** Maximum number of records in a request with highlights. */
export const MAX_HIGHLIGHTED = 100

/** Maximum number of snippets of one record. */
export const MAX_OF_RECORD = 20

/** Adds the matches in a text of a record. @param field the path of the text. @param article the id of its article. */
export type Add = (id: number, field: string, text: string | null, finders: readonly Finder[], article?: number) => void

/** Words to find in some columns of the record, or of a record that references lead to. */
export interface Target {
  readonly path: readonly string[]
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly find: Finder
}

/**
 * Returns the words that a condition searches for, with their columns.
 * @param path the references that lead to `resource`.
 */
export function targetsIn(ctx: Context, resource: Resource, bound: Bound, path: readonly string[]): Target[] {
  switch (bound.kind) {
    case 'and':
    case 'or':
      return bound.of.flatMap((part) => targetsIn(ctx, resource, part, path))
    case 'related':
      return bound.by === undefined
        ? []
        : targetsIn(ctx, effective(ctx, declared(bound.to)), bound.of, [...path, bound.by])
    case 'text':
    case 'pattern':
    case 'column': {
      const find = finderOf(bound)
      return find ? [{ path, resource, columns: columnsOf(resource, bound), find }] : []
    }
    default:
      return []
  }
}

/** Custom fields share one column of the index, but each is read from its own field. */
function columnsOf({ fields }: Resource, leaf: TextLeaf | PatternLeaf | ColumnLeaf): readonly string[] {
  if (leaf.kind === 'column') return [leaf.column]
  const { custom } = leaf
  if (!custom) return leaf.columns
  return Object.entries(fields).flatMap(([name, field]) => (field.custom?.id === custom.id ? [name] : []))
}

/** Returns the words to find in a column. */
export const findersFor = (targets: readonly Target[], column: string): Finder[] =>
  targets.flatMap(({ columns, find }) => (columns.includes(column) ? [find] : []))
