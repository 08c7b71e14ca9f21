import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { all, and, type Bound, type ColumnLeaf, not, or, type Related } from './bound.ts'
import { condition, rowsAt, viewsOf } from './compile.ts'
import { isFew, isUnordered } from './few.ts'
import type { Select } from './select.ts'
import { pointsToPeople } from './references.ts'
import {
  asksForWords,
  isListed,
  isMatchable,
  isOutOfView,
  leadsInIndex,
  matchOf,
  type OneView,
  within,
} from './matching.ts'
import type { Condition, Walk } from './walk.ts'

/** @param inOrder whether the order of change numbers is the order of `updated_at`. */
export function walksOf(ctx: Context, resource: Resource, bound: Bound, inOrder: boolean): Walk[] {
  return viewsOf(ctx, resource, 'row').flatMap((view) => {
    // The tickets of a customer are listed, and once is enough.
    const ways = alternatives(resource, bound, isOfPeople(view) ? 'all ids' : 'each id')
    return byGroup(resource, view, ways, mostAlternativesOf(bound)).flatMap((parts) =>
      walkOf(ctx, resource, view, parts, inOrder),
    )
  })
}

/**
 * Splits the search of an agent with few groups by group, if neither words nor users narrow it down: an index gives the
 * tickets of each group in the order of changes, while a walk through all tickets would skip most of them.
 */
function byGroup(resource: Resource, { of = {} }: OneView, ways: readonly Bound[][], most: number): readonly Bound[][] {
  const { group_id: ids, ...others } = of
  if (!ids || Object.keys(others).length > 0 || ways.length * ids.length > most) return ways
  const isLedOtherwise = (part: Bound) =>
    isFew(part) ||
    isLedByIndex(resource, part) ||
    (part.kind === 'related' && (pointsToPeople(part.by) || ledBy.includes(part.by ?? '')))
  return ways.flatMap((parts) =>
    parts.some(isLedOtherwise)
      ? [parts]
      : ids.map((id): Bound[] => [...parts, { kind: 'related', to: 'group', by: 'group_id', of: all, ids: [id] }]),
  )
}

/** References, other than those to users and organizations, whose index finds no more rows than the groups of an agent. */
const ledBy: readonly string[] = ['group_id', 'owner_id']

/** Whether a condition can be evaluated by the full-text index alone, starting from its posting lists. */
const isLedByIndex = (resource: Resource, part: Bound): boolean => leadsInIndex(part) && isMatchable(resource, part, 1)

/**
 * A query with words starts with the full-text index, which also evaluates all other conditions that it can. Other queries
 * start with indexes of columns.
 */
function walkOf(ctx: Context, resource: Resource, view: OneView, parts: readonly Bound[], inOrder: boolean): Walk[] {
  const asked = parts.filter((part) => isMatchable(resource, part, 1))
  const isOfMore = parts.some((part) => isOfSome(part) && !asked.includes(part))
  const words = isOfMore ? asked.filter(asksForWords) : []
  const [walk] = walkBy(ctx, resource, view, parts, asked, inOrder)
  if (!walk) return []
  if (words.length === 0 || words.length === asked.length) return [walk]
  return [{ ...walk, ofFewPeople: walkBy(ctx, resource, view, parts, words, inOrder)[0] }]
}

/** @param known the conditions that the full-text index evaluates. */
function walkBy(
  ctx: Context,
  resource: Resource,
  view: OneView,
  parts: readonly Bound[],
  known: readonly Bound[],
  inOrder: boolean,
): [Walk] | [] {
  if (parts.some((part) => isOutOfView(view, part))) return []
  const match = known.some(leadsInIndex) ? matchOf(resource, view, and(known)) : undefined
  const inView = match === undefined || match === 'nothing' ? match : within(view, match)
  if (match === 'nothing' || inView === 'nothing') return []
  const spans = inOrder ? parts.filter(isSpan) : []
  const isLed = parts.some(isFew)
  const others = parts.filter((part) => !(match && known.includes(part)) && !spans.includes(part as Span))
  const conditions = others.map((part) => ({
    holds: condition(ctx, resource, 'row', view, part),
    holdsForRow: condition(ctx, resource, 'row', view, forEach(part, 'row')),
    holdsForFew: () => condition(ctx, resource, 'row', view, forEach(part, 'few')),
    isWide: gathers(part, ({ by }) => by !== undefined) || isUnordered(resource, part),
    isFar: isFarAway(part),
    isListed: isListed(part),
    isFew: isFew(part),
    isOfWords: asksForWords(part),
    ...changesOf(ctx, resource, view, part),
  }))
  const { rows } = view
  if (rows && !inView) {
    conditions.unshift({
      holds: rows,
      holdsForRow: rows,
      holdsForFew: () => rows,
      isWide: false,
      isFar: false,
      isListed: true,
      isFew: false,
      isOfWords: false,
      ...changesInView(ctx, resource, view),
    })
  }
  return [
    {
      match: inView ?? match,
      conditions,
      isLed,
      part: spans.flatMap((span) => partOf(resource, span)),
      among: [],
    },
  ]
}

/** The rows that refer to some records, if these are too many to be part of the full-text expression. */
function changesOf(
  ctx: Context,
  resource: Resource,
  view: OneView,
  part: Bound,
): Pick<Condition, 'changes' | 'isOfKnown' | 'newestOf'> {
  if (!isOfSome(part) || !view.sees(part.by)) return {}
  const rows = dynamic(ctx.db).selectFrom(`${resource.path} as listed`)
  return {
    changes: rows.select('listed.change').where(condition(ctx, resource, 'listed', view, part)),
    isOfKnown: part.ids !== undefined,
    newestOf: (end, within) => newestOf(ctx, resource, part, end, within),
  }
}

/** Whether a view consists of the rows of certain users or organizations, as for customers. */
const isOfPeople = ({ of = {} }: OneView): boolean =>
  Object.keys(of).length > 0 && Object.keys(of).every((column) => pointsToPeople(column))

/** A customer reads few rows: their own, and those of their organizations. */
function changesInView(ctx: Context, resource: Resource, view: OneView): Pick<Condition, 'changes' | 'hasOthers'> {
  const known = isOfPeople(view) ? Object.entries(view.of ?? {}).filter(([, ids]) => ids.length > 0) : []
  const [first, ...others] = known.map(([column, ids]) => {
    const rows: Select = dynamic(ctx.db).selectFrom(resource.path)
    return rows.select('change').where(ctx.db.dialect.among(sql.ref(column), sql.val(`[${ids.join()}]`)))
  })
  return first ? { changes: others.reduce((all, next) => all.union(next), first), hasOthers: true } : {}
}

/**
 * Finds the newest rows of hundreds of users. They belong to the users whose own newest row is among the newest, which
 * takes one index lookup for each user; the rows of the other users are not read.
 */
function newestOf(ctx: Context, { path }: Resource, part: OfSome, end: number, within: Walk['part']): Select {
  const ids = part.ids
    ? ctx.db.dialect.idRows(sql.val(`[${part.ids.join()}]`))
    : sql<Record<string, unknown>>`${rowsAt(ctx, effective(ctx, declared(part.to)), part.of)}`
  const own = sql.ref(`latest.${part.by}`)
  const latest = dynamic(ctx.db)
    .selectFrom(`${path} as latest`)
    .select((of) => of.fn.coalesce(of.fn.max('latest.change'), sql.lit(0)).as('at'))
    .where((of) =>
      of.and([sql<SqlBool>`${own} = ${sql.ref('one.id')}`, ...within.map((is) => is(sql.ref('latest.change')))]),
    )
  const each = dynamic(ctx.db)
    .selectFrom(ids.as('one'))
    .select(['one.id', latest.as('at')])
  const those = dynamic(ctx.db).selectFrom(each.as('each')).select('id').orderBy('at', 'desc')
  return dynamic(ctx.db)
    .selectFrom(`${path} as row`)
    .select('row.change')
    .where(`row.${part.by}`, 'in', those.limit(end))
    .where((of) => of.and(within.map((is) => is(sql.ref('row.change')))))
}

/** Whether many related records have to be listed, at any step of a path. */
const isFarAway = (part: Bound): boolean =>
  gathers(
    part,
    ({ isCrowd, many, back, of }) => isCrowd === true || many !== undefined || back !== undefined || isFarAway(of),
  )

/** Whether a condition contains such a relation, whose records `narrow` did not replace by ids. */
function gathers(part: Bound, isSo: (related: Related) => boolean): boolean {
  if (part.kind === 'and' || part.kind === 'or') return part.of.some((one) => gathers(one, isSo))
  if (part.kind === 'not') return gathers(part.of, isSo)
  return part.kind === 'related' && part.ids === undefined && isSo(part)
}

/**
 * Marks relations to be evaluated for each row: listing too many users, or all articles, takes longer than finding the
 * first hits.
 */
function forEach(part: Bound, what: 'row' | 'few'): Bound {
  if (part.kind === 'and' || part.kind === 'or') return { ...part, of: part.of.map((one) => forEach(one, what)) }
  if (part.kind === 'not') return { ...part, of: forEach(part.of, what) }
  if (part.kind !== 'related' || part.ids) return part
  return what === 'few' || part.isCrowd || part.by === undefined ? { ...part, forEach: what } : part
}

type Span = ColumnLeaf & { readonly test: { readonly is: 'between' } }

const isSpan = (part: Bound): part is Span =>
  part.kind === 'column' && part.column === 'updated_at' && part.test.is === 'between'

/** Translates a range of `updated_at` to a range of change numbers: from that of its first row to that of its last. */
function partOf({ path }: Resource, { test: { from, to } }: Span): Walk['part'][number][] {
  const time = sql.ref(`${path}.updated_at`)
  const end = (operator: string, value: string | number, direction: string) =>
    sql`(select change from ${sql.table(path)} where ${time} ${sql.raw(operator)} ${value}
      order by updated_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit 1)`
  return [
    ...(from
      ? [
          (change: RawBuilder<unknown>) =>
            sql<SqlBool>`${change} >= ${end(from.inclusive ? '>=' : '>', from.value, 'asc')}`,
        ]
      : []),
    ...(to
      ? [
          (change: RawBuilder<unknown>) =>
            sql<SqlBool>`${change} <= ${end(to.inclusive ? '<=' : '<', to.value, 'desc')}`,
        ]
      : []),
  ]
}

/** The largest number of alternatives; with more, the database evaluates one condition. */
const mostAlternatives = 24
/** The largest number of conditions on columns in all alternatives: a statement has a bounded number of values. */
const mostRepeated = 1000

const mostAlternativesOf = (bound: Bound): number =>
  Math.min(mostAlternatives, Math.floor(mostRepeated / Math.max(1, columnTests(bound))))

function columnTests(bound: Bound): number {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.reduce((sum, one) => sum + columnTests(one), 0)
  if (bound.kind === 'not' || bound.kind === 'related') return columnTests(bound.of)
  return bound.kind === 'column' ? 1 : 0
}

/**
 * Splits a query into alternatives, each a list of conditions that all have to match: `(a OR b) c` becomes `a c` and `b c`.
 * Parts that the full-text index evaluates alone are not split. Without words, a reference with few known ids becomes an
 * alternative for each id, because each has its own range in an index; with more ids it is one alternative, whose rows are
 * sorted. Other alternatives with words are separate walks too, unless a few candidate records are known: as a single
 * condition, all their rows would be listed.
 */
function alternatives(resource: Resource, bound: Bound, references: 'each id' | 'all ids'): Bound[][] {
  const conjuncts = (bound.kind === 'and' ? bound.of : [bound]).flatMap((part) => apart(resource, part))
  const byIndex = conjuncts.some((part) => isLedByIndex(resource, part))
  const isLed = conjuncts.some(isFew)
  const most = mostAlternativesOf(bound)
  let rows: Bound[][] = [[]]
  for (const part of conjuncts) {
    const isWhole = byIndex && isMatchable(resource, part, 1)
    const ways = [isWhole ? [[part]] : choicesOf(resource, part, references)]
    if (!isWhole && !isLed) ways.push(choicesOf(resource, part, 'all ids'))
    const choices = ways.find(({ length }) => rows.length * length <= most) ?? [[part]]
    rows = rows.flatMap((row) => choices.map((choice) => [...row, ...choice]))
  }
  return rows
}

/** Splits `NOT (a OR b)` into the part that the full-text index evaluates, and the rest. */
function apart(resource: Resource, part: Bound): Bound[] {
  if (part.kind !== 'not' || part.of.kind !== 'or') return [part]
  const known = part.of.of.filter((one) => isMatchable(resource, one, 2))
  const others = part.of.of.filter((one) => !known.includes(one))
  return known.some(leadsInIndex) && others.length > 0 ? [not(or(known)), not(or(others))] : [part]
}

type OfSome = Related & { readonly by: string }

/** A user or organization has few rows, unless there are many of them; these are found faster than any word. */
const isOfSome = (part: Bound): part is OfSome =>
  part.kind === 'related' &&
  pointsToPeople(part.by) &&
  (part.ids === undefined ? part.isCrowd !== true : part.ids.length > 1)

function choicesOf(resource: Resource, part: Bound, references: 'each id' | 'all ids'): Bound[][] {
  if (part.kind === 'or') {
    const known = part.of.filter((one) => isMatchable(resource, one, 1))
    const inIndex = known.some(leadsInIndex) ? known : []
    const others = part.of
      .filter((one) => !inIndex.includes(one))
      .flatMap((one) => choicesOf(resource, one, references))
    return inIndex.length > 0 ? [[or(inIndex)], ...others] : others
  }
  if (part.kind === 'and') return [[...part.of]]
  if (part.kind === 'related' && part.ids && references === 'each id') {
    return part.ids.map((id) => [{ ...part, ids: [id] }])
  }
  if (part.kind === 'none') return []
  return part.kind === 'all' ? [[]] : [[part]]
}
