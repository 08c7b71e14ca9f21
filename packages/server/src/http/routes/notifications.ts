import { notificationTypes, resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context } from '../../kernel/context.ts'
import { fullList, readOne, shapeOf, type View } from '../../kernel/crud.ts'
import type { Writing } from '../../kernel/rules.ts'
import { columnsFor, represent, type Shape } from '../../kernel/represent.ts'
import { from, type Rows, selection } from '../../kernel/scope.ts'
import { markAllAsSeen, oldest, purge } from '../../resources/online_notification/actions.ts'
import { change } from '../../writing/write.ts'
import { readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import type { Route, WriteRoute } from '../route.ts'
import { listSchema, recordSchema } from '../schemas.ts'
import { bodyOf, deleteRoute, reached } from './writes.ts'

const notification = resources.online_notification

/** What somebody should know of: their own, and of tickets that they can read (reference, section 3.15). */
export const notificationRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/online_notifications',
    tag: 'online_notifications',
    doc: 'The newest 200 notifications of the caller, the newest first.',
    can: [],
    parameters: viewParameters,
    answer: listSchema(notification),
    async run(ctx, { query }) {
      const view = readView(ctx, notification, query)
      const rows = await newest(ctx, columnsFor(notification, shapeOf(ctx, notification, view)))
      return { body: await listed(ctx, rows, view) }
    },
  },
  {
    method: 'GET',
    path: '/online_notifications/:id',
    tag: 'online_notifications',
    doc: notification.doc,
    can: [],
    parameters: viewParameters,
    answer: recordSchema(notification),
    async run(ctx, { params, query }) {
      const id = idIn(params['id'] ?? '', notification.model)
      return { body: await shown(ctx, id, readView(ctx, notification, query)) }
    },
  },
  {
    method: 'PUT',
    path: '/online_notifications/:id',
    tag: 'online_notifications',
    doc: 'Marks it as seen, or as not seen.',
    can: [],
    parameters: viewParameters,
    body: { type: 'object', properties: { seen: { type: 'boolean' } } },
    answer: recordSchema(notification),
    write: (_, input) => async (ctx) => {
      const id = await reached(ctx, notification, input)
      await change(ctx, notification, id, bodyOf(input))
      await purge(ctx.unit, ctx.actor.id)
      return { body: await shown(ctx, id, readView(ctx, notification, input.query)) }
    },
  },
  { ...deleteRoute(notification), can: [] },
  {
    method: 'POST',
    path: '/online_notifications/mark_all_as_read',
    tag: 'online_notifications',
    doc: 'Marks all of the caller as seen.',
    can: [],
    answer: { type: 'object', maxProperties: 0 },
    write: () => async (ctx: Writing) => {
      await markAllAsSeen(ctx.unit, ctx.actor.id)
      return { body: '{}' }
    },
  },
]

/** Not paged: whoever has more than these has other worries. */
const most = 200

async function newest(ctx: Context, columns: readonly string[]): Promise<Rows> {
  const before = oldest(ctx.desk.now().getTime())
  const query = from(ctx, notification)
    .select(selection(ctx, notification, columns))
    .where('online_notifications.created_at', '>=', before.any)
    .where((eb) =>
      eb.or([
        eb('online_notifications.seen', '=', false),
        eb('online_notifications.updated_at', '>=', before.seen),
        eb.and([
          eb('online_notifications.updated_by_id', '<>', ctx.actor.id),
          eb('online_notifications.updated_at', '>=', before.seenByOthers),
        ]),
      ]),
    )
    .orderBy('online_notifications.created_at', 'desc')
    .orderBy('online_notifications.id', 'desc')
    .limit(most)
  return { resource: notification, columns, cells: await ctx.db.arrays(query.compile()) }
}

async function listed(ctx: Context, rows: Rows, view: View): Promise<string> {
  const shape = shapeOf(ctx, notification, view)
  if (view.mode === 'full') return fullList(ctx, rows, view, rows.cells.length)
  return `[${(await withNames(ctx, rows, shape)).join()}]`
}

async function shown(ctx: Context, id: number, view: View): Promise<string> {
  const shape = shapeOf(ctx, notification, view)
  const rows = await readOne(ctx, notification, id, shape)
  if (view.mode === 'full') return `{"id":${id},"assets":${await assetsOf(ctx, rows, shape)}}`
  return (await withNames(ctx, rows, shape))[0] as string
}

/** Under `expand` the kind of object and of notification come as words, beside the names of references. */
async function withNames(ctx: Context, rows: Rows, shape: Shape): Promise<string[]> {
  const texts = await represent(ctx, rows, shape)
  if (shape.mode !== 'expand' || shape.fields) return texts
  const at = rows.columns.indexOf('type_lookup_id')
  return texts.map((text, index) => {
    const type = notificationTypes[(rows.cells[index]?.[at] as number) - 1]
    return `${text.slice(0, -1)},"object":"Ticket","type":${JSON.stringify(type)}}`
  })
}
