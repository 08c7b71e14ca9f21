import { assetName, idsKey, type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { readByIds } from './by-ids.ts'
import { type Context, declared, effective } from './context.ts'
import { references } from './related.ts'
import { readRelatedKeys, serializeRows } from './represent.ts'
import { columnsWithIds, type Shape } from './shape.ts'
import { conditionOfReferenced, type Rows } from './scope.ts'
import { selection } from './selection.ts'
import { statement } from './statement.ts'
import { dynamic } from '../db/dynamic.ts'

/** The resources whose records are added to those of the response; existing Zammad clients fail on others. */
const includedResources: readonly Resource[] = [
  resources.ticket,
  resources.user,
  resources.organization,
  resources.group,
  resources.role,
]

/** The records of a response as JSON texts, by resource and id. */
type Assets = Map<string, Map<number, string>>

/** Ids of the records to add, by resource; resources without an entry are not added. */
type IdsToAdd = ReadonlyMap<string, Set<number>>

const nothing: IdsToAdd = new Map()

/**
 * Returns the records of a response and those they refer to, each once: every ticket, user, organization, group and
 * role that they reference, then the organizations, groups and roles of those users, and nothing else.
 */
export async function assetsOf(ctx: Context, primary: Rows | readonly Rows[], shape: Shape): Promise<string> {
  const assets: Assets = new Map()
  const toAdd: IdsToAdd = new Map(includedResources.map(({ name }) => [name, new Set<number>()]))
  for (const rows of [primary].flat()) await add(ctx, assets, rows, { ...shape, mode: 'ids' }, toAdd)
  // Of the related users, only these references are followed, so that the users who created them are not added. The maps
  // share their sets.
  const toAddForUsers: IdsToAdd = new Map(
    [...toAdd].filter(([name]) => ['organization', 'group', 'role'].includes(name)),
  )
  // The resources have a fixed order in the response, whichever is read first.
  for (const { name } of includedResources) if (!assets.has(name)) assets.set(name, new Map())
  const addAll = (resource: Resource, nextToAdd: IdsToAdd) =>
    addReferenced(ctx, assets, effective(ctx, resource), toAdd.get(resource.name), nextToAdd)
  // Kinds of records that do not depend on each other are read at the same time.
  await Promise.all([addAll(resources.ticket, nothing), addAll(resources.user, toAddForUsers)])
  await Promise.all(
    [resources.organization, resources.group, resources.role].map((resource) => addAll(resource, nothing)),
  )
  return serializeAssets(assets)
}

/** Returns the records with these ids that the caller may read, and those they refer to. */
export async function assetsById(ctx: Context, declaration: Resource, ids: readonly number[]): Promise<string> {
  return assetsOf(ctx, await readByIds(ctx, effective(ctx, declaration), ids), { mode: 'ids' })
}

async function addReferenced(
  ctx: Context,
  assets: Assets,
  resource: Resource,
  referenced: ReadonlySet<number> | undefined,
  toAdd: IdsToAdd,
): Promise<void> {
  const added = assets.get(resource.name)
  const ids = [...(referenced ?? [])].filter((id) => !added?.has(id))
  if (ids.length === 0) return
  const shape: Shape = { mode: 'ids' }
  const columns = columnsWithIds(ctx, resource, shape)
  const run = statement(ctx, `assets:${resource.name}`, (input) => {
    const rows = dynamic(ctx.db)
      .selectFrom(resource.path)
      .select(selection(ctx, resource, columns))
      .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), input(0)))
      .orderBy(`${resource.path}.id`)
    const condition = conditionOfReferenced(ctx, resource, resource.path)
    return condition ? rows.where(condition) : rows
  })
  await add(ctx, assets, { resource, columns, cells: await run(`[${ids.join()}]`) }, shape, toAdd)
}

/** Adds the rows as JSON texts, and to `toAdd` the ids of the references that the caller can read. */
async function add(ctx: Context, assets: Assets, rows: Rows, shape: Shape, toAdd: IdsToAdd): Promise<void> {
  if (rows.cells.length === 0) return
  const { keys, related } = await readRelatedKeys(ctx, rows, shape)
  const mask = ctx.desk.slices[rows.resource.name]?.fieldMask?.(ctx)
  const texts = serializeRows(ctx, rows, shape, keys)
  const records = assets.get(rows.resource.name) ?? new Map<number, string>()
  assets.set(rows.resource.name, records)
  const refs = references(rows).filter(({ to }) => toAdd.has(to))
  for (const [position, row] of rows.cells.entries()) {
    const id = row[0] as number
    const visible = mask?.(id)
    records.set(id, texts[position] as string)
    for (const { to, index, column } of refs) {
      if (row[index] !== null && (!visible || visible.has(column))) toAdd.get(to)?.add(row[index] as number)
    }
    for (const [name, idsOf] of related) {
      const ids = toAdd.get(rows.resource.many[name]?.to ?? '')
      if (!ids || (visible && !visible.has(idsKey(name)))) continue
      for (const relatedId of idsOf(id)) ids.add(relatedId)
    }
  }
}

function serializeAssets(assets: Assets): string {
  const models = [...assets].flatMap(([name, records]) => {
    const entries = [...records].map(([id, record]) => `"${id}":${record}`)
    return entries.length > 0 ? [`"${assetName(declared(name))}":{${entries.join()}}`] : []
  })
  return `{${models.join()}}`
}
