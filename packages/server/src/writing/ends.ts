import type { Relation, Resource } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import type { WriteContext } from '../kernel/context.ts'
import { touch } from './unit-of-work.ts'
import type { End } from './lookup.ts'

/** The linked ids before and after, as text, by relation, for the history. */
export type Moved = Readonly<Record<string, readonly [from: string, to: string]>>

/** Replaces the linked records of to-many relations. @returns the relations that changed. */
export async function writeEnds(
  ctx: WriteContext,
  resource: Resource,
  id: number,
  many: Readonly<Record<string, readonly End[]>>,
): Promise<Moved> {
  const moved: Record<string, [string, string]> = {}
  for (const [name, ends] of Object.entries(many)) {
    const relation = resource.many[name] as Extract<Relation, { through: string }>
    const before = await pairsOf(ctx, relation, id)
    const after = wantedPairs(relation, ends)
    const gone = [...before].filter(([key]) => !after.has(key)).map(([, pair]) => pair)
    const come = [...after].filter(([key]) => !before.has(key)).map(([, pair]) => pair)
    for (const pair of gone) await remove(ctx, relation, id, pair)
    for (const pair of come) await add(ctx, relation, id, pair)
    for (const { end } of [...gone, ...come]) touch(ctx, relation.to as never, end)
    if (gone.length + come.length > 0) moved[name] = [idsIn(before), idsIn(after)]
  }
  return moved
}

/** Deletes all links of a record that is being deleted. */
export async function removeEnds(ctx: WriteContext, resource: Resource, id: number): Promise<void> {
  for (const relation of Object.values(resource.many)) {
    if (!('through' in relation)) continue
    await dynamic(ctx.db).deleteFrom(relation.through).where(relation.near, '=', id).execute()
  }
}

type Through = Extract<Relation, { through: string }>

interface Pair {
  readonly end: number
  readonly access?: string
}

const keyOf = ({ end, access }: Pair): string => (access === undefined ? String(end) : `${end}:${access}`)

async function pairsOf(ctx: WriteContext, relation: Through, id: number): Promise<Map<string, Pair>> {
  const rows = await dynamic(ctx.db)
    .selectFrom(relation.through)
    .select(relation.access ? [relation.far, 'access'] : [relation.far])
    .where(relation.near, '=', id)
    .orderBy(relation.far)
    .execute()
  const pairs = rows.map((row) => ({
    end: Number(row[relation.far]),
    ...(relation.access ? { access: row['access'] as string } : {}),
  }))
  return new Map(pairs.map((pair) => [keyOf(pair), pair]))
}

function wantedPairs(relation: Through, ends: readonly End[]): Map<string, Pair> {
  const pairs = ends.flatMap(({ id, access }): Pair[] =>
    relation.access ? (access ?? []).map((level) => ({ end: id, access: level })) : [{ end: id }],
  )
  return new Map(pairs.map((pair) => [keyOf(pair), pair]))
}

async function add(ctx: WriteContext, { through, near, far }: Through, id: number, pair: Pair): Promise<void> {
  const level = pair.access === undefined ? {} : { access: pair.access }
  await dynamic(ctx.db)
    .insertInto(through)
    .values({ [near]: id, [far]: pair.end, ...level })
    .execute()
}

async function remove(ctx: WriteContext, { through, near, far }: Through, id: number, pair: Pair): Promise<void> {
  const one = dynamic(ctx.db).deleteFrom(through).where(near, '=', id).where(far, '=', pair.end)
  await (pair.access === undefined ? one : one.where('access', '=', pair.access)).execute()
}

const idsIn = (pairs: ReadonlyMap<string, Pair>): string => [...pairs.keys()].join(', ')
