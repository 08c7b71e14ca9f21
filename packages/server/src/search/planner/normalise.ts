import type { Resource } from '@deskbell/contract'
import { CompiledQuery, sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, declared, effective } from '../../kernel/context.ts'
import { newestId, readInWorker } from '../../kernel/read-in-worker.ts'
import { statement } from '../../kernel/statement.ts'
import { all, type Bound, type ColumnLeaf, mapLeaves, mapParts, none, or, type Related } from '../bound.ts'
import { expandPrefixes } from '../expand-prefixes.ts'
import { largestOf } from '../table-range.ts'
import { isAlwaysSet } from './catalogue.ts'
import { check, idsMatching, isNamed } from './check.ts'
import { questionOf } from './index-query.ts'
import { withKnownRows } from './known-rows.ts'

/** The largest number of ids that replace a condition on a referenced record. */
export const MAX_TARGETS = 2000

/** Lets other requests run if this search has worked for some milliseconds; undefined where one statement does it all. */
export type Pause = (() => Promise<void>) | undefined

/**
 * Rewrites a visible tree so that indexes can answer it: prefixes and ranges of time become terms, conditions on few
 * referenced records become their ids, and conditions that few rows match become lists of these rows.
 * @param aim `count` if all hits are read.
 */
export async function normalise(
  ctx: Context,
  resource: Resource,
  tree: Bound,
  aim: 'page' | 'count',
  pause?: Pause,
): Promise<Bound> {
  const resolved = await resolveReferences(ctx, resource, await expandPrefixes(ctx, resource, tree, aim), pause)
  return pause ? withKnownRows(ctx, resource, resolved) : resolved
}

/** A condition on referenced records, looked up once even if several references use it. */
interface Question {
  readonly of: Bound
  /** Undefined if too many records match. */
  ids?: readonly number[] | undefined
}

/** The questions about each resource, by their text. */
type Questions = Map<string, Map<string, Question>>

/** Replaces conditions on referenced records by ids. A word that might have been a name usually matches none. */
async function resolveReferences(ctx: Context, resource: Resource, tree: Bound, pause: Pause): Promise<Bound> {
  const questions: Questions = new Map()
  const asked = await mapParts(tree, async (part) => {
    if (part.kind === 'column') return asReference(resource, part)
    if (part.kind !== 'related' || part.ids) return part
    const target = effective(ctx, declared(part.to))
    const of = await resolveReferences(ctx, target, await expandPrefixes(ctx, target, part.of, 'count'), pause)
    if (of.kind === 'none') return none
    if (part.by === undefined) return { ...part, of }
    const about = questions.get(part.to) ?? new Map<string, Question>()
    questions.set(part.to, about)
    const key = JSON.stringify(of)
    if (!about.has(key)) about.set(key, { of })
    return { ...part, of }
  })
  const answers = [...questions].map(
    ([to, about]) =>
      () =>
        answer(ctx, effective(ctx, declared(to)), [...about.values()], pause),
  )
  if (pause) for (const next of answers) await next()
  else await Promise.all(answers.map((next) => next()))
  const answered = mapLeaves(asked, (part) => withIds(part, questions))
  return resource.name === 'ticket' ? mapParts(answered, (part) => ofOwners(ctx, part)) : answered
}

/** A comparison of a reference with an id is a reference to that record; other comparisons may hold of every row. */
function asReference(resource: Resource, part: ColumnLeaf): Bound {
  const field = resource.fields[part.column]
  const { test } = part
  if (test.is === 'set' && isAlwaysSet(resource, part)) return all
  if (test.is !== 'equal' || field?.to === undefined || typeof test.value !== 'number') return part
  return { kind: 'related', to: field.to, by: part.column, of: all, ids: [test.value] }
}

/**
 * Looks up the records that match. Most words are in no name, so all conditions are first looked up together, and
 * separately only if something matched.
 */
async function answer(ctx: Context, target: Resource, questions: readonly Question[], pause: Pause): Promise<void> {
  const [first, second] = questions
  if (!first) return
  if (!second) {
    const ids = await idsOf(ctx, target, first.of, MAX_TARGETS + 1, pause)
    first.ids = ids.length > MAX_TARGETS ? undefined : ids
    return
  }
  if ((await idsOf(ctx, target, or(questions.map(({ of }) => of)), 1, pause)).length === 0) {
    for (const question of questions) question.ids = []
    return
  }
  const half = questions.length >> 1
  await answer(ctx, target, questions.slice(0, half), pause)
  await answer(ctx, target, questions.slice(half), pause)
}

const idsIn = (cells: readonly (readonly unknown[])[]) => cells.map(([id]) => id as number)

/** The number of records that are examined in a moment. */
const SLICE = 5000

async function idsOf(ctx: Context, target: Resource, of: Bound, most: number, pause: Pause): Promise<number[]> {
  if (of.kind === 'none') return []
  if (!pause)
    return idsIn(await readInWorker(ctx, await largestOf(ctx, target, of), idsMatching(ctx, target, of).limit(most)))
  await pause()
  const name = `${target.path}_text`
  if (isNamed(ctx, target, of)) {
    const read = statement(ctx, `named:${target.name}`, (input) =>
      dynamic(ctx.db)
        .selectFrom(name)
        .select('rowid')
        .where(ctx.db.dialect.matches(name, name, input(0)))
        .limit(input<number>(1)),
    )
    return idsIn(await read(ctx.db.dialect.matchValue(questionOf(target, of)), most))
  }
  const last = await newestId(ctx, target)
  const isQuick = last <= SLICE || isLedByIndex(of)
  if (isQuick) return idsIn(await ctx.db.arrays(idsMatching(ctx, target, of).limit(most).compile()))
  const ids: number[] = []
  const rows = idsMatching(ctx, target, of)
  for (let id = 0; id <= last && ids.length < most; id += SLICE) {
    await pause()
    const slice = rows.where(sql<boolean>`id > cast(${id} as integer) and id <= cast(${id + SLICE} as integer)`)
    ids.push(...idsIn(await ctx.db.arrays(slice.compile())))
  }
  return ids
}

/** Returns true if an index finds the records that match. */
function isLedByIndex(of: Bound): boolean {
  if (of.kind === 'and') return of.of.some((part) => isLedByIndex(part))
  if (of.kind === 'or') return of.of.every((part) => isLedByIndex(part))
  if (of.kind === 'text') return true
  return of.kind === 'related'
    ? of.ids !== undefined
    : of.kind === 'column' && of.column === 'id' && of.test.is === 'equal'
}

function withIds(part: Bound, questions: Questions): Bound {
  if (part.kind !== 'related' || part.by === undefined || part.ids) return part
  const { ids } = questions.get(part.to)?.get(JSON.stringify(part.of)) ?? {}
  return ids ? known(part, ids) : part
}

const known = (part: Related, ids: readonly number[]): Bound => (ids.length === 0 ? none : { ...part, of: all, ids })

/** The largest number of owners that are compared one by one. */
const MAX_OWNERS = 500

/**
 * Restricts conditions on owners to users who own tickets. Many users are called Nicole, and few of them own tickets: a
 * search for the owners among them would find nothing for a long time.
 */
async function ofOwners(ctx: Context, part: Bound): Promise<Bound> {
  if (part.kind !== 'related' || part.by !== 'owner_id') return part
  if (part.ids?.length === 1) return part
  const owners = await ctx.cache.getOrCompute('owners', () => ownersOf(ctx))
  if (owners.length > MAX_OWNERS) return part
  const owned = (ids: readonly number[]) => known(part, ids)
  if (part.ids) return owned(part.ids.filter((id) => owners.includes(id)))
  const id = sql.ref('users.id')
  const those = dynamic(ctx.db)
    .selectFrom('users')
    .select('id')
    .where(ctx.db.dialect.among(id, sql.val(`[${owners.join()}]`)))
  const users = effective(ctx, declared('user'))
  const cells = await ctx.db.arrays(those.where(check(ctx, users, 'users', part.of, 'row')).compile())
  return owned(idsIn(cells))
}

/** The ids of users who own tickets, skipping from one to the next in the index; at most `MAX_OWNERS + 1`. */
async function ownersOf(ctx: Context): Promise<number[]> {
  const text = `with recursive owners(id) as (
      select min(owner_id) from tickets
      union all select (select min(owner_id) from tickets where owner_id > owners.id) from owners where id is not null
    ) select id from owners where id is not null limit ${MAX_OWNERS + 1}`
  return (await ctx.db.arrays(CompiledQuery.raw(text, []))).map(([id]) => Number(id))
}
