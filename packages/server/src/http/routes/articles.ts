import { resources } from '@deskbell/contract'
import { readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import type { Route } from '../route.ts'
import { listSchema } from '../schemas.ts'
import { bareList, fullList, readOne, shapeOf } from '../../kernel/crud.ts'
import { columnsFor } from '../../kernel/represent.ts'
import { from, type Rows, selection } from '../../kernel/scope.ts'
import type { Context } from '../../kernel/context.ts'
import { download } from './download.ts'

const { article, ticket } = resources

export const articleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/ticket_articles/by_ticket/:id',
    tag: 'ticket_articles',
    doc: 'All articles of a ticket in the order they were written; those the caller may not see are left out.',
    can: [],
    parameters: viewParameters,
    answer: listSchema(article),
    remembered: true,
    async run(ctx, { params, query }) {
      const id = idIn(params['id'] ?? '', ticket.model)
      await readOne(ctx, ticket, id, { mode: 'columns', fields: ['id'] })
      const view = readView(ctx, article, query)
      const shape = shapeOf(ctx, article, view)
      const rows = await ofTicket(ctx, id, columnsFor(article, shape))
      const body = view.mode === 'full' ? fullList(ctx, rows, view, rows.cells.length) : bareList(ctx, rows, shape)
      return { body: await body, headers: { 'x-total-count': String(rows.cells.length) } }
    },
  },
  {
    method: 'GET',
    path: '/ticket_attachment/:ticket_id/:article_id/:id',
    tag: 'ticket_articles',
    doc: 'The bytes of an attachment.',
    can: [],
    parameters: [
      {
        name: 'disposition',
        doc: '`inline` shows harmless kinds of file in place, everything else is a download; pictures are shown unless `attachment` is asked for.',
        schema: { type: 'string', enum: ['inline', 'attachment'] },
      },
      { name: 'view', doc: '`inline` is the same as `disposition=inline`.', schema: { type: 'string' } },
    ],
    answer: 'application/octet-stream',
    run: download,
  },
]

async function ofTicket(ctx: Context, id: number, columns: readonly string[]): Promise<Rows> {
  const query = from(ctx, article)
    .select(selection(ctx, article, columns))
    .where('ticket_articles.ticket_id', '=', id)
    .orderBy('ticket_articles.created_at')
    .orderBy('ticket_articles.id')
  return { resource: article, columns, cells: await ctx.db.arrays(query.compile()) }
}
