import type { Resource } from '@deskbell/contract'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Match } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { all, and, type Bound, type ColumnLeaf, not, or, type Related } from './bound.ts'
import { condition, rowsAt, viewsOf } from './compile.ts'
import { isFew, isUnordered } from './few.ts'
import type { Select } from './hits.ts'
import { everyDocument, pointsToPeople } from './references.ts'
import {
  asksForWords,
  isListed,
  isMatchable,
  isOutOfView,
  joined,
  leadsInIndex,
  matchOf,
  type OneView,
  within,
} from './matching.ts'

/** One way to some of the hits: through the full-text index, else through a column or the order itself. */
export interface Walk {
  readonly match: Match | undefined
  readonly conditions: readonly Condition[]
  /** Few records are known among which the hits are; they lead, and the index is asked of each. */
  readonly isLed: boolean
  /** Where in the order of changes the hits stand, each as what the number of a row's change has to fulfil. */
  readonly part: readonly ((change: RawBuilder<unknown>) => Expression<SqlBool>)[]
  /** Lists of changes, in each of which those of the hits are. With one of them, few rows are left to be looked at. */
  readonly among: readonly Select[]
  /** The same where it belongs to people with few tickets: what else is known is seen faster in these than in the index. */
  readonly ofFewPeople?: Walk | undefined
  /** So few that each is asked about all else. */
  readonly isNear?: boolean
}

/** A condition on the rows. */
interface Condition {
  readonly holds: Expression<SqlBool>
  /** The same, asked of one row after the other. */
  readonly holdsForRow: Expression<SqlBool>
  /** The same, asked of few rows. */
  readonly holdsForFew: () => Expression<SqlBool>
  /** Many rows fulfil it: looking them up in an index would mean to sort them all. */
  readonly isWide: boolean
  /** It gathers records at the other end of a relation. */
  readonly isFar: boolean
  /** An index leads to the rows in the order of their changes. */
  readonly isListed: boolean
  /** It names few records. */
  readonly isFew: boolean
  /** The rows with its words are gathered before the first of them is looked at. */
  readonly isOfWords: boolean
  /** The changes of all rows that fulfil it, read off an index alone. */
  readonly changes?: Select
  /** Whether there are changes of other rows among them. */
  readonly hasOthers?: boolean
  /** Those who fulfil it are some hundred people, known by their ids. */
  readonly isOfKnown?: boolean
  /** The changes of the newest rows of those who fulfil it. */
  readonly newestOf?: NewestOf
}

/** @param part which changes count; `end` of them are wanted. */
type NewestOf = (end: number, part: Walk['part']) => Select

/** @param inOrder whether the order of changes is that of `updated_at`. */
export function walksOf(ctx: Context, resource: Resource, bound: Bound, inOrder: boolean): Walk[] {
  return viewsOf(ctx, resource, 'row').flatMap((view) => {
    // What a customer sees is gathered, which is done once.
    const ways = alternatives(resource, bound, isOfPeople(view) ? 'all ids' : 'each id')
    return byGroup(resource, view, ways, mostAlternativesOf(bound)).flatMap((parts) =>
      walkOf(ctx, resource, view, parts, inOrder),
    )
  })
}

/**
 * Where no words and no people lead to what an agent of few groups sees, the groups do, each in the order of its changes:
 * on the way through all tickets most would be passed.
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

/** References, beside those to people, with an index that leads to no more rows than the groups of an agent do. */
const ledBy: readonly string[] = ['group_id', 'owner_id']

/** Whether the full-text index leads to what fulfils a condition, and knows all of it. */
const isLedByIndex = (resource: Resource, part: Bound): boolean => leadsInIndex(part) && isMatchable(resource, part, 1)

/**
 * Where words are asked for, the index leads, and answers whatever else it knows. Where not, indexes on the columns
 * lead to the rows.
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

/** @param known what the index is asked for. */
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

/** What belongs to some records, more of them than the full-text index should be asked for. */
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

/** Whether only what belongs to some people is seen, as customers see it. */
const isOfPeople = ({ of = {} }: OneView): boolean =>
  Object.keys(of).length > 0 && Object.keys(of).every((column) => pointsToPeople(column))

/** What a customer sees is little: their own, and what belongs to their organizations. */
function changesInView(ctx: Context, resource: Resource, view: OneView): Pick<Condition, 'changes' | 'hasOthers'> {
  const known = isOfPeople(view) ? Object.entries(view.of ?? {}).filter(([, ids]) => ids.length > 0) : []
  const [first, ...others] = known.map(([column, ids]) => {
    const rows: Select = dynamic(ctx.db).selectFrom(resource.path)
    return rows.select('change').where(ctx.db.dialect.among(sql.ref(column), sql.val(`[${ids.join()}]`)))
  })
  return first ? { changes: others.reduce((all, next) => all.union(next), first), hasOthers: true } : {}
}

/**
 * Of hundreds of people the newest rows belong to those whose own newest row is among the newest: one look into an index
 * for each says whose, and what the others have is not read.
 */
function newestOf(ctx: Context, { path }: Resource, part: OfSome, end: number, within: Walk['part']): Select {
  const ids = part.ids
    ? ctx.db.dialect.each(sql.val(`[${part.ids.join()}]`))
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

/** The one condition of a walk, where that is to belong to some people. */
export const ofPeopleAlone = ({ match, conditions: [only, another] }: Walk): NewestOf | undefined =>
  match || another ? undefined : only?.newestOf

/** Whether a crowd, or what belongs to records, has to be gathered, on whichever step of a path. */
const isFarAway = (part: Bound): boolean =>
  gathers(
    part,
    ({ isCrowd, many, back, of }) => isCrowd === true || many !== undefined || back !== undefined || isFarAway(of),
  )

/** Whether there is a relation of a kind that leads to more records than `narrow` could spell out. */
function gathers(part: Bound, isSo: (related: Related) => boolean): boolean {
  if (part.kind === 'and' || part.kind === 'or') return part.of.some((one) => gathers(one, isSo))
  if (part.kind === 'not') return gathers(part.of, isSo)
  return part.kind === 'related' && part.ids === undefined && isSo(part)
}

/** What belongs to a row is looked up for each: gathering a crowd, or all articles, takes longer than the first hits. */
function forEach(part: Bound, what: 'row' | 'few'): Bound {
  if (part.kind === 'and' || part.kind === 'or') return { ...part, of: part.of.map((one) => forEach(one, what)) }
  if (part.kind === 'not') return { ...part, of: forEach(part.of, what) }
  if (part.kind !== 'related' || part.ids) return part
  return what === 'few' || part.isCrowd || part.by === undefined ? { ...part, forEach: what } : part
}

type Span = ColumnLeaf & { readonly test: { readonly is: 'between' } }

const isSpan = (part: Bound): part is Span =>
  part.kind === 'column' && part.column === 'updated_at' && part.test.is === 'between'

/** A span of time as a piece of the order: from the change of its first row to that of its last. */
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

/** Whether only the index is asked. */
export const isWhole = ({ match, conditions, part, among }: Walk): boolean =>
  match !== undefined && conditions.length + part.length + among.length === 0

/** Whether a way leads to all that the caller sees. */
export const isEverything = ({ match, conditions, part }: Walk): boolean =>
  match === undefined && conditions.length === 0 && part.length === 0

/** Ways that only the index knows of are one way. */
export function oneOfWhole(walks: readonly Walk[]): readonly Walk[] {
  const whole = walks.flatMap((walk) => (walk.match && isWhole(walk) ? [walk.match] : []))
  if (whole.length < 2) return walks
  const others = walks.filter((walk) => !isWhole(walk))
  return [{ match: joined('OR', whole), conditions: [], isLed: false, part: [], among: [] }, ...others]
}

/**
 * Whether the index may read far for few hits. What is not wanted is taken from everything: where nearly every ticket has
 * it, the rest is far apart. A phrase, or words that begin so, are to stand in some columns: all places are read where
 * they stand. Hundreds of words are looked up one by one.
 */
export const isFar = ({ match }: Walk): boolean =>
  match !== undefined &&
  (('without' in match && match.of === everyDocument) || isScattered(match) || textsIn(match) > mostTexts)

const mostTexts = 150

const textsIn = (match: Match): number =>
  'text' in match
    ? 1
    : 'without' in match
      ? textsIn(match.of) + textsIn(match.without)
      : match.of.reduce((sum, part) => sum + textsIn(part), 0)

const isScattered = (match: Match): boolean =>
  'without' in match
    ? isScattered(match.of)
    : 'text' in match
      ? match.anywhere !== true && (match.prefix || isPhrase(match.text))
      : match.of.some((part) => isScattered(part))

/**
 * Whether each entry that the index reads is a hit: single words, one or another. Where words are to be found together,
 * or apart, most of what is read may be none.
 */
export const isEachAHit = (walk: Walk): boolean => walk.match !== undefined && !isFar(walk) && isDense(walk.match)

const isDense = (match: Match): boolean =>
  'text' in match ? !isPhrase(match.text) : 'sign' in match && match.sign === 'OR' && match.of.every(isDense)

/** Whether there is more than one word; the signs of marked words are private characters. */
const isPhrase = (text: string): boolean => /[^\p{L}\p{M}\p{N}\p{Co}]/u.test(text)

/** More alternatives than these are left to the database as one condition. */
const mostAlternatives = 24
/** Each alternative repeats what all of them ask of columns: a statement has a bounded number of values. */
const mostRepeated = 1000

const mostAlternativesOf = (bound: Bound): number =>
  Math.min(mostAlternatives, Math.floor(mostRepeated / Math.max(1, columnTests(bound))))

function columnTests(bound: Bound): number {
  if (bound.kind === 'and' || bound.kind === 'or') return bound.of.reduce((sum, one) => sum + columnTests(one), 0)
  if (bound.kind === 'not' || bound.kind === 'related') return columnTests(bound.of)
  return bound.kind === 'column' ? 1 : 0
}

/**
 * A query as alternatives, each a list of conditions that all hold: `(a OR b) c` becomes `a c` and `b c`. What the
 * index answers as a whole is not taken apart. Without words, references with few known ids count as that many
 * alternatives, because each id has its own place in an index; with more they are one, whose rows are sorted. Either way
 * words beside them are walked, unless few rows are known: as one condition, all their rows would be gathered.
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

/** What is to be neither is not to be what the index knows, and not the rest. */
function apart(resource: Resource, part: Bound): Bound[] {
  if (part.kind !== 'not' || part.of.kind !== 'or') return [part]
  const known = part.of.of.filter((one) => isMatchable(resource, one, 2))
  const others = part.of.of.filter((one) => !known.includes(one))
  return known.some(leadsInIndex) && others.length > 0 ? [not(or(known)), not(or(others))] : [part]
}

type OfSome = Related & { readonly by: string }

/** What belongs to people has few rows, unless they are many people: these are found faster than any word. */
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
