import { type Resource, resources } from '@deskbell/contract'
import { type Context, effective } from '../../kernel/context.ts'
import { show } from '../../kernel/read-records.ts'
import { from } from '../../kernel/scope.ts'
import { historyOfTicket } from '../../resources/history/rows.ts'
import { linksOf } from '../../resources/link/reads.ts'
import { tagsOfTicket } from '../../resources/tag/of-ticket.ts'
import { lastViewOf, ownershipOf } from '../../resources/ticket/reads.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { assetsOfAll } from '../assets.ts'
import { historyEntries, type HistoryEntry } from '../history.ts'
import { flag, type Query } from '../query.ts'
import { etagOf } from '../reply.ts'

const {
  article,
  checklist,
  checklist_item: item,
  mention,
  shared_draft_zoom: draft,
  ticket,
  time_accounting: time,
  user,
} = resources

/** Returns true if a request asks for everything about a ticket. `expand` and `full` take precedence. */
export const wantsAll = (query: Query): boolean => flag(query, 'all') && !flag(query, 'expand') && !flag(query, 'full')

/** The documentation of the parameter. */
export const allParameter = {
  name: 'all',
  doc: 'Also return the articles, tags, links, subscriptions, accounted time, checklist and shared draft, and all related records. `etag` is the entity tag of the ticket for `If-Match`, `viewed_at` the time at which the caller last viewed the ticket.',
  schema: { type: 'boolean', default: false },
}

/** Returns everything about a ticket that the caller may read, as JSON. */
export async function allOf(ctx: Context, id: number, { withHistory = false } = {}): Promise<string> {
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
  const history = withHistory ? await historyFor(ctx, id) : undefined
  const checklists = await idsWith(ctx, checklist, 'ticket_id', id)
  const items = checklists[0] === undefined ? [] : await idsWith(ctx, item, 'checklist_id', checklists[0])
  const drafts = await idsWith(ctx, draft, 'ticket_id', id)
  return JSON.stringify({
    ticket_id: id,
    etag: etagOf({ body: await show(ctx, effective(ctx, ticket), id, { mode: 'plain' }) }),
    ticket_article_ids: articles,
    assets: await assetsOfAll(ctx, [
      [ticket, [id, ...links.map(({ link_object_value }) => link_object_value)]],
      [article, articles],
      [user, history?.map(({ created_by_id }) => created_by_id) ?? []],
      [checklist, checklists],
      [item, items],
      [draft, drafts],
    ]),
    checklist_id: checklists[0] ?? null,
    shared_draft_id: drafts[0] ?? null,
    links,
    tags: await tagsOfTicket(ctx.db, id),
    mentions,
    time_accountings: times.map((row) => ({
      ...row,
      // A string with one or two decimals, such as `1.0`, as existing Zammad clients expect.
      time_unit: Number(row['time_unit']).toFixed(2).replace(/0$/, ''),
    })),
    form_meta,
    viewed_at: await lastViewOf(ctx, id),
    history,
  })
}

/** Returns the history of a ticket for a caller who sees it as an agent; undefined for others. */
async function historyFor(ctx: Context, id: number): Promise<HistoryEntry[] | undefined> {
  if (roleFor('see', ctx.actor, await ownershipOf(ctx.db, id)) !== 'agent') return undefined
  return historyEntries(await historyOfTicket(ctx.db, id))
}

/** A key that existing Zammad clients read. It is empty here: the route `ticket_create` returns the data of forms. */
const form_meta = { filter: {}, dependencies: null, configure_attributes: [], core_workflow: {} }

/**
 * Reads the ids of the records whose `column` is `id`, as far as the caller may read them: customers see no checklists or
 * drafts.
 */
async function idsWith(ctx: Context, resource: Resource, column: string, id: number): Promise<number[]> {
  const rows = await from(ctx, resource)
    .select(`${resource.path}.id`)
    .where(`${resource.path}.${column}`, '=', id)
    .execute()
  return rows.map((row) => row['id'] as number)
}

async function articlesOf(ctx: Context, id: number): Promise<number[]> {
  const rows = await from(ctx, article)
    .select('ticket_articles.id')
    .where('ticket_articles.ticket_id', '=', id)
    .orderBy('ticket_articles.created_at')
    .orderBy('ticket_articles.id')
    .execute()
  return rows.map((row) => row['id'] as number)
}
