import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { readOne } from '../../kernel/crud.ts'
import { from } from '../../kernel/scope.ts'
import { tagsOfTicket } from '../../resources/tag/reads.ts'
import { assetsOfAll } from '../assets.ts'
import { flag, idIn, type Query } from '../query.ts'
import type { Route } from '../route.ts'
import { linksOf } from '../../resources/link/reads.ts'

const { article, mention, ticket, time_accounting: time } = resources

/** Whether a request asks for everything about a ticket. `expand` and `full` take precedence. */
export const wantsAll = (query: Query): boolean => flag(query, 'all') && !flag(query, 'expand') && !flag(query, 'full')

/** The documentation of the parameter. */
export const allParameter = {
  name: 'all',
  doc: 'Return articles, tags, links, subscriptions and accounted time as well, with all related records.',
  schema: { type: 'boolean', default: false },
}

/** Adds the parameter `all` to the route of one ticket. */
export const withAll = (route: Route): Route => ({
  ...route,
  parameters: [...(route.parameters ?? []), allParameter],
  async run(ctx, input) {
    if (!wantsAll(input.query)) return route.run(ctx, input)
    const id = idIn(input.params['id'] ?? '', ticket.model)
    await readOne(ctx, ticket, id, { mode: 'columns', fields: ['id'] })
    return { body: await allOf(ctx, id) }
  },
})

/** Writes everything about a ticket that the caller may read, as JSON. */
export async function allOf(ctx: Context, id: number): Promise<string> {
  const articles = await articlesOf(ctx, id)
  const times = await from(ctx, time)
    .select(['time_accountings.id', 'time_accountings.time_unit', 'time_accountings.ticket_article_id'])
    .where('time_accountings.ticket_id', '=', id)
    .orderBy('time_accountings.id')
    .execute()
  const mentions = await from(ctx, mention)
    .select(['mentions.id', 'mentions.user_id', 'mentions.mentionable_id', 'mentions.mentionable_type'])
    .where('mentions.mentionable_id', '=', id)
    .orderBy('mentions.id')
    .execute()
  const links = await linksOf(ctx, id)
  return JSON.stringify({
    ticket_id: id,
    ticket_article_ids: articles,
    assets: await assetsOfAll(ctx, [
      [ticket, [id, ...links.map(({ link_object_value }) => link_object_value)]],
      [article, articles],
    ]),
    links,
    tags: await tagsOfTicket(ctx.db, id),
    mentions,
    time_accountings: times.map((row) => ({
      ...row,
      time_unit: Number(row['time_unit']).toFixed(2).replace(/0$/, ''),
    })),
    form_meta,
  })
}

/** Data for the forms of Zammad; forms have no dependencies here. */
export const form_meta = { filter: {}, dependencies: null, configure_attributes: [], core_workflow: {} }

async function articlesOf(ctx: Context, id: number): Promise<number[]> {
  const rows = await from(ctx, article)
    .select('ticket_articles.id')
    .where('ticket_articles.ticket_id', '=', id)
    .orderBy('ticket_articles.created_at')
    .orderBy('ticket_articles.id')
    .execute()
  return rows.map((row) => row['id'] as number)
}
