import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { bareList, fullList, idsIn, readOne, shapeOf, requireReadable } from '../../kernel/read-records.ts'
import { Fault, unknownId } from '../../errors/fault.ts'
import { columnsFor } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import { monthIn, reportOf, reports } from '../../resources/time_accounting/report.ts'
import { respondWithPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { flag, idIn, wholeNumber } from '../query.ts'
import { csvFile } from '../csv-file.ts'
import type { RouteResponse, Input, Route, WriteRoute } from '../route.ts'
import { listSchema } from '../openapi/schemas.ts'
import { recordBody } from '../record-body.ts'
import { listRoute, showRoute } from './reads.ts'
import { createRoute, deleteRoute, updateRoute } from './writes.ts'

const { ticket, time_accounting: time, time_accounting_type: type } = resources

const readers = ['ticket.agent', 'admin.time_accounting'] as const
const administrators = ['admin.time_accounting'] as const

/** Activity types have a path with a slash, and no route to delete them. */
const types = { path: '/time_accounting/types', tag: time.path }
/** Maximum number of rows in a report. */
const MAX_ROWS = 10_000
/** The path of time entries below their ticket. */
const ticketPath = `/${ticket.path}/:ticket_id/${time.path}`

const reportRoutes = reports.map((report): Route => ({
  method: 'GET',
  path: `/time_accounting/log/${report}/:year/:month`,
  tag: time.path,
  summary: `Report the accounted time of a month ${report.replace('_', ' ')}`,
  description: 'The month is that of UTC. `by_activity` has a row for each entry; the other reports have sums.',
  can: administrators,
  parameters: [
    { name: 'limit', doc: 'Maximum number of rows.', schema: { type: 'integer', minimum: 1, maximum: MAX_ROWS } },
    { name: 'download', doc: 'Return a CSV file.', schema: { type: 'boolean' } },
  ],
  response: { type: 'array', items: { type: 'object' } },
  async run(ctx, { params, query }) {
    const month = monthIn(params['year'] ?? '', params['month'] ?? '')
    if (!month) throw new Fault('not_found', 'There is no such month.')
    const limit = wholeNumber(query, 'limit', 1, MAX_ROWS) ?? MAX_ROWS
    const rows = await reportOf(ctx, report, month, limit)
    if (!flag(query, 'download')) return { body: JSON.stringify(rows) }
    return csvFile(`${report}-${month.from.slice(0, 7)}`, rows)
  },
}))

export const timeRoutes: readonly (Route | WriteRoute)[] = [
  ...reportRoutes,
  { ...listRoute(type), ...types, can: readers },
  { ...showRoute(type), ...types, path: `${types.path}/:id`, can: readers },
  { ...createRoute(type), ...types, can: administrators },
  { ...updateRoute(type), ...types, path: `${types.path}/:id`, can: administrators },
  {
    ...listRoute(time),
    path: ticketPath,
    summary: 'List the accounted time of a ticket',
    parameters: [
      ...listParameters.filter(({ name }) => ['page', 'per_page', 'limit'].includes(name)),
      ...viewParameters,
    ],
    response: listSchema(time),
    run: listOfTicket,
  },
  {
    ...showRoute(time),
    path: `${ticketPath}/:id`,
    run: async (ctx, input) => {
      await checkBelongsToTicket(ctx, input)
      return showRoute(time).run(ctx, input)
    },
  },
  {
    ...createRoute(time),
    path: ticketPath,
    body: recordBody(time, 'create', { title: 'TimeAccountingOfTicket', without: ['ticket_id'] }),
    write: (ctx, input) =>
      createRoute(time).write(ctx, { ...input, query: { ...input.query, ticket_id: ticketIn(input) } }),
  },
  ...[updateRoute(time), deleteRoute(time)].map((route) => ({
    ...route,
    path: `${ticketPath}/:id`,
    write: async (ctx: Context, input: Input) => {
      const work = await route.write(ctx, input)
      return async (writing: Parameters<typeof work>[0]) => {
        await checkBelongsToTicket(writing, input)
        return work(writing)
      }
    },
  })),
]

const ticketIn = ({ params }: Input): number => idIn(params['ticket_id'] ?? '', ticket.model)

/** @throws Fault `not_found` if the record does not belong to the ticket in the path. */
async function checkBelongsToTicket(ctx: Context, input: Input): Promise<void> {
  const id = idIn(input.params['id'] ?? '', time.model)
  const rows = await readOne(ctx, time, id, { mode: 'columns', fields: ['ticket_id'] })
  if (rows.cells[0]?.[rows.columns.indexOf('ticket_id')] !== ticketIn(input)) throw unknownId(time, id)
}

async function listOfTicket(ctx: Context, input: Input): Promise<RouteResponse> {
  const id = ticketIn(input)
  await requireReadable(ctx, ticket, id)
  const page = readPageOf(ctx, time, input.query)
  const view = readView(ctx, time, input.query)
  const shape = shapeOf(ctx, time, view)
  const columns = columnsFor(time, shape)
  const entries = from(ctx, time).where('time_accountings.ticket_id', '=', id)
  const { total } = await entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const query = entries
    .select(selection(ctx, time, columns))
    .orderBy('time_accountings.id')
    .limit(page.perPage)
    .offset((page.page - 1) * page.perPage)
  const rows: Rows = { resource: time, columns, cells: await ctx.db.arrays(query.compile()) }
  const body = view.mode === 'full' ? fullList(ctx, rows, view, total) : bareList(ctx, rows, shape)
  return respondWithPage(input.url, page, { body: await body, total, ids: idsIn(rows) })
}
