import type { Resource } from '@deskbell/contract'
import { CompiledQuery, sql } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, declared, effective } from '../../kernel/context.ts'
import { newestId, readInWorker } from '../../kernel/read-in-worker.ts'
import { statement } from '../../kernel/statement.ts'
import { all, type Bound, type ColumnLeaf, mapLeaves, mapLeavesAsync, none, or, type Related } from '../bound.ts'
import { expandPrefixes } from '../expand-prefixes.ts'
import { largestOf } from '../table-range.ts'
import { isAlwaysSet } from '../catalogue.ts'
import { toSqlCondition, idsMatching, isFoundByIndex } from './sql-condition.ts'
import { matchOf } from './index-query.ts'
import { withKnownRows } from './known-rows.ts'
import { pace } from './task.ts'

/** Maximum number of ids that replace a condition on a referenced record, unless the full-text index alone finds them. */
const MAX_TARGETS = 2000

/**
 * Lets other requests run if this search has worked for a few milliseconds; undefined if the search runs as one
 * statement.
 */
export type Pause = (() => Promise<void>) | undefined

/**
 * Rewrites a visible tree so that indexes can answer it: prefixes and ranges of time become terms, conditions that
 * match few referenced records become the ids of those records, and conditions that match few rows become lists of
 * those rows.
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
interface Lookup {
  readonly of: Bound
  /** Undefined if too many records match. */
  ids?: readonly number[] | undefined
}

/** The lookups for each resource, by the JSON of their condition. */
type Lookups = Map<string, Map<string, Lookup>>

/** Replaces conditions on referenced records by ids. A word without a field has such conditions, too: it may be a name. */
async function resolveReferences(ctx: Context, resource: Resource, tree: Bound, pause: Pause): Promise<Bound> {
  const lookups: Lookups = new Map()
  const pending = await mapLeavesAsync(tree, async (part) => {
    if (part.kind === 'column') return asReference(resource, part)
    if (part.kind !== 'related' || part.ids) return part
    const target = effective(ctx, declared(part.to))
    const of = await resolveReferences(ctx, target, await expandPrefixes(ctx, target, part.of, 'count'), pause)
    if (of.kind === 'none') return none
    if (part.by === undefined) return { ...part, of }
    const ofResource = lookups.get(part.to) ?? new Map<string, Lookup>()
    lookups.set(part.to, ofResource)
    const key = JSON.stringify(of)
    if (!ofResource.has(key)) ofResource.set(key, { of })
    return { ...part, of }
  })
  const steps = [...lookups].map(
    ([to, ofResource]) =>
      () =>
        fillIds(ctx, effective(ctx, declared(to)), [...ofResource.values()], pause),
  )
  if (pause) for (const step of steps) await step()
  else await Promise.all(steps.map((step) => step()))
  const resolved = mapLeaves(pending, (part) => withIds(part, lookups))
  return resource.name === 'ticket' ? mapLeavesAsync(resolved, (part) => restrictToOwners(ctx, part)) : resolved
}

/** Turns `reference = id` into a reference to that record, and a test that every row passes into `all`. */
function asReference(resource: Resource, part: ColumnLeaf): Bound {
  const field = resource.fields[part.column]
  const { test } = part
  if (test.is === 'set' && isAlwaysSet(resource, part)) return all
  if (test.is !== 'equal' || field?.to === undefined || typeof test.value !== 'number') return part
  return { kind: 'related', to: field.to, by: part.column, of: all, ids: [test.value] }
}

/**
 * Looks up the ids that match each condition, and stores them in the lookup. Most words are in no name, so all
 * conditions are first looked up together, and separately only if something matched.
 */
async function fillIds(ctx: Context, target: Resource, lookups: readonly Lookup[], pause: Pause): Promise<void> {
  const [first, second] = lookups
  if (!first) return
  if (!second) {
    const maximum = pause && isFoundByIndex(ctx, target, first.of) ? pace.maxIds : MAX_TARGETS
    const ids = await idsOf(ctx, target, first.of, maximum + 1, pause)
    first.ids = ids.length > maximum ? undefined : ids
    return
  }
  if ((await idsOf(ctx, target, or(lookups.map(({ of }) => of)), 1, pause)).length === 0) {
    for (const lookup of lookups) lookup.ids = []
    return
  }
  const half = lookups.length >> 1
  await fillIds(ctx, target, lookups.slice(0, half), pause)
  await fillIds(ctx, target, lookups.slice(half), pause)
}

const idsIn = (cells: readonly (readonly unknown[])[]) => cells.map(([id]) => id as number)

/** The number of ids that are examined between two pauses. */
const IDS_PER_STEP = 5000

/** Returns the ids of the records that match a condition. Stops when there are `limit` or more of them. */
async function idsOf(ctx: Context, target: Resource, of: Bound, limit: number, pause: Pause): Promise<number[]> {
  if (of.kind === 'none') return []
  if (!pause)
    return idsIn(await readInWorker(ctx, await largestOf(ctx, target, of), idsMatching(ctx, target, of).limit(limit)))
  await pause()
  const name = `${target.path}_text`
  if (isFoundByIndex(ctx, target, of)) {
    const read = statement(ctx, `named:${target.name}`, (input) =>
      dynamic(ctx.db)
        .selectFrom(name)
        .select('rowid')
        .where(ctx.db.dialect.matches(name, name, input(0)))
        .limit(input<number>(1)),
    )
    return idsIn(await read(ctx.db.dialect.matchValue(matchOf(target, of)), limit))
  }
  const last = await newestId(ctx, target)
  if (last <= IDS_PER_STEP || canUseIndex(of))
    return idsIn(await ctx.db.arrays(idsMatching(ctx, target, of).limit(limit).compile()))
  const ids: number[] = []
  const rows = idsMatching(ctx, target, of)
  for (let id = 0; id <= last && ids.length < limit; id += IDS_PER_STEP) {
    await pause()
    const slice = rows.where(sql<boolean>`id > cast(${id} as integer) and id <= cast(${id + IDS_PER_STEP} as integer)`)
    ids.push(...idsIn(await ctx.db.arrays(slice.compile())))
  }
  return ids
}

/** Returns true if an index finds the records that match. */
function canUseIndex(tree: Bound): boolean {
  if (tree.kind === 'and') return tree.of.some(canUseIndex)
  if (tree.kind === 'or') return tree.of.every(canUseIndex)
  if (tree.kind === 'text') return true
  return tree.kind === 'related'
    ? tree.ids !== undefined
    : tree.kind === 'column' && tree.column === 'id' && tree.test.is === 'equal'
}

function withIds(part: Bound, lookups: Lookups): Bound {
  if (part.kind !== 'related' || part.by === undefined || part.ids) return part
  const { ids } = lookups.get(part.to)?.get(JSON.stringify(part.of)) ?? {}
  return ids ? withFixedIds(part, ids) : part
}

const withFixedIds = (part: Related, ids: readonly number[]): Bound =>
  ids.length === 0 ? none : { ...part, of: all, ids }

/** Maximum number of owners that are compared one by one. */
const MAX_OWNERS = 500

/**
 * Restricts conditions on owners to users who own tickets. Many users are called Nicole, and few of them own tickets: a
 * search over all of them would examine many rows before it finds a hit.
 */
async function restrictToOwners(ctx: Context, part: Bound): Promise<Bound> {
  if (part.kind !== 'related' || part.by !== 'owner_id') return part
  if (part.ids?.length === 1) return part
  const owners = await ctx.cache.getOrCompute('owners', () => ownersOf(ctx))
  if (owners.length > MAX_OWNERS) return part
  const owned = (ids: readonly number[]) => withFixedIds(part, ids)
  if (part.ids) return owned([...new Set(owners).intersection(new Set(part.ids))])
  const id = sql.ref('users.id')
  const listedOwners = dynamic(ctx.db)
    .selectFrom('users')
    .select('id')
    .where(ctx.db.dialect.among(id, sql.val(`[${owners.join()}]`)))
  const users = effective(ctx, declared('user'))
  const cells = await ctx.db.arrays(listedOwners.where(toSqlCondition(ctx, users, 'users', part.of, 'row')).compile())
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
