import type { Resource } from '@deskbell/contract'
import { sql } from 'kysely'
import { assetsOf } from './assets.ts'
import { type Context, effective } from './context.ts'
import { Fault, unknownId } from '../errors/fault.ts'
import { countRows, type Page, readPage } from './page.ts'
import { represent } from './represent.ts'
import { serializedByDatabase, columnsWithIds, type Shape } from './shape.ts'
import { from, type Rows } from './scope.ts'
import { selection } from './selection.ts'
import { andThen, statement } from './statement.ts'
import { dynamic } from '../db/dynamic.ts'

/**
 * The view of records that a response has: `plain` for a read without parameters, `written` for the response to a
 * write, `expand` with names of related records, `full` with the related records themselves.
 */
export interface RecordView {
  readonly mode: 'plain' | 'written' | 'expand' | 'full'
  /** Only these keys. */
  readonly fields?: readonly string[]
}

/** A page of a list as JSON text. */
export interface ListPage {
  readonly body: string
  /** Number of records in the whole list; undefined if it was not counted. */
  readonly total?: number
  /** The ids on this page, for the cursor. */
  readonly ids: readonly number[]
}

/** Reads one page of a resource. */
export async function list(ctx: Context, declaration: Resource, page: Page, view: RecordView): Promise<ListPage> {
  const resource = effective(ctx, declaration)
  const shape = textShapeOf(ctx, resource, view)
  const rows = await readPage(ctx, resource, page, shape)
  const total = await countRows(ctx, resource, page)
  const body = view.mode === 'full' ? await fullList(ctx, rows, view, total) : await bareList(ctx, rows, shape)
  return { body, total, ids: idsIn(rows) }
}

/**
 * Reads one record as JSON text.
 * @throws Fault `not_found` for an id that does not exist, `forbidden` for one that the caller may not read: existing
 * Zammad clients distinguish the two.
 */
export function show(ctx: Context, declaration: Resource, id: number, view: RecordView): string | Promise<string> {
  const resource = effective(ctx, declaration)
  const shape = textShapeOf(ctx, resource, view)
  return andThen(readOne(ctx, resource, id, shape), (rows) => serializeOne(ctx, rows, view, shape))
}

/** Reads a record that the caller has just written, even if the write has put it outside the caller's scope. */
export async function representOne(ctx: Context, declaration: Resource, id: number, view: RecordView): Promise<string> {
  const resource = effective(ctx, declaration)
  const shape = textShapeOf(ctx, resource, view)
  const columns = columnsWithIds(ctx, resource, shape)
  const run = statement(ctx, `written:${resource.name}:${columns.join()}`, (input) =>
    dynamic(ctx.db)
      .selectFrom(resource.path)
      .select(selection(ctx, resource, columns))
      .where('id', '=', input<number>(0)),
  )
  return serializeOne(ctx, { resource, columns, cells: await run(id) }, view, shape)
}

function serializeOne(ctx: Context, rows: Rows, view: RecordView, shape: Shape): string | Promise<string> {
  if (view.mode === 'full') {
    return assetsOf(ctx, rows, shape).then((assets) => `{"id":${idsIn(rows)[0]},"assets":${assets}}`)
  }
  return andThen(represent(ctx, rows, shape), ([text]) => text as string)
}

/**
 * Returns the shape of a view. Plain responses have the mode that the slice sets (`plain`), or else `ids`; responses to
 * writes have `ids`, or `expand` if plain ones do.
 */
export function shapeOf(ctx: Context, resource: Resource, view: RecordView): Shape {
  const plain = ctx.desk.slices[resource.name]?.plain ?? 'ids'
  const written = plain === 'expand' ? plain : 'ids'
  const mode = { plain, written, full: 'ids', expand: 'expand' } as const
  return { mode: mode[view.mode], ...withFields(view) }
}

/** Returns the shape of a view, in which the database serializes the records if their values are not inspected. */
function textShapeOf(ctx: Context, resource: Resource, view: RecordView): Shape {
  const shape = shapeOf(ctx, resource, view)
  return view.mode === 'full' ? shape : serializedByDatabase(ctx, resource, shape)
}

/** Returns `[...]`: only the records. */
export const bareList = async (ctx: Context, rows: Rows, shape: Shape): Promise<string> =>
  `[${(await represent(ctx, rows, shape)).join()}]`

/** Returns `{record_ids, assets, total_count}`: the records and those they refer to. */
export const fullList = async (ctx: Context, rows: Rows, view: RecordView, total: number): Promise<string> =>
  `{"record_ids":[${idsIn(rows).join()}],"assets":${await assetsOf(ctx, rows, { mode: 'ids', ...withFields(view) })},"total_count":${total}}`

export const idsIn = (rows: Rows): number[] => rows.cells.map((row) => row[0] as number)

const withFields = ({ fields }: RecordView) => (fields ? { fields } : {})

/** Reads the row with this id. @throws Fault `not_found`, or `forbidden` outside the caller's read scope. */
export function readOne(ctx: Context, declaration: Resource, id: number, shape: Shape): Rows | Promise<Rows> {
  const resource = effective(ctx, declaration)
  const columns = columnsWithIds(ctx, resource, shape)
  const run = statement(
    ctx,
    `one:${resource.name}:${shape.fields?.join() ?? `${shape.mode}:${shape.isSerialized}`}`,
    (input) =>
      from(ctx, resource, 'read')
        .select(selection(ctx, resource, columns))
        .where(sql.ref(`${resource.path}.id`), '=', input(0)),
  )
  return andThen(run(id), (cells) =>
    cells.length > 0 ? { resource, columns, cells } : refuseMissing(ctx, resource, id),
  )
}

/** Checks that the caller may read a record. @throws Fault `not_found`, `forbidden`, as `readOne`. */
export async function requireReadable(ctx: Context, declaration: Resource, id: number): Promise<void> {
  await readOne(ctx, declaration, id, { mode: 'columns', fields: ['id'] })
}

/** @throws Fault `forbidden` if the record exists, without any of its values; `not_found` otherwise. */
async function refuseMissing(ctx: Context, resource: Resource, id: number): Promise<never> {
  const exists = await dynamic(ctx.db).selectFrom(resource.path).select('id').where('id', '=', id).executeTakeFirst()
  throw exists ? new Fault('forbidden') : unknownId(resource, id)
}
