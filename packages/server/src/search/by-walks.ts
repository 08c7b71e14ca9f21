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
import { countOf, countUpTo, offsetOf, once, pieceOf, type PagedSearch } from './hits.ts'
import { type Select, tableOf } from './select.ts'
import { ledByPeople } from './led-by-people.ts'
import { isEachAHit, isFar, isWhole, ofPeopleAlone, type Walk } from './walk.ts'

/** An offset up to which skipping hits is fast. */
export const deep = 5000

/** Searches by several alternatives. Each is read no further than the page needs, and the results are merged. */
export function byWalks(ctx: Context, resource: Resource, bound: Bound, known: readonly Walk[]): PagedSearch {
  const mayBeLong = known.some(isLongWay)
  const best = once(() => ledByPeople(ctx, resource, known))
  const outlook = once(() => outlookOf(ctx, resource, bound))
  /** The number of hits, or a lower bound, if reading the page determined it. */
  let knownTotal: number | undefined
  let totalAtLeast = 0
  return {
    async rows(page, shape) {
      const columns = columnsFor(resource, shape)
      const walks = await best()
      const read = (hits: Select, where = readInline) =>
        where(ctx, resource, pageOf(ctx, resource, columns, hits, pieceOf(page)))
      if (walks.every(isShort) && !isEndless(await outlook())) {
        // Reading all hits in the order in which the index is twice as fast also counts them.
        const cells = await read(changesOf(ctx, resource, walks), mayBeLong ? readInWorker : readInline)
        knownTotal = cells[0] && Number(cells[0].at(-1))
        return { resource, columns, cells }
      }
      const end = offsetOf(page) + page.perPage
      const first = (how: How, ways = walks) =>
        changesIn(ctx, changesOf(ctx, resource, ways, end, how), 'found')
          .orderBy('change', 'desc')
          .limit(end)
      const version = ctx.desk.database.version()
      const rest = version !== undefined && end <= newest ? await afterTheIndex(ctx, resource, walks, end) : undefined
      totalAtLeast = rest?.found ?? 0
      if (rest && (!mayBeLong || rest.walks.some(({ isNear }) => isNear))) {
        const cells = await read(first('first', rest.walks))
        // A ticket that was written meanwhile has another change number, and would be missing.
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
      if (knownTotal !== undefined) return knownTotal
      if (most !== undefined && totalAtLeast > most) return most + 1
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

/** Reads one page of hits. The total number of hits follows the columns. */
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

/** The hits to read from a walk: all, the first, or those among this number of newest rows. */
type How = 'all' | 'first' | number

/**
 * The number of newest rows that are examined one by one before anything is collected or sorted: a condition that many rows
 * match also matches some of these.
 */
const newest = 2000

const isShort = ({ among, isLed }: Walk): boolean => among.length > 0 || isLed

/**
 * Whether a walk may have to collect or sort many rows before it returns its first hits. For some hundred users it does
 * not.
 */
const isLongWay = (walk: Walk): boolean =>
  !walk.isLed && !(ofPeopleAlone(walk) && walk.conditions[0]?.isOfKnown) && mayGather(walk)

const mayGather = ({ match, conditions }: Walk): boolean =>
  conditions.some(({ isFar, isListed, isFew, changes }) => isFar || (!isListed && !isFew && !changes)) ||
  (!match && conditions.length > 0 && !conditions.some(({ isListed }) => isListed))

/**
 * Reads the hits of the walk that needs only the index first. The other walks then need not read rows older than the last
 * of these hits; if few newer rows are left, they are examined one by one.
 * @param end the number of hits wanted of each walk.
 * @returns the remaining walks, including the hits found, and the number of hits; undefined if no walk needs only the
 * index, or if that is expensive.
 */
async function afterTheIndex(
  ctx: Context,
  resource: Resource,
  walks: readonly Walk[],
  end: number,
): Promise<{ walks: readonly Walk[]; found: number } | undefined> {
  const whole = walks.find(isWhole)
  if (!whole || isFar(whole) || walks.length === 1) return undefined
  // If each posting is a hit, reading enough of them to count is as fast as reading a page.
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
  // For a word that most tickets have, nearly all of these rows are hits already.
  const isOther = (change: RawBuilder<unknown>) => sql<SqlBool>`not ${amongThese(ctx, change, changes)}`
  const bounds = isNear ? [isNewer, isOther] : [isNewer]
  return { walks: [known, ...others.map((walk) => ({ ...walk, part: [...walk.part, ...bounds], isNear }))], found }
}

/** The number of rows that may be examined one by one. */
const mostNear = 200

/** A walk over rows with known change numbers. */
const ofChanges = (ctx: Context, changes: readonly number[]): Walk => ({
  match: undefined,
  conditions: [],
  isLed: false,
  part: [(change) => amongThese(ctx, change, changes)],
  among: [],
})

const amongThese = (ctx: Context, change: RawBuilder<unknown>, changes: readonly number[]): RawBuilder<SqlBool> =>
  ctx.db.dialect.among(change, sql.val(`[${changes.join()}]`))

/** The number of rows that are examined to count hits; fewer in a large desk, where they are on more pages of the file. */
const mostLookedAt = { small: 2000, large: 500 }

/** Whether counting is expensive: a walk has more than `most` hits, too many rows to examine, or much to collect. */
async function isLong(ctx: Context, resource: Resource, walks: readonly Walk[], most: number): Promise<boolean> {
  const mostRows = mostLookedAt[(await isLarge(ctx, resource)) ? 'large' : 'small']
  const gathers = walks.some(({ conditions, isLed }) => !isLed && conditions.some(({ isFar }) => isFar))
  if (gathers && (await countOf(ctx, tableOf(ctx, resource.path).select('change'), mostRows)) > mostRows) return true
  for (const walk of walks) {
    // The tickets of users with many tickets would be examined one by one.
    const isOfMany = !walk.match && walk.conditions.length > 1 && walk.conditions.some(({ changes }) => changes)
    if (isOfMany && !isShort(walk) && (await isLarge(ctx, resource))) return true
    if (!walk.match || isShort(walk)) continue
    const enough = walk.conditions.length === 0 ? most : mostRows
    const rows = rowsOf(ctx, resource, { ...walk, conditions: [] }, 'all')
    if ((await countOf(ctx, rows, enough, isFar(walk) ? resource : undefined)) > enough) return true
  }
  return false
}

/** The change numbers of all hits, or of the first `most` of each alternative. */
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
    // For a count, any of the hits will do.
    return changesIn(ctx, (how === 'all' ? rows : rows.orderBy('change', 'desc')).limit(most), 'branch')
  })
  return first ? others.reduce((all, next) => all.union(next), first) : nothing(ctx, resource)
}

/** The change numbers that a walk finds. */
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
    // The unary plus keeps SQLite from querying the full-text index once for each of them.
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
  // The order of a cross join is the order of the loops: the full-text index is the outer one, read from its end.
  return hits
    .crossJoin(inOrder(ctx, resource))
    .where(together('and', holds))
    .where(sql.ref('row.change'), '=', sql.ref('text.rowid'))
    .where(together('and', each))
}

/** The rows by change number, through an index that covers most columns of conditions. */
const inOrder = (ctx: Context, { path }: Resource) => ctx.db.dialect.readThrough(path, 'row', `${path}_in_order`)

/** The same if few candidate rows are known. They are the outer loop of the cross join. */
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
