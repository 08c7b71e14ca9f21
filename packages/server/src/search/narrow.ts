import { sql, type SqlBool } from 'kysely'
import { readInWorker } from '../kernel/read-in-worker.ts'
import { type Context, declared, effective } from '../kernel/context.ts'
import { dynamic } from '../db/dynamic.ts'
import { statement } from '../kernel/statement.ts'
import { and, type Bound, mapParts, none, not, or, type Related } from './bound.ts'
import { largestOf } from './hits.ts'
import { expandPrefixes } from './expand-prefixes.ts'
import { everythingMatch, isAt, rowsAt } from './compile.ts'

/** Up to so many ids at the other end of a reference take the place of the condition on it. */
export const fewIds = 500

/**
 * Looks up the other ends of references. Where nothing is found the condition goes away, which is the usual case for
 * a word that might have been a name; where little is found, the ids take its place, and an index leads to the rows
 * in their order.
 */
export async function narrow(ctx: Context, bound: Bound): Promise<Bound> {
  const questions = new Map<string, Map<string, Question>>()
  const spelled = await spellNames(ctx, bound)
  ask(spelled, questions)
  for (const [to, about] of questions) await answer(ctx, to, [...about.values()])
  return ofOwners(ctx, replace(spelled, questions))
}

/** Beginnings of names that the index would gather, in longer ones that it has lists for. */
const spellNames = (ctx: Context, bound: Bound): Promise<Bound> =>
  mapParts(bound, async (part) => {
    if (part.kind !== 'related' || part.by === undefined || part.ids) return part
    return { ...part, of: await expandPrefixes(ctx, effective(ctx, declared(part.to)), part.of, 'count') }
  })

/** Which records fulfil a condition; asked once, however many references lead there. */
interface Question {
  readonly of: Bound
  /** Undefined where they are too many to be spelled out. */
  ids: readonly number[] | undefined
  isCrowd?: boolean
}

/** More records than these take longer to be gathered than to be met on the way through the newest tickets. */
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

/** Most words are nobody's name: one question about all of them says so, and only where it does not, each is asked. */
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

/** The ids of the records of a resource that fulfil a condition, as the caller sees them. */
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
 * Many people are called Nicole, and few of them own tickets: walking all tickets for the owners among them would find
 * nothing for a long time. The owners that there are, are few, and read by leaping from one to the next in the index.
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

/** So many owners are asked for their names one by one. */
const fewOwners = 100
/** So many even where the index has to gather the beginning of a name for each. */
const handful = 8

/** Who owns tickets, at most one more than `fewIds`. */
async function ownersOf(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive owners(id) as (
      select min(owner_id) from tickets
      union all select (select min(owner_id) from tickets where owner_id > owners.id) from owners where id is not null
    ) select id from owners where id is not null limit ${fewIds + 1}`.execute(ctx.db.sql)
  return rows.map(({ id }) => id)
}
