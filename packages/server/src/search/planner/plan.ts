import type { Resource } from '@deskbell/contract'
import type { Match } from '../../db/dialect.ts'
import { and, type Bound, not, or, type Related } from '../bound.ts'
import { pointsToPeople } from '../references.ts'
import { indexesOf } from '../catalogue.ts'
import { divided, hasText, inChunks, isInIndex, MAX_WORDS, matchOf } from './index-query.ts'
import { hitsIn } from './index-ranges.ts'
import { pace, type Task } from './task.ts'

/**
 * A way to read all rows that match a tree, and no others, in descending order of their changes. `cost` is the
 * estimated number of rows and postings that reading all of them examines.
 * - `list`: known rows.
 * - `index`: an index of references. Each range is a combination of ids by column, such as a group and a state.
 * - `newest`: the rows that refer to one of many records, see `newestCursor`.
 * - `words`: what the full-text index finds. `match` is the translation of `tree`.
 * - `scan`: all rows.
 * - `filter`: the rows of another path that match a tree, which is checked on each row.
 * - `index filter`: the rows of another path, of which those that the full-text index finds are kept or dropped.
 * - `merge`: the rows of any of the paths.
 */
export type AccessPath = { readonly cost: number } & (
  | { readonly kind: 'list'; readonly changes: readonly number[] }
  | { readonly kind: 'index'; readonly ranges: readonly Readonly<Record<string, number>>[] }
  | {
      readonly kind: 'newest'
      readonly column: string
      readonly ids: readonly number[]
      /** Conditions on columns that the index covers. */
      readonly covered?: readonly Reference[]
    }
  | { readonly kind: 'words'; readonly match: Match; readonly tree: Bound }
  | { readonly kind: 'scan' }
  | { readonly kind: 'filter'; readonly of: AccessPath; readonly tree: Bound }
  | {
      readonly kind: 'index filter'
      readonly of: AccessPath
      readonly match: Match
      /** The whole condition: `match` or `otherwise`. */
      readonly tree: Bound
      /** False if the rows that match are dropped. */
      readonly keeps: boolean
      /** Rows that `match` does not find are kept if they match this. */
      readonly otherwise?: Bound
    }
  | { readonly kind: 'merge'; readonly of: readonly AccessPath[] }
)

/** The estimated number of postings of words whose hits have not been counted. */
const USUAL_HITS = 100_000
/** A path with fewer rows than this drives the search, whatever the words are. */
const FEW_ROWS = 500
/** The estimated number of rows that refer to one user or organization, and to one record of another kind. */
const ROWS_OF_ONE = { people: 10, others: 200_000 }
/** Checking words on a row takes about three times as long as reading it. */
const WORDS_FACTOR = 3
/** Up to this number of ranges of an index are merged. */
const MAX_RANGES = 24
/** Rows that refer to one of more records than this are not looked up record by record. */
const MAX_RECORDS = 2000

/** Chooses the access path of a normalised tree. */
export async function plan(task: Task, tree: Bound): Promise<AccessPath> {
  if (tree.kind === 'none' || task.top <= task.floor) return { kind: 'list', changes: [], cost: 0 }
  return (await pathTo(task, tree)) ?? scanFor(task, tree)
}

/** Change numbers grow in steps of two (`Dialect.nextChange`), so at most half of the numbers belong to a row. */
const scanOf = (task: Task): AccessPath => ({ kind: 'scan', cost: Math.max(1, (task.top - task.floor) / 2) })

const scanFor = (task: Task, tree: Bound): AccessPath =>
  tree.kind === 'all'
    ? scanOf(task)
    : { kind: 'filter', of: scanOf(task), tree, cost: scanOf(task).cost * WORDS_FACTOR }

/** Returns the path that an index offers; undefined if only a scan finds the rows. */
async function pathTo(task: Task, tree: Bound): Promise<AccessPath | undefined> {
  if (tree.kind === 'and') return pathToAll(task, tree.of)
  const reference = referenceIn(task, tree)
  if (reference) return pathByReference(reference)
  if (isInIndex(task.resource, tree)) return pathByWords(task, [tree])
  if (tree.kind === 'changes') return { kind: 'list', changes: tree.of, cost: tree.of.length }
  return tree.kind === 'or' ? pathToAny(task, tree.of) : undefined
}

function pathByReference({ by, ids }: Reference): AccessPath {
  const cost = rowsWith(by, ids)
  if (ids.length > MAX_RANGES) return { kind: 'newest', column: by, ids, cost }
  return { kind: 'index', ranges: ids.map((id) => ({ [by]: id })), cost }
}

const rowsWith = (column: string, ids: readonly number[]): number =>
  ids.length * (pointsToPeople(column) ? ROWS_OF_ONE.people : ROWS_OF_ONE.others)

/** The estimated number of rows that terms other than words find: references, and times. */
function rowsOf(part: Bound): number {
  if (part.kind === 'or') return part.of.reduce((sum, one) => sum + rowsOf(one), 0)
  const isReference = part.kind === 'related' && part.by !== undefined && part.ids !== undefined
  return isReference ? rowsWith(part.by, part.ids) : ROWS_OF_ONE.others
}

/** Merges alternatives. Those in the full-text index are read first, and other alternatives only as far down as these. */
async function pathToAny(task: Task, parts: readonly Bound[]): Promise<AccessPath> {
  const known = parts.filter((part) => isInIndex(task.resource, part) && !referenceIn(task, part))
  const alternatives = known.length > 1 ? [or(known), ...parts.filter((part) => !known.includes(part))] : parts
  const paths: AccessPath[] = []
  for (const part of alternatives) paths.push((await pathTo(task, part)) ?? scanFor(task, part))
  paths.sort((a, b) => readingOrder(a) - readingOrder(b) || a.cost - b.cost)
  return { kind: 'merge', of: paths, cost: paths.reduce((sum, { cost }) => sum + cost, 0) }
}

/** The order in which alternatives are read: words, then other indexes and filters, then scans. */
const readingOrder = (path: AccessPath): number => (path.kind === 'words' ? 0 : isScan(path) ? 2 : 1)

const isScan = (path: AccessPath): boolean =>
  path.kind === 'scan' || ((path.kind === 'filter' || path.kind === 'index filter') && isScan(path.of))

/** The cheapest path to one of the conditions drives the search; the other conditions are checked on its rows. */
async function pathToAll(task: Task, parts: readonly Bound[]): Promise<AccessPath | undefined> {
  const known = parts.filter((part) => isInIndex(task.resource, part, 1))
  const pair = pairIn(task, parts)
  const hasWords = known.some(hasText)
  const usesIndex = hasWords || (known.length > 0 && !pair && !known.some(isOfPeople))
  const others = parts.filter((part) => !usesIndex || !known.includes(part))
  const candidates: { path: AccessPath; rest: readonly Bound[] }[] = []
  if (pair) candidates.push({ path: pair.path, rest: parts.filter((part) => !pair.parts.includes(part)) })
  for (const part of others) {
    const found = await pathTo(task, part)
    if (!found) continue
    const remaining = parts.filter((one) => one !== part)
    const { path, rest } = withCovered(task, found, remaining)
    // Words are looked up on each row, which is slow, unless covered conditions have excluded most rows.
    const cost = hasWords && rest.length === parts.length - 1 ? WORDS_FACTOR * path.cost : path.cost
    candidates.push({ path: { ...path, cost }, rest })
  }
  if (usesIndex) {
    const path = pathByWords(task, known)
    // Counting hits among the newest changes takes a moment, and is only worth it if another path may be cheaper.
    const competes = candidates.some(({ path: { cost } }) => cost >= FEW_ROWS && cost < USUAL_HITS)
    const usual = hasWords ? USUAL_HITS : Math.min(...known.map(rowsOf))
    const words = hasWords ? known.filter(hasText) : known
    const cost = competes ? await expectedHits(task, and(words.slice(0, MAX_WORDS))) : usual
    candidates.push({ path: { ...path, cost }, rest: others })
  }
  const best = candidates.toSorted((a, b) => a.path.cost - b.path.cost)[0]
  return best && filteredPath(task, best.path, best.rest)
}

/**
 * Filters the rows of a path: first by conditions on the rows themselves, because that is fast, then by words. One query
 * of the full-text index also checks references, so that no row is read for them.
 */
function filteredPath({ resource }: Task, path: AccessPath, conditions: readonly Bound[]): AccessPath {
  const known = conditions.filter((part) => isInIndex(resource, part, 1))
  const words = known.some(hasText) ? known : []
  const mixed = conditions.filter((part) => !words.includes(part) && knownParts(resource, part).some(hasText))
  const rest = conditions.filter((part) => !words.includes(part) && !mixed.includes(part))
  const { required, excluded } = divided(words)
  const first: AccessPath = rest.length === 0 ? path : { kind: 'filter', of: path, tree: and(rest), cost: path.cost }
  return [...inChunks(required, excluded), ...mixed].reduce((of, tree) => indexFilter(resource, of, tree), first)
}

/** Moves the conditions on columns that the index of a path covers into the path. */
function withCovered(task: Task, path: AccessPath, conditions: readonly Bound[]) {
  if (path.kind !== 'newest') return { path, rest: conditions }
  const columns = indexesOf(task.resource).covered[path.column] ?? []
  const covered = conditions.flatMap((part) => referenceIn(task, part) ?? []).filter(({ by }) => columns.includes(by))
  return { path: { ...path, covered }, rest: conditions.filter((part) => !covered.includes(part as Reference)) }
}

/** One expression of the full-text index, with at most `MAX_WORDS` conditions; further conditions filter what it finds. */
function pathByWords(task: Task, parts: readonly Bound[]): AccessPath {
  const { required, excluded } = divided(parts)
  const inFirst = required.slice(0, MAX_WORDS)
  const room = MAX_WORDS - inFirst.length
  const without = room > 0 && excluded.length > 0 ? [not(or(excluded.slice(0, room)))] : []
  const tree = and([...inFirst, ...without])
  const first: AccessPath =
    tree.kind === 'all' ? scanOf(task) : { kind: 'words', match: matchOf(task.resource, tree), tree, cost: USUAL_HITS }
  const others = inChunks(required.slice(MAX_WORDS), excluded.slice(room))
  return others.reduce<AccessPath>((of, one) => indexFilter(task.resource, of, one), first)
}

/** The alternatives of a condition that the full-text index knows. */
const knownParts = (resource: Resource, tree: Bound): readonly Bound[] =>
  (tree.kind === 'or' ? tree.of : [tree]).filter((part) => isInIndex(resource, part, 1))

/** Keeps the rows that match a condition. The full-text index knows at least one of its alternatives. */
function indexFilter(resource: Resource, of: AccessPath, tree: Bound): AccessPath {
  const [condition, keeps] = tree.kind === 'not' ? [tree.of, false] : [tree, true]
  const known = isInIndex(resource, condition) ? [condition] : knownParts(resource, condition)
  const others =
    condition.kind === 'or' && known[0] !== condition ? condition.of.filter((part) => !known.includes(part)) : []
  const otherwise = others.length > 0 ? { otherwise: or(others) } : {}
  const match = matchOf(resource, or(known))
  return { kind: 'index filter', of, match, tree: condition, keeps, ...otherwise, cost: of.cost }
}

export type Reference = Related & { readonly by: string; readonly ids: readonly number[] }

/** A reference whose column has an index in the order of changes. */
function referenceIn({ resource }: Task, tree: Bound): Reference | undefined {
  if (tree.kind !== 'related' || !tree.ids || tree.by === undefined) return undefined
  const hasIndex = tree.ids.length <= MAX_RECORDS && indexesOf(resource).references.includes(tree.by)
  return hasIndex ? (tree as Reference) : undefined
}

/** A user or organization has few tickets, so that an index on the reference finds them directly. */
const isOfPeople = (part: Bound): boolean => part.kind === 'related' && pointsToPeople(part.by)

/** Two references that one index answers. */
function pairIn(task: Task, parts: readonly Bound[]): { path: AccessPath; parts: readonly Bound[] } | undefined {
  const find = (column: string) => parts.map((part) => referenceIn(task, part)).find((part) => part?.by === column)
  for (const [one, another] of indexesOf(task.resource).pairs) {
    const [first, second] = [find(one), find(another)]
    if (!first || !second || first.ids.length * second.ids.length > MAX_RANGES) continue
    const ranges = first.ids.flatMap((id) => second.ids.map((other) => ({ [one]: id, [another]: other })))
    return { path: { kind: 'index', ranges, cost: ROWS_OF_ONE.others }, parts: [first, second] }
  }
  return undefined
}

/** The number of changes among which hits are counted to estimate how many there are. */
const SAMPLE = 16_384

/** Estimates the cost of reading all hits of the index by those among the most recent changes. */
async function expectedHits(task: Task, tree: Bound): Promise<number> {
  const { resource, top, hasWindows } = task
  if (!hasWindows) return USUAL_HITS
  const from = Math.max(0, top - SAMPLE)
  const hits = await hitsIn(task, matchOf(resource, tree), [from, top], 'desc', pace.maxRows)
  // Older changes may have hits even if the newest have none, so the estimate is never 0.
  return WORDS_FACTOR * hits.length * (top / (top - from)) + 10
}
