import { resources } from '@deskbell/contract'
import { respondWithPage, listParameters, readPageOf, readView, viewParameters } from '../paging.ts'
import { idIn, type Query } from '../query.ts'
import { type Route, signedIn } from '../route.ts'
import { listSchema } from '../openapi/schemas.ts'
import { bareList, fullList, idsIn, shapeOf, requireReadable } from '../../kernel/read-records.ts'
import { columnsFor } from '../../kernel/shape.ts'
import { from, type Rows } from '../../kernel/scope.ts'
import { selection } from '../../kernel/selection.ts'
import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/page.ts'
import { download } from './download.ts'

const { article, ticket } = resources

/** Clients expect all articles of a ticket, unless they ask for a page. */
const pageParameters: readonly string[] = ['page', 'per_page', 'limit']
const pageOf = (query: Query): Query => Object.fromEntries(pageParameters.map((name) => [name, query[name]]))

export const articleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/ticket_articles/by_ticket/:id',
    tag: 'ticket_articles',
    summary: 'List the articles of a ticket',
    description:
      'Returns all articles that the caller may read, in the order they were written; with `page` or `per_page` one page of them.',
    can: signedIn,
    parameters: [...listParameters.filter(({ name }) => pageParameters.includes(name)), ...viewParameters],
    response: listSchema(article),
    cached: true,
    async run(ctx, { params, query, url }) {
      const id = idIn(params['id'] ?? '', ticket.model)
      const page = pageParameters.some((name) => query[name] !== undefined)
        ? readPageOf(ctx, article, pageOf(query))
        : undefined
      await requireReadable(ctx, ticket, id)
      const view = readView(ctx, article, query)
      const shape = shapeOf(ctx, article, view)
      const rows = await readArticlesOf(ctx, id, columnsFor(article, shape), page)
      const total = page ? await countArticlesOf(ctx, id) : rows.cells.length
      const body = await (view.mode === 'full' ? fullList(ctx, rows, view, total) : bareList(ctx, rows, shape))
      return page
        ? respondWithPage(url, page, { body, total, ids: idsIn(rows) })
        : { body, headers: { 'x-total-count': String(total) } }
    },
  },
  {
    method: 'GET',
    path: '/ticket_attachment/:ticket_id/:article_id/:id',
    tag: 'ticket_articles',
    summary: 'Download an attachment',
    can: signedIn,
    parameters: [
      {
        name: 'disposition',
        doc: '`inline` shows a file in the browser if its type is safe; other files are downloads. By default, safe images and PDF files are shown.',
        schema: { type: 'string', enum: ['inline', 'attachment'] },
      },
      { name: 'view', doc: '`inline` is an alias of `disposition=inline`.', schema: { type: 'string' } },
    ],
    response: 'application/octet-stream',
    run: download,
  },
]

async function readArticlesOf(ctx: Context, id: number, columns: readonly string[], page?: Page): Promise<Rows> {
  const articles = from(ctx, article)
    .select(selection(ctx, article, columns))
    .where('ticket_articles.ticket_id', '=', id)
    .orderBy('ticket_articles.created_at')
    .orderBy('ticket_articles.id')
  const offset = page ? (page.page - 1) * page.perPage : 0
  if (offset > Number.MAX_SAFE_INTEGER) return { resource: article, columns, cells: [] }
  const query = page ? articles.limit(page.perPage).offset(offset) : articles
  return { resource: article, columns, cells: await ctx.db.arrays(query.compile()) }
}

async function countArticlesOf(ctx: Context, id: number): Promise<number> {
  const count = from(ctx, article)
    .select((eb) => eb.fn.countAll().as('count'))
    .where('ticket_articles.ticket_id', '=', id)
  return Number((await ctx.db.arrays(count.compile()))[0]?.[0])
}
