import { sql, type SqlBool } from 'kysely'
import { readInWorker } from '../kernel/read-in-worker.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { dynamic } from '../db/dynamic.ts'
import { statement } from '../kernel/statement.ts'
import { and, type Bound, mapParts, none, not, or, type Related } from './bound.ts'
import { largestOf } from './table-range.ts'
import { expandPrefixes } from './expand-prefixes.ts'
import { everythingMatch, isAt, rowsAt } from './compile.ts'

/** The largest number of ids that replace a condition on a referenced record. */
export const fewIds = 500

/**
 * Looks up the records that references may be to. If none match, the condition is dropped, which is usual for a word that
 * might have been a name. If few match, their ids replace the condition, and an index finds the rows in order.
 */
export async function narrow(ctx: Context, bound: Bound): Promise<Bound> {
  const questions = new Map<string, Map<string, Question>>()
  const spelled = await spellNames(ctx, bound)
  ask(spelled, questions)
  for (const [to, about] of questions) await answer(ctx, to, [...about.values()])
  return ofOwners(ctx, replace(spelled, questions))
}

/** Replaces prefixes in names for which the index would merge lists by longer prefixes that it has lists for. */
const spellNames = (ctx: Context, bound: Bound): Promise<Bound> =>
  mapParts(bound, async (part) => {
    if (part.kind !== 'related' || part.by === undefined || part.ids) return part
    return { ...part, of: await expandPrefixes(ctx, effective(ctx, declared(part.to)), part.of, 'count') }
  })

/** A condition on referenced records, looked up once even if several references use it. */
interface Question {
  readonly of: Bound
  /** Undefined if there are too many to list. */
  ids: readonly number[] | undefined
  isCrowd?: boolean
}

/**
 * With more related records than this, listing them takes longer than examining the newest tickets until enough are hits.
 */
export const crowd = 2000

function ask(part: Bound, questions: Map<string, Map<string, Question>>): void {
  if (part.kind === 'and' || part.kind === 'or') for (const one of part.of) ask(one, questions)
  if (part.kind === 'not') ask(part.of, questions)
  if (part.kind !== 'related' || part.by === undefined || part.ids) return
  const about = questions.get(part.to) ?? new Map<string, Question>()
  questions.set(part.to, about)
  const key = JSON.stringify(part.of)
  if (!about.has(key)) about.set(key, { of: part.of, ids: undefined })
}

/**
 * Most words are not in any name, so all conditions are first looked up together, and separately only if something matched.
 */
async function answer(ctx: Context, to: string, questions: readonly Question[]): Promise<void> {
  const [first, second] = questions
  if (!first) return
  if (!second) {
    const ids = await idsMatching(ctx, to, first.of, crowd + 1)
    first.ids = ids.length > fewIds ? undefined : ids
    first.isCrowd = ids.length > crowd
    return
  }
  const found = await idsMatching(ctx, to, or(questions.map(({ of }) => of)), 1)
  if (found.length === 0) {
    for (const question of questions) question.ids = []
    return
  }
  const half = questions.length >> 1
  await answer(ctx, to, questions.slice(0, half))
  await answer(ctx, to, questions.slice(half))
}

/** The ids of the records of a resource that match a condition, as the caller sees them. */
async function idsMatching(ctx: Context, to: string, of: Bound, limit: number): Promise<number[]> {
  const target = effective(ctx, declared(to))
  const match = everythingMatch(ctx, target, of)
  const value = match && ctx.db.dialect.matchValue(match)
  if (value === undefined) {
    const cells = await readInWorker(ctx, await largestOf(ctx, target, of), rowsAt(ctx, target, of).limit(limit))
    return cells.map(([id]) => id as number)
  }
  const name = `${target.path}_text`
  const run = statement(ctx, `named:${to}`, (input) =>
    dynamic(ctx.db)
      .selectFrom(name)
      .select('rowid')
      .where(ctx.db.dialect.matches(name, name, input(0)))
      .limit(input<number>(1)),
  )
  return (await run(value, limit)).map(([id]) => id as number)
}

function replace(part: Bound, questions: ReadonlyMap<string, ReadonlyMap<string, Question>>): Bound {
  switch (part.kind) {
    case 'and':
      return and(part.of.map((one) => replace(one, questions)))
    case 'or':
      return or(part.of.map((one) => replace(one, questions)))
    case 'not':
      return not(replace(part.of, questions))
    case 'related': {
      if (part.by === undefined || part.ids) return part
      const { ids, isCrowd } = questions.get(part.to)?.get(JSON.stringify(part.of)) ?? {}
      if (ids) return withIds(part, ids)
      return isCrowd ? { ...part, isCrowd } : part
    }
    default:
      return part
  }
}

/**
 * Restricts conditions on owners to users who own tickets. Many users are called Nicole, and few of them own tickets:
 * searching all tickets for the owners among them would find nothing for a long time. The few owners are read from the
 * index, which skips from one to the next.
 */
const ofOwners = (ctx: Context, bound: Bound): Promise<Bound> => mapParts(bound, (part) => ofThoseOwners(ctx, part))

async function ofThoseOwners(ctx: Context, part: Bound): Promise<Bound> {
  if (part.kind !== 'related' || part.by !== 'owner_id') return part
  const owners = await ctx.cache.getOrCompute('owners', () => ownersOf(ctx))
  if (owners.length > fewIds) return part
  if (part.ids) {
    const ids = part.ids.filter((one) => owners.includes(one))
    return withIds(part, ids)
  }
  const id = sql.ref('users.id')
  const those = ctx.db.dialect.among(id, sql.val(`[${owners.join()}]`))
  const users = declared('user')
  const hasTermPrefix =
    owners.length <= fewOwners
      ? isAt(ctx, users, part.of, id, 'owner', owners.length <= handful ? 'handful' : 'few')
      : sql<SqlBool>`${id} in ${rowsAt(ctx, users, part.of)}`
  const named = dynamic(ctx.db).selectFrom('users').select('id').where(those).where(hasTermPrefix)
  const cells = await ctx.db.arrays(named.compile())
  const ids = cells.map(([found]) => found as number)
  return withIds(part, ids)
}

const withIds = (part: Related, ids: readonly number[]): Bound => (ids.length === 0 ? none : { ...part, ids })

/** The largest number of owners whose names are compared one by one. */
const fewOwners = 100
/** The same if the index has to merge the lists of a prefix for each. */
const handful = 8

/** The ids of users who own tickets, at most `fewIds + 1`. */
async function ownersOf(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive owners(id) as (
      select min(owner_id) from tickets
      union all select (select min(owner_id) from tickets where owner_id > owners.id) from owners where id is not null
    ) select id from owners where id is not null limit ${fewIds + 1}`.execute(ctx.db.sql)
  return rows.map(({ id }) => id)
}
