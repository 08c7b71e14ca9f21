import type { Resource } from '@deskbell/contract'
import type { Compilable } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { type Context, readOptionsOf } from './context.ts'
import { statement } from './statement.ts'

/** Runs a statement that may scan every record of `resource`. */
export type Read = (ctx: Context, resource: Resource, query: Compilable) => Promise<Cell[][]>

/** Runs the statement in the thread of the service. */
export const readInline: Read = async (ctx, _, query) => ctx.db.arrays(query.compile())

/** Maximum number of records that are scanned inline; more would block the service noticeably. */
const MAX_INLINE = 20_000

/** Runs the statement in a read worker if the resource has many records. */
export const readInWorker: Read = async (ctx, resource, query) =>
  ctx.db.readInWorker && (await isLarge(ctx, resource))
    ? ctx.db.readInWorker(query.compile(), readOptionsOf(ctx))
    : ctx.db.arrays(query.compile())

/**
 * Returns true if a resource may have too many records to scan all of them inline. On a database server it always may: a
 * connection of its own costs a statement less than finding out does.
 */
export const isLarge = async (ctx: Context, resource: Resource): Promise<boolean> =>
  !ctx.db.dialect.isEmbedded || (await newestId(ctx, resource)) > MAX_INLINE

/** Returns the largest id of a resource: a cheap estimate of the number of its records. */
export const newestId = (ctx: Context, { path }: Resource): Promise<number> =>
  ctx.cache.getOrCompute(`newest:${path}`, async () => {
    const newest = statement(ctx, `newest:${path}`, () =>
      dynamic(ctx.db)
        .selectFrom(path)
        .select((eb) => eb.fn.max('id').as('id')),
    )
    return Number((await newest())[0]?.[0])
  })
