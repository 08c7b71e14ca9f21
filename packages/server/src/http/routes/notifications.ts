import { resources } from '@deskbell/contract'
import { assetsOf } from '../../kernel/assets.ts'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { fullList, idsIn, type ListPage, readOne, shapeOf, type RecordView } from '../../kernel/read-records.ts'
import { invalid } from '../../errors/fault.ts'
import { inOrder, type Page } from '../../kernel/page.ts'
import { represent } from '../../kernel/represent.ts'
import { columnsFor, type Shape } from '../../kernel/shape.ts'
import type { Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { markAllAsSeen, purgeExpired, typeOfLookup } from '../../resources/online_notification/actions.ts'
import { currentNotifications } from '../../resources/online_notification/current.ts'
import { change } from '../../writing/write.ts'
import { respondWithPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { idIn, names, type Query } from '../query.ts'
import { type Route, signedIn, type WriteRoute } from '../route.ts'
import { listSchema, recordSchema } from '../openapi/schemas.ts'
import { recordBody } from '../record-body.ts'
import { bodyOf, deleteRoute, readableId } from './writes.ts'

const notification = resources.online_notification

/** The notifications of the caller about tickets that they may read. */
export const notificationRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/online_notifications',
    tag: 'online_notifications',
    summary: 'List the notifications of the caller',
    description: 'Newest first unless `sort_by` or `order_by` say otherwise.',
    can: signedIn,
    parameters: [...listParameters.filter(({ name }) => name !== 'after'), ...viewParameters],
    response: listSchema(notification),
    async run(ctx, { query, url }) {
      if (query['after'] !== undefined) throw invalid('after', 'after: not for notifications; use page and per_page.')
      const page = pageOf(ctx, query)
      return respondWithPage(url, page, await readPage(ctx, page, readView(ctx, notification, query)))
    },
  },
  {
    method: 'GET',
    path: '/online_notifications/:id',
    tag: 'online_notifications',
    summary: 'Get a notification',
    description: notification.doc,
    can: signedIn,
    parameters: viewParameters,
    response: recordSchema(notification),
    async run(ctx, { params, query }) {
      const id = idIn(params['id'] ?? '', notification.model)
      return { body: await representNotification(ctx, id, readView(ctx, notification, query)) }
    },
  },
  {
    method: 'PUT',
    path: '/online_notifications/:id',
    tag: 'online_notifications',
    summary: 'Mark a notification as seen or unseen',
    can: signedIn,
    parameters: viewParameters,
    body: recordBody(notification, 'update'),
    response: recordSchema(notification),
    conditional: true,
    write: (_, input) => async (ctx) => {
      const id = await readableId(ctx, notification, input)
      await change(ctx, notification, id, bodyOf(input))
      // No scheduled job deletes expired notifications: writes do.
      await purgeExpired(ctx, [ctx.actor.id])
      return { body: await representNotification(ctx, id, readView(ctx, notification, input.query)) }
    },
  },
  { ...deleteRoute(notification), can: signedIn },
  {
    method: 'POST',
    path: '/online_notifications/mark_all_as_read',
    tag: 'online_notifications',
    summary: 'Mark all notifications of the caller as seen',
    can: signedIn,
    response: { type: 'object', maxProperties: 0 },
    write: () => async (ctx: WriteContext) => {
      await markAllAsSeen(ctx, ctx.actor.id)
      return { body: '{}' }
    },
  },
]

async function readPage(ctx: Context, page: Page, view: RecordView): Promise<ListPage> {
  const shape = shapeOf(ctx, notification, view)
  const columns = columnsFor(notification, shape)
  const current = currentNotifications(ctx, page.ids)
  const [[count] = [0]] = await ctx.db.arrays(current.select((eb) => eb.fn.countAll().as('count')).compile())
  const query = inOrder(ctx, notification, current.select(selection(ctx, notification, columns)), page.sort)
  const offset = Math.min((page.page - 1) * page.perPage, Number.MAX_SAFE_INTEGER)
  const cells = await ctx.db.arrays(query.limit(page.perPage).offset(offset).compile())
  const rows: Rows = { resource: notification, columns, cells }
  const total = Number(count)
  const body = view.mode === 'full' ? fullList(ctx, rows, view, total) : bareListWithNames(ctx, rows, shape)
  return { body: await body, total, ids: idsIn(rows) }
}

/**
 * Reads the page: newest first by default; `order_by` without `sort_by` applies to the time of creation. Ids decide
 * between equal rows.
 */
function pageOf(ctx: Context, query: Query): Page {
  const page = readPageOf(ctx, notification, query)
  if (names(query, 'sort_by')) return { ...page, sort: [...page.sort, { column: 'id', order: 'asc' }] }
  // `order_by=asc` alone arrives as an empty sort: ascending ids are the default order of other lists.
  const order = page.sort[0]?.order ?? (names(query, 'order_by') ? 'asc' : 'desc')
  return { ...page, sort: ['created_at', 'id'].map((column) => ({ column, order })) }
}

const bareListWithNames = async (ctx: Context, rows: Rows, shape: Shape): Promise<string> =>
  `[${(await withNames(ctx, rows, shape)).join()}]`

async function representNotification(ctx: Context, id: number, view: RecordView): Promise<string> {
  const shape = shapeOf(ctx, notification, view)
  const rows = await readOne(ctx, notification, id, shape)
  if (view.mode === 'full') return `{"id":${id},"assets":${await assetsOf(ctx, rows, shape)}}`
  return (await withNames(ctx, rows, shape))[0] as string
}

/** Represents notifications. With `expand`, adds the keys `object` and `type`. */
async function withNames(ctx: Context, rows: Rows, shape: Shape): Promise<string[]> {
  const texts = await represent(ctx, rows, shape)
  if (shape.mode !== 'expand' || shape.fields) return texts
  const typeColumn = rows.columns.indexOf('type_lookup_id')
  return texts.map((text, index) => {
    const type = typeOfLookup(rows.cells[index]?.[typeColumn] as number)
    return `${text.slice(0, -1)},"object":"Ticket","type":${JSON.stringify(type)}}`
  })
}
