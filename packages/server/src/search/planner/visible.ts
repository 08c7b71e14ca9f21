import type { Resource } from '@deskbell/contract'
import { type Context, declared, effective, type SearchView } from '../../kernel/context.ts'
import { everything } from '../../kernel/scope.ts'
import { all, and, type Bound, mapLeaves, none, not, or } from '../bound.ts'

/** Rows that the caller sees in the same way, and the query without what is hidden in these rows. */
export interface VisiblePart {
  readonly rows: Bound
  readonly tree: Bound
}

/**
 * Limits a query to what the caller may see: the rows, and the columns by which they may be found. Conditions on related
 * records are limited, too.
 */
export function visibleParts(ctx: Context, resource: Resource, tree: Bound): VisiblePart[] {
  const limited = withVisibleTargets(ctx, tree)
  const views = ctx.desk.slices[resource.name]?.searchViews?.(ctx, resource.path) ?? [everything]
  // Views that hide nothing of this query share one copy of it. Otherwise a condition on related records, whose own views are
  // applied as well, would double in size with each step of its path.
  const parts = new Map<Bound, Bound[]>()
  views.forEach((view, index) => {
    // Each row is in the first view that shows it: in another one, a negation could match what is only hidden there.
    const before = views.slice(0, index).filter(({ rows }) => rows !== undefined)
    const rows = and([
      rowsOf(resource, view, index),
      ...before.map((earlier) => not(rowsOf(resource, earlier, views.indexOf(earlier)))),
    ])
    const shown = hide(view, limited)
    parts.set(shown, [...(parts.get(shown) ?? []), rows])
  })
  return [...parts].map(([shown, rows]) => ({ rows: or(rows), tree: shown }))
}

/** The query, limited to what the caller sees, as one tree. */
export const visibleTree = (ctx: Context, resource: Resource, tree: Bound): Bound =>
  joinParts(visibleParts(ctx, resource, tree))

/** Joins parts to one tree, in which each copy of the query is limited to its rows. */
export const joinParts = (parts: readonly VisiblePart[]): Bound => or(parts.map(({ rows, tree }) => and([rows, tree])))

/** The rows of a view, as references where possible, so that indexes can be used. */
function rowsOf(resource: Resource, view: SearchView, index: number): Bound {
  if (view.rows === undefined) return all
  if (!view.of) return { kind: 'view', index }
  return or(
    Object.entries(view.of).map(([by, ids]): Bound =>
      ids.length === 0 ? none : { kind: 'related', to: resource.fields[by]?.to ?? '', by, of: all, ids },
    ),
  )
}

/** Limits conditions on related records to what the caller sees. */
const withVisibleTargets = (ctx: Context, tree: Bound): Bound =>
  mapLeaves(tree, (leaf) =>
    leaf.kind !== 'related' || leaf.ids
      ? leaf
      : { ...leaf, of: visibleTree(ctx, effective(ctx, declared(leaf.to)), leaf.of) },
  )

/** The query without conditions on columns that a view hides: nothing is found by them. */
function hide({ sees }: SearchView, tree: Bound): Bound {
  return mapLeaves(tree, (leaf) => {
    if (leaf.kind === 'column') return sees(leaf.column) ? leaf : none
    if (leaf.kind === 'related') {
      const step = leaf.by ?? leaf.many
      return step === undefined || sees(step) ? leaf : none
    }
    if (leaf.kind !== 'text') return leaf
    const columns = leaf.columns.filter((column) => sees(leaf.custom?.visibilityColumn ?? column))
    return columns.length === 0 ? none : columns.length === leaf.columns.length ? leaf : { ...leaf, columns }
  })
}
