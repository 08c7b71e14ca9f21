import type { Resource } from '@deskbell/contract'
import type { Match } from '../../db/dialect.ts'
import { and, type Bound, not, or, type Related } from '../bound.ts'
import { pointsToPeople } from '../references.ts'
import { indexesOf } from '../catalogue.ts'
import { divided, hasText, inChunks, isInIndex, MAX_WORDS, matchOf, wordCount } from './index-query.ts'
import { hasFewRows, ROWS_OF_ONE, rowsOf, rowsWith, USUAL_HITS, WORDS_FACTOR } from './costs.ts'
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

/** A path with fewer rows than this drives the search, whatever the words are. */
const FEW_ROWS = 500
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

const except = (parts: readonly Bound[], some: readonly Bound[]) => parts.filter((part) => !some.includes(part))

/** A path to some of the conditions that are joined, and the rest of them. */
interface Candidate {
  readonly path: AccessPath
  readonly rest: readonly Bound[]
}

/** The cheapest path to one of the conditions drives the search; the other conditions are checked on its rows. */
async function pathToAll(task: Task, parts: readonly Bound[]): Promise<AccessPath | undefined> {
  const known = parts.filter((part) => isInIndex(task.resource, part, 1))
  const pair = pairIn(task, parts)
  const hasWords = known.some(hasText)
  const usesIndex = hasWords || (known.length > 0 && !pair && !known.some(isOfPeople))
  const others = usesIndex ? except(parts, known) : parts
  const candidates: Candidate[] = []
  if (pair) candidates.push({ path: pair.path, rest: except(parts, pair.parts) })
  for (const part of others) {
    const found = await pathTo(task, part)
    if (!found) continue
    const { path, rest } = withCovered(task, found, except(parts, [part]))
    // Words are looked up on each row, which is slow, unless covered conditions have excluded most rows.
    const cost = hasWords && rest.length === parts.length - 1 ? WORDS_FACTOR * path.cost : path.cost
    candidates.push({ path: { ...path, cost }, rest })
  }
  if (usesIndex) {
    const words = known.filter((part) => wordCount(matchOf(task.resource, part)) > 0)
    const references = words.length > 0 ? known.filter((part) => !hasText(part) && !hasFewRows(part)) : []
    // Counting hits among the newest changes takes a moment, and is only worth it if another path may be cheaper.
    const isClose = ({ path: { cost } }: Candidate) => cost >= FEW_ROWS && cost < USUAL_HITS
    const competes = references.length > 0 || candidates.some(isClose)
    const usual = hasWords ? USUAL_HITS : Math.min(...known.map(rowsOf))
    const cost = competes ? await expectedHits(task, words.length > 0 ? words : known) : usual
    // If few rows have the words, reading the postings of references, such as groups, takes longer than checking these rows.
    const inIndex = cost < (task.top - task.floor) / pace.changesOfRow ? except(known, references) : known
    candidates.push({ path: { ...pathByWords(task, inIndex), cost }, rest: except(parts, inIndex) })
  }
  const best = candidates.toSorted((a, b) => a.path.cost - b.path.cost)[0]
  return best && filteredPath(task, parts, best)
}

/**
 * Filters the rows of a path: first by conditions on the rows themselves, because that is fast, then by words. One query
 * of the full-text index also checks references, so that no row is read for them, and finds only rows of the same people.
 */
function filteredPath({ resource }: Task, parts: readonly Bound[], { path, rest }: Candidate): AccessPath {
  const known = rest.filter((part) => isInIndex(resource, part, 1))
  const words = known.some(hasText) ? known : []
  const mixed = except(rest, words).filter((part) => knownParts(resource, part).some(hasText))
  const own = except(rest, [...words, ...mixed])
  const { required, excluded } = divided(words)
  const first: AccessPath = own.length === 0 ? path : { kind: 'filter', of: path, tree: and(own), cost: path.cost }
  const within = parts.filter((part) => hasFewRows(part) && isInIndex(resource, part, 1))
  const filter = (of: AccessPath, tree: Bound) => indexFilter(resource, of, tree, within)
  return [...inChunks(required, excluded), ...mixed].reduce(filter, first)
}

/** Moves the conditions on columns that the index of a path covers into the path. */
function withCovered(task: Task, path: AccessPath, conditions: readonly Bound[]) {
  if (path.kind !== 'newest') return { path, rest: conditions }
  const columns = indexesOf(task.resource).covered[path.column] ?? []
  const covered = conditions.flatMap((part) => referenceIn(task, part) ?? []).filter(({ by }) => columns.includes(by))
  return { path: { ...path, covered }, rest: except(conditions, covered) }
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
function indexFilter(resource: Resource, of: AccessPath, tree: Bound, within: readonly Bound[] = []): AccessPath {
  const [condition, keeps] = tree.kind === 'not' ? [tree.of, false] : [tree, true]
  const known = isInIndex(resource, condition) ? [condition] : knownParts(resource, condition)
  const others = condition.kind === 'or' && known[0] !== condition ? except(condition.of, known) : []
  const otherwise = others.length > 0 ? { otherwise: or(others) } : {}
  const match = matchOf(resource, and([...within, or(known)]))
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
async function expectedHits(task: Task, parts: readonly Bound[]): Promise<number> {
  const { resource, top, hasWindows } = task
  if (!hasWindows) return USUAL_HITS
  const from = Math.max(0, top - SAMPLE)
  const match = matchOf(resource, and(parts.slice(0, MAX_WORDS)))
  const hits = await hitsIn(task, match, [from, top], 'desc', pace.hitsPerRange)
  const through = hits.length < pace.hitsPerRange ? from : (hits.at(-1) as number)
  // Older changes may have hits even if the newest have none, so the estimate is never 0.
  return WORDS_FACTOR * hits.length * (top / (top - through)) + 10
}
