import { assetName, idsKey, type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import { type Context, declared, effective } from './context.ts'
import { references } from './related.ts'
import { columnsFor, relatedTo, type Shape, write } from './represent.ts'
import { from, type Rows, selection } from './scope.ts'
import { statement } from './statement.ts'
import { dynamic } from '../db/dynamic.ts'

/** The nouns that come along in `assets`; clients break on names they do not know (product, section 2). */
const nouns: readonly Resource[] = [
  resources.ticket,
  resources.user,
  resources.organization,
  resources.group,
  resources.role,
]

/** The records of an answer as texts, by resource and id. */
type Assets = Map<string, Map<number, string>>

/** Asks for a record that another one names. */
type Want = (resource: string, id: number) => void

/**
 * The answer's records and everything they name, each once: every ticket, user, organization, group and role that a
 * reference of theirs points to, then the organizations, groups and roles of those users, and nothing else.
 */
export async function assetsOf(ctx: Context, primary: Rows | readonly Rows[], shape: Shape): Promise<string> {
  const assets: Assets = new Map()
  const wanted = new Map<string, Set<number>>(nouns.map(({ name }) => [name, new Set()]))
  const want: Want = (resource, id) => {
    if (!assets.get(resource)?.has(id)) wanted.get(resource)?.add(id)
  }
  for (const rows of [primary].flat()) await add(ctx, assets, rows, { ...shape, mode: 'ids' }, want)
  for (const noun of nouns) {
    const followed = noun.name === 'user' ? ofUser(want) : () => {}
    await addNamed(ctx, assets, effective(ctx, noun), wanted.get(noun.name), followed)
  }
  return text(assets)
}

/** Of a user that is named, only the organizations, groups and roles are followed, not who created it. */
const ofUser =
  (want: Want): Want =>
  (resource, id) => {
    if (resource === 'organization' || resource === 'group' || resource === 'role') want(resource, id)
  }

async function addNamed(
  ctx: Context,
  assets: Assets,
  resource: Resource,
  wanted: Set<number> | undefined,
  want: Want,
): Promise<void> {
  const known = assets.get(resource.name)
  const ids = [...(wanted ?? [])].filter((id) => !known?.has(id))
  if (ids.length === 0) return
  const shape: Shape = { mode: 'ids' }
  const columns = columnsFor(resource, shape)
  // Whoever reads a record may know whom it names, as much as the mask shows; where there is no mask, the scope rules.
  const open = ctx.desk.slices[resource.name]?.mask !== undefined
  const run = statement(ctx, `assets:${resource.name}`, (input) =>
    (open ? dynamic(ctx.db).selectFrom(resource.path) : from(ctx, resource, 'reach'))
      .select(selection(ctx, resource, columns))
      .where(ctx.db.dialect.among(sql.ref(`${resource.path}.id`), input(0)))
      .orderBy(`${resource.path}.id`),
  )
  await add(ctx, assets, { resource, columns, cells: await run(`[${ids.join()}]`) }, shape, want)
}

/** Writes the rows, and asks for what they name as far as the caller sees the field that names it. */
async function add(ctx: Context, assets: Assets, rows: Rows, shape: Shape, want: Want): Promise<void> {
  if (rows.cells.length === 0) return
  const { keys, ends } = await relatedTo(ctx, rows, shape)
  const mask = ctx.desk.slices[rows.resource.name]?.mask?.(ctx)
  const texts = write(ctx, rows, shape, keys)
  const records = assets.get(rows.resource.name) ?? new Map<number, string>()
  assets.set(rows.resource.name, records)
  const refs = references(rows)
  for (const [index, row] of rows.cells.entries()) {
    const id = row[0] as number
    const visible = mask?.(id)
    records.set(id, texts[index] as string)
    for (const { to, at, column } of refs) {
      if (row[at] !== null && (!visible || visible.has(column))) want(to, row[at] as number)
    }
    for (const [name, byId] of ends) {
      if (visible && !visible.has(idsKey(name))) continue
      const to = rows.resource.many[name]?.to as string
      for (const end of byId.get(id) ?? []) want(to, end.id)
    }
  }
}

function text(assets: Assets): string {
  const models = [...assets].map(([name, records]) => {
    const entries = [...records].map(([id, record]) => `"${id}":${record}`)
    return `"${assetName(declared(name))}":{${entries.join()}}`
  })
  return `{${models.join()}}`
}
