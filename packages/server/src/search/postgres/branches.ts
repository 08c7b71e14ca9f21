import type { Resource } from '@deskbell/contract'
import type { Match } from '../../db/dialect.ts'
import { isIndexed } from '../../db/tsquery.ts'
import { and, type Bound, or } from '../bound.ts'
import { indexesOf } from '../catalogue.ts'
import { isInIndex, matchOf } from '../planner/index-query.ts'
import { pointsToPeople } from '../references.ts'

/** A part of a search that one index answers; `rest` is checked on each row that it finds. */
export type Branch =
  | { readonly kind: 'words'; readonly match: Match; readonly rest: Bound }
  | { readonly kind: 'reference'; readonly column: string; readonly ids: readonly number[]; readonly rest: Bound }
  /**
   * The hits refer to so many records that these are not listed. Such hits are close to each other in the order of tickets.
   */
  | { readonly kind: 'scan'; readonly rest: Bound }

/**
 * Divides a normalised tree into branches, whose hits together are those of the tree. A word without a field, for
 * example, is in the words of tickets, or in the names of many customers. If no index answers one of them, the whole tree
 * is one branch; returns undefined if no index answers that either.
 */
export function branchesOf(resource: Resource, tree: Bound): readonly Branch[] | undefined {
  const parts = tree.kind === 'and' ? tree.of : [tree]
  const disjunction = parts.find((part) => part.kind === 'or' && !isInIndex(resource, part, 1))
  const undivided = branchOf(resource, parts)
  if (disjunction?.kind !== 'or') return undivided && [undivided]
  const others = parts.filter((part) => part !== disjunction)
  const inIndex = disjunction.of.filter((part) => isInIndex(resource, part, 1))
  const alternatives = [
    ...(inIndex.length > 0 ? [or(inIndex)] : []),
    ...disjunction.of.filter((part) => !inIndex.includes(part)),
  ]
  const branches = alternatives.map((part) => branchOf(resource, partsOf(and([...others, part]))))
  return branches.every((branch) => branch !== undefined) ? branches : undivided && [undivided]
}

const partsOf = (tree: Bound): readonly Bound[] => (tree.kind === 'and' ? tree.of : [tree])

/** Returns the branch for a conjunction: references to people first, because each has few tickets. */
function branchOf(resource: Resource, parts: readonly Bound[]): Branch | undefined {
  const rest = (...known: readonly Bound[]) => and(parts.filter((part) => !known.includes(part)))
  const known = parts.filter((part) => isInIndex(resource, part, 1))
  const referring = parts.filter((part) => !known.includes(part) && isReference(resource, part))
  const people = referring.find((part) => part.kind === 'related' && pointsToPeople(part.by))
  const match = known.length > 0 ? matchOf(resource, and(known)) : undefined
  if (!people && match && isIndexed(match)) return { kind: 'words', match, rest: rest(...known) }
  const part = people ?? referring[0]
  if (part?.kind === 'related' && part.by !== undefined && part.ids)
    return { kind: 'reference', column: part.by, ids: part.ids, rest: rest(part) }
  const [only] = parts
  return parts.length === 1 && only?.kind === 'related' && only.by !== undefined
    ? { kind: 'scan', rest: only }
    : undefined
}

/** Returns true for a reference with known ids whose column has an index. */
const isReference = (resource: Resource, part: Bound): boolean =>
  part.kind === 'related' &&
  part.ids !== undefined &&
  part.by !== undefined &&
  indexesOf(resource).references.includes(part.by)
