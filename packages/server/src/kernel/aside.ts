import type { Resource } from '@deskbell/contract'
import type { Compilable } from 'kysely'
import type { Cell } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import { type Context, readingOf } from './context.ts'
import { statement } from './statement.ts'

/** Where a statement is read; `resource` is the one whose records are looked through. */
export type Read = (ctx: Context, resource: Resource, query: Compilable) => Promise<Cell[][]>

/** Where the requests are answered. */
export const readHere: Read = async (ctx, _, query) => ctx.db.arrays(query.compile())

/** More records than these cannot all be looked at without keeping others waiting. */
const large = 20_000

/** What may have to look at every record is read aside, where there are many. */
export const readAside: Read = async (ctx, resource, query) =>
  ctx.db.aside && (await isLarge(ctx, resource))
    ? ctx.db.aside(query.compile(), readingOf(ctx))
    : ctx.db.arrays(query.compile())

/** Whether there are so many records. */
export const isLarge = async (ctx: Context, resource: Resource): Promise<boolean> =>
  (await newestId(ctx, resource)) > large

/** The largest id, which says about how many records there are. */
export const newestId = (ctx: Context, { path }: Resource): Promise<number> =>
  ctx.cache.getOrCompute(`newest:${path}`, async () => {
    const newest = statement(ctx, `newest:${path}`, () =>
      dynamic(ctx.db)
        .selectFrom(path)
        .select((of) => of.fn.max('id').as('id')),
    )
    return Number((await newest())[0]?.[0])
  })
