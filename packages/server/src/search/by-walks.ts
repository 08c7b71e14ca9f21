import type { Resource } from '@deskbell/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import { isLarge, readInWorker, readInline } from '../kernel/read-in-worker.ts'
import type { Context } from '../kernel/context.ts'
import type { Piece } from '../kernel/page.ts'
import { columnsFor } from '../kernel/represent.ts'
import { selection } from '../kernel/selection.ts'
import type { Bound } from './bound.ts'
import { rowByRow, together } from './compile.ts'
import { isEndless, outlookOf } from './endless.ts'
import { countOf, countUpTo, offsetOf, once, pieceOf, type Search, type Select, tableOf } from './hits.ts'
import { isEachAHit, isFar, isWhole, ofPeopleAlone, type Walk } from './walks.ts'

/** So many hits before a page are passed in a moment. */
export const deep = 5000

/** Alternatives, which are walked one by one, each no further than the page needs, and merged. */
export function byWalks(ctx: Context, resource: Resource, bound: Bound, known: readonly Walk[]): Search {
  const mayBeLong = known.some(isLongWay)
  const best = once(() => ledByPeople(ctx, resource, known))
  const outlook = once(() => outlookOf(ctx, resource, bound))
  /** How many hits there are, or that there are so many at least, where the way to the page has told. */
  let told: number | undefined
  let atLeast = 0
  return {
    async rows(page, shape) {
      const columns = columnsFor(resource, shape)
      const walks = await best()
      const read = (hits: Select, where = readInline) =>
        where(ctx, resource, pageOf(ctx, resource, columns, hits, pieceOf(page)))
      if (walks.every(isShort) && !isEndless(await outlook())) {
        // All of them, in the order in which the index is read twice as fast: that is the count, too.
        const cells = await read(changesOf(ctx, resource, walks), mayBeLong ? readInWorker : readInline)
        told = cells[0] && Number(cells[0].at(-1))
        return { resource, columns, cells }
      }
      const end = offsetOf(page) + page.perPage
      const first = (how: How, ways = walks) =>
        changesIn(ctx, changesOf(ctx, resource, ways, end, how), 'found')
          .orderBy('change', 'desc')
          .limit(end)
      const version = ctx.desk.database.version()
      const rest = version !== undefined && end <= newest ? await afterTheIndex(ctx, resource, walks, end) : undefined
      atLeast = rest?.found ?? 0
      if (rest && (!mayBeLong || rest.walks.some(({ isNear }) => isNear))) {
        const cells = await read(first('first', rest.walks))
        // A ticket that was written meanwhile has another number now, and would be missing.
        if (ctx.desk.database.version() === version) return { resource, columns, cells }
      }
      if (end <= newest && mayBeLong) {
        const gathers = walks.some((walk) => isFar(walk) || walk.conditions.some((of) => of.isOfWords || of.isFar))
        const cells = await read(first(newest), gathers ? readInWorker : readInline)
        if (cells.length === page.perPage) return { resource, columns, cells }
      }
      const where = mayBeLong || walks.some(isFar) || offsetOf(page) > deep ? readInWorker : readInline
      return { resource, columns, cells: await read(first('first'), where) }
    },
    async count(most) {
      if (told !== undefined) return told
      if (most !== undefined && atLeast > most) return most + 1
      const walks = await best()
      if (most === undefined) return countOf(ctx, changesOf(ctx, resource, walks), undefined, resource)
      const where = mayBeLong || walks.some(isFar) ? resource : undefined
      const hasWords = walks.some(({ match }) => match !== undefined)
      if (hasWords && isEndless(await outlook())) return most + 1
      if (await isLong(ctx, resource, walks, most)) return most + 1
      return countOf(ctx, changesOf(ctx, resource, walks, most + 1, 'all'), most, where)
    },
  }
}

/** The rows of one page of hits. Behind the columns stands how many hits there are. */
export function pageOf(
  ctx: Context,
  resource: Resource,
  columns: readonly string[],
  hits: Select,
  { perPage, offset }: Piece,
): Select {
  const change = sql.ref(`${resource.path}.change`)
  const newestFirst = tableOf(ctx, 'hits').select('hits.change').orderBy('hits.change', 'desc')
  const onPage = newestFirst.limit(perPage).offset(offset)
  const all = tableOf(ctx, 'hits').select((of) => of.fn.countAll().as('all'))
  return dynamic(ctx.db)
    .with(
      (cte) => cte('hits').materialized(),
      () => hits,
    )
    .selectFrom(resource.path)
    .select([...selection(ctx, resource, columns), all.as('all')])
    .where(sql<SqlBool>`${change} in ${onPage}`)
    .orderBy(change, 'desc')
}

/** What is wanted of a walk: all hits, the first of them, or those among so many of the newest rows. */
type How = 'all' | 'first' | number

/**
 * So many of the newest rows are looked at one by one before anything is gathered or sorted: what many fulfil, some of
 * these do.
 */
const newest = 2000

const isShort = ({ among, isLed }: Walk): boolean => among.length > 0 || isLed

/** Whether a walk may have to gather or to sort much before it gives its first hits. Of some hundred people it has not. */
const isLongWay = (walk: Walk): boolean =>
  !walk.isLed && !(ofPeopleAlone(walk) && walk.conditions[0]?.isOfKnown) && mayGather(walk)

const mayGather = ({ match, conditions }: Walk): boolean =>
  conditions.some(({ isFar, isListed, isFew, changes }) => isFar || (!isListed && !isFew && !changes)) ||
  (!match && conditions.length > 0 && !conditions.some(({ isListed }) => isListed))

/**
 * What is asked of people who have little: the changes of what they have are gathered from an index, and the walk
 * through the words passes over others without looking at a row; without words, it looks at these rows only.
 */
export async function ledByPeople(ctx: Context, resource: Resource, walks: readonly Walk[]): Promise<readonly Walk[]> {
  const led: Walk[] = []
  for (const walk of walks) {
    const few: Select[] = []
    const { match, conditions: all, ...rest } = walk.ofFewPeople ?? walk
    for (const { changes, isFar: reaches } of !walk.isLed && (match || all.length > 1) ? all : []) {
      if (!changes) continue
      const count = await countOf(ctx, changes, mostGathered, reaches ? resource : undefined)
      if (count <= mostGathered) few.push(changes)
    }
    if (few.length === 0) {
      led.push(walk)
      continue
    }
    const conditions = all.filter(({ changes, hasOthers }) => !changes || hasOthers || !few.includes(changes))
    led.push({ ...rest, match, conditions, among: few })
  }
  return led
}

/** More rows than these take longer to gather than the hits of most words to be looked at. */
const mostGathered = 10_000

/**
 * What only the index knows of is found at once, and is known then: of the other ways, what changed before the last of
 * these hits is not on the page. Where few rows are left, they are looked at one by one.
 * @param end so many hits are wanted of each way.
 * @returns the ways that are left, what is known among them, and how many hits were found; undefined where the index has
 * no way of its own, or a far one.
 */
async function afterTheIndex(
  ctx: Context,
  resource: Resource,
  walks: readonly Walk[],
  end: number,
): Promise<{ walks: readonly Walk[]; found: number } | undefined> {
  const whole = walks.find(isWhole)
  if (!whole || isFar(whole) || walks.length === 1) return undefined
  // As many as are counted are read as soon as those of a page, where each entry of the index is a hit.
  const most = isEachAHit(whole) ? Math.max(end, countUpTo + 1) : end
  const first = rowsOf(ctx, resource, whole, 'first').orderBy('change', 'desc').limit(most)
  const cells = await ctx.db.arrays(first.compile())
  const found = cells.length
  const changes = cells.slice(0, end).map(([change]) => change as number)
  const known = ofChanges(ctx, changes)
  const others = walks.filter((walk) => walk !== whole)
  if (found < end) return { walks: [known, ...others], found }
  const last = sql<number>`cast(${changes.at(-1)} as integer)`
  const newer = tableOf(ctx, resource.path).select('change').where('change', '>', last)
  const isNear = (await countOf(ctx, newer, mostNear)) <= mostNear
  const isNewer = (change: RawBuilder<unknown>) => sql<SqlBool>`${change} > ${last}`
  // Of a word that most tickets have, hardly one of these is not known yet.
  const isOther = (change: RawBuilder<unknown>) => sql<SqlBool>`not ${amongThese(ctx, change, changes)}`
  const bounds = isNear ? [isNewer, isOther] : [isNewer]
  return { walks: [known, ...others.map((walk) => ({ ...walk, part: [...walk.part, ...bounds], isNear }))], found }
}

/** So many rows are few enough to be asked about one by one. */
const mostNear = 200

/** The rows of some changes. */
const ofChanges = (ctx: Context, changes: readonly number[]): Walk => ({
  match: undefined,
  conditions: [],
  isLed: false,
  part: [(change) => amongThese(ctx, change, changes)],
  among: [],
})

const amongThese = (ctx: Context, change: RawBuilder<unknown>, changes: readonly number[]): RawBuilder<SqlBool> =>
  ctx.db.dialect.among(change, sql.val(`[${changes.join()}]`))

/** Rows that are looked at one by one, to count those that count; fewer in a large desk, where they lie far apart. */
const mostLookedAt = { small: 2000, large: 500 }

/** Whether one way alone has more than `most`, or too many rows to be looked at one by one, or much to be gathered. */
async function isLong(ctx: Context, resource: Resource, walks: readonly Walk[], most: number): Promise<boolean> {
  const mostRows = mostLookedAt[(await isLarge(ctx, resource)) ? 'large' : 'small']
  const gathers = walks.some(({ conditions, isLed }) => !isLed && conditions.some(({ isFar }) => isFar))
  if (gathers && (await countOf(ctx, tableOf(ctx, resource.path).select('change'), mostRows)) > mostRows) return true
  for (const walk of walks) {
    // Of people who have more than can be gathered in a moment, each row would be looked at.
    const isOfMany = !walk.match && walk.conditions.length > 1 && walk.conditions.some(({ changes }) => changes)
    if (isOfMany && !isShort(walk) && (await isLarge(ctx, resource))) return true
    if (!walk.match || isShort(walk)) continue
    const enough = walk.conditions.length === 0 ? most : mostRows
    const rows = rowsOf(ctx, resource, { ...walk, conditions: [] }, 'all')
    if ((await countOf(ctx, rows, enough, isFar(walk) ? resource : undefined)) > enough) return true
  }
  return false
}

/** The changes of all hits, or of as many as are wanted of each alternative. */
export function changesOf(
  ctx: Context,
  resource: Resource,
  walks: readonly Walk[],
  most?: number,
  how: How = most === undefined ? 'all' : 'first',
): Select {
  const [first, ...others] = walks.map((walk) => {
    const newestOf = how === 'first' && !walk.isNear ? ofPeopleAlone(walk) : undefined
    const rows = newestOf && most !== undefined ? newestOf(most, walk.part) : rowsOf(ctx, resource, walk, how)
    if (most === undefined || walks.length === 1) return rows
    // To be counted, any of them will do.
    return changesIn(ctx, (how === 'all' ? rows : rows.orderBy('change', 'desc')).limit(most), 'branch')
  })
  return first ? others.reduce((all, next) => all.union(next), first) : nothing(ctx, resource)
}

/** The change numbers on the way. */
function rowsOf(ctx: Context, resource: Resource, walk: Walk, how: How): Select {
  if (walk.isLed) return rowsAmongFew(ctx, resource, walk)
  const { match, conditions, among } = walk
  const name = `${resource.path}_text`
  const part = [...walk.part]
  if (typeof how === 'number') {
    const before = tableOf(ctx, resource.path).select('change').orderBy('change', 'desc').limit(1).offset(how)
    part.push((change) => sql<SqlBool>`${change} > coalesce(${before}, 0)`)
  }
  const change = sql.ref(match ? 'text.rowid' : 'row.change')
  const inPart = (of: RawBuilder<unknown>) => part.map((within) => within(of))
  const holds = inPart(change)
  for (const changes of among) {
    // With a sign before it, the full-text index is not asked once for each of them.
    const sign = sql.raw(match ? '+' : '')
    const these = changesIn(ctx, changes, 'listed').where(together('and', inPart(sql.ref('listed.change'))))
    holds.push(sql<SqlBool>`${sign}${change} in ${these}`)
  }
  const each = conditions.map(({ holds: of, holdsForRow, holdsForFew, isWide }) =>
    walk.isNear
      ? rowByRow(holdsForFew())
      : typeof how === 'number' || among.length > 0 || (match && !isWide)
        ? rowByRow(holdsForRow)
        : match || (how === 'first' && isWide)
          ? rowByRow(of)
          : of,
  )
  if (!match) {
    const table: Select =
      among.length > 0
        ? dynamic(ctx.db).selectFrom(inOrder(ctx, resource))
        : dynamic(ctx.db).selectFrom(`${resource.path} as row`)
    const rows = table.select('row.change')
    return holds.length + each.length > 0 ? rows.where(together('and', [...holds, ...each])) : rows
  }
  holds.unshift(ctx.db.dialect.matches('text', name, match))
  const hits = dynamic(ctx.db).selectFrom(`${name} as text`).select('text.rowid as change') as Select
  if (each.length === 0) return hits.where(together('and', holds))
  // The order of a cross join is the order of the loops: the index leads, row by row from its end.
  return hits
    .crossJoin(inOrder(ctx, resource))
    .where(together('and', holds))
    .where(sql.ref('row.change'), '=', sql.ref('text.rowid'))
    .where(together('and', each))
}

/** The rows by their changes, seen in an index that has most of what is asked of them. */
const inOrder = (ctx: Context, { path }: Resource) => ctx.db.dialect.through(path, 'row', `${path}_in_order`)

/** The same where few rows are known among which the hits are. The order of a cross join is the order of the loops. */
function rowsAmongFew(ctx: Context, resource: Resource, { match, conditions, part }: Walk): Select {
  const row = sql.ref('row.change')
  const rows: Select = dynamic(ctx.db).selectFrom(`${resource.path} as row`).select('row.change')
  const led = rows.where(
    together('and', [
      ...conditions.filter(({ isFew }) => isFew).map(({ holds }) => holds),
      ...part.map((within) => within(row)),
      ...conditions.filter(({ isFew }) => !isFew).map(({ holdsForRow }) => rowByRow(holdsForRow)),
    ]),
  )
  if (!match) return led
  const name = `${resource.path}_text`
  return led
    .crossJoin(`${name} as text`)
    .where(sql.ref('text.rowid'), '=', row)
    .where(ctx.db.dialect.matches('text', name, match))
}

const changesIn = (ctx: Context, rows: Select, name: string): Select =>
  dynamic(ctx.db)
    .selectFrom(sql<Record<string, unknown>>`${rows}`.as(name))
    .select('change')

const nothing = (ctx: Context, resource: Resource): Select =>
  tableOf(ctx, resource.path)
    .select('change')
    .where(sql<SqlBool>`1 = 0`)
