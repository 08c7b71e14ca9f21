import type { Relation, Resource } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import type { WriteContext } from '../kernel/context.ts'
import { markForIndexing } from './unit-of-work.ts'
import type { RelatedId } from './lookup.ts'

/** The ids of the related records before and after a change, as text for the history, by relation. */
export type ChangedRelations = Readonly<Record<string, readonly [from: string, to: string]>>

/** Replaces the related records of to-many relations. @returns the relations that changed. */
export async function writeRelations(
  ctx: WriteContext,
  resource: Resource,
  id: number,
  many: Readonly<Record<string, readonly RelatedId[]>>,
): Promise<ChangedRelations> {
  const changed: Record<string, [string, string]> = {}
  for (const [name, related] of Object.entries(many)) {
    const relation = resource.many[name] as Through
    const before = await pairsOf(ctx, relation, id)
    const after = pairsFrom(relation, related)
    const removed = [...before].filter(([key]) => !after.has(key)).map(([, pair]) => pair)
    const added = [...after].filter(([key]) => !before.has(key)).map(([, pair]) => pair)
    for (const pair of removed) await deletePair(ctx, relation, id, pair)
    for (const pair of added) await insertPair(ctx, relation, id, pair)
    for (const { relatedId } of [...removed, ...added]) markForIndexing(ctx, relation.to as never, relatedId)
    if (removed.length + added.length > 0) changed[name] = [idsIn(before), idsIn(after)]
  }
  return changed
}

/** Deletes the pairs of a record that is being deleted. */
export async function deletePairs(ctx: WriteContext, resource: Resource, id: number): Promise<void> {
  for (const relation of Object.values(resource.many)) {
    if (!('through' in relation)) continue
    await dynamic(ctx.db).deleteFrom(relation.through).where(relation.near, '=', id).execute()
  }
}

/** A relation with a table of pairs. */
type Through = Extract<Relation, { through: string }>

/** A related record; with levels of access, one pair for each level. */
interface Pair {
  readonly relatedId: number
  readonly access?: string
}

const keyOf = ({ relatedId, access }: Pair): string =>
  access === undefined ? String(relatedId) : `${relatedId}:${access}`

async function pairsOf(ctx: WriteContext, relation: Through, id: number): Promise<Map<string, Pair>> {
  const rows = await dynamic(ctx.db)
    .selectFrom(relation.through)
    .select(relation.access ? [relation.far, 'access'] : [relation.far])
    .where(relation.near, '=', id)
    .orderBy(relation.far)
    .execute()
  const pairs = rows.map((row) => ({
    relatedId: Number(row[relation.far]),
    ...(relation.access ? { access: row['access'] as string } : {}),
  }))
  return new Map(pairs.map((pair) => [keyOf(pair), pair]))
}

function pairsFrom(relation: Through, related: readonly RelatedId[]): Map<string, Pair> {
  const pairs = related.flatMap(({ id, access }): Pair[] =>
    relation.access ? (access ?? []).map((level) => ({ relatedId: id, access: level })) : [{ relatedId: id }],
  )
  return new Map(pairs.map((pair) => [keyOf(pair), pair]))
}

async function insertPair(ctx: WriteContext, { through, near, far }: Through, id: number, pair: Pair): Promise<void> {
  const level = pair.access === undefined ? {} : { access: pair.access }
  await dynamic(ctx.db)
    .insertInto(through)
    .values({ [near]: id, [far]: pair.relatedId, ...level })
    .execute()
}

async function deletePair(ctx: WriteContext, { through, near, far }: Through, id: number, pair: Pair): Promise<void> {
  const pairs = dynamic(ctx.db).deleteFrom(through).where(near, '=', id).where(far, '=', pair.relatedId)
  await (pair.access === undefined ? pairs : pairs.where('access', '=', pair.access)).execute()
}

const idsIn = (pairs: ReadonlyMap<string, Pair>): string => [...pairs.keys()].join(', ')
