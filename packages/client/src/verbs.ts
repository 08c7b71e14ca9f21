import { encodeFiles } from './files.ts'
import type { Assets, Store } from './internals.ts'
import type { CreateOptions, FileInput, RequestOptions } from './options.ts'
import type { ArticleCreate } from './types.ts'
import { create, remove, update } from './writes.ts'

/** How one ticket is linked to another: what the other one is to this one. */
export type LinkType = 'normal' | 'parent' | 'child'

export interface TicketLink {
  readonly link_type: LinkType
  readonly link_object: string
  readonly link_object_value: number
}

/** Something that happened to a ticket or to one of its articles. */
export interface HistoryEntry {
  readonly id: number
  /** `Ticket`, `Ticket::Article`, ... and the id of that record. */
  readonly object: string
  readonly o_id: number
  /** `created`, `updated`, `removed`, `merged_into`, ... */
  readonly type: string
  /** What was changed, from what to what: names, and ids where the attribute is a reference. */
  readonly attribute?: string
  readonly value_from?: string | null
  readonly value_to?: string | null
  readonly id_from?: number | null
  readonly id_to?: number | null
  readonly created_by_id: number
  readonly created_at: string
}

/** A first argument of `createArticle`: the text, or all values. */
export type NewArticle = string | Omit<ArticleCreate, 'ticket_id'>
export type ArticleOptions = CreateOptions & { files?: readonly FileInput[] }

/** What can be done with a record, and with a ticket, when its id is all that is known. */
export const verbs = {
  update,
  delete: remove,

  async tags({ core }: Store, id: number, options?: RequestOptions): Promise<string[]> {
    const { tags } = await core.request<{ tags: string[] }>('GET', 'tags', {
      ...options,
      query: { object: 'Ticket', o_id: id },
    })
    return tags
  },

  async addTags({ core }: Store, id: number, ...names: string[]): Promise<void> {
    for (const item of names) await core.request('POST', 'tags/add', { json: { item, object: 'Ticket', o_id: id } })
  },

  async removeTags({ core }: Store, id: number, ...names: string[]): Promise<void> {
    for (const item of names)
      await core.request('DELETE', 'tags/remove', { json: { item, object: 'Ticket', o_id: id } })
  },

  async links({ core }: Store, id: number, options?: RequestOptions): Promise<TicketLink[]> {
    const query = { link_object: 'Ticket', link_object_value: id }
    const { links } = await core.request<{ links: TicketLink[] }>('GET', 'links', { ...options, query })
    return links
  },

  /** The interface names the other ticket by its number, this one by its id. */
  async addLink({ core }: Store, id: number, type: LinkType, number: string): Promise<void> {
    await core.request('POST', 'links/add', {
      json: {
        link_type: type,
        link_object_source: 'Ticket',
        link_object_source_number: number,
        link_object_target: 'Ticket',
        link_object_target_value: id,
      },
    })
  },

  async removeLink({ core }: Store, id: number, type: LinkType, other: number): Promise<void> {
    await core.request('DELETE', 'links/remove', {
      json: {
        link_type: type,
        link_object_source: 'Ticket',
        link_object_source_value: other,
        link_object_target: 'Ticket',
        link_object_target_value: id,
      },
    })
  },

  /** Both tickets are another afterwards, so neither stays in the cache. */
  async merge({ core, cache }: Store, id: number, number: string, options?: RequestOptions): Promise<void> {
    type Merged = { result: string; message?: string; target_ticket?: { id: number } }
    const path = `ticket_merge/${id}/${encodeURIComponent(number)}`
    const answer = await core.send({ ...options, method: 'PUT', path, cause: 'raw' })
    const { result, message = `Ticket ${id} was not merged into ${number}`, target_ticket } = answer.value as Merged
    // The interface answers 200 also when it could not.
    if (result !== 'success') throw core.failure(message, answer)
    for (const changed of [id, target_ticket?.id]) if (changed) cache.delete(changed)
  },

  async history({ core }: Store, id: number, options?: RequestOptions): Promise<HistoryEntry[]> {
    const { value, origin } = await core.send({
      ...options,
      method: 'GET',
      path: `ticket_history/${id}`,
      cause: 'load',
    })
    const { history, assets } = value as { history: HistoryEntry[]; assets: Assets }
    core.absorbAssets(assets, origin)
    return history
  },

  async createArticle({ core }: Store, id: number, article: NewArticle, options: ArticleOptions = {}) {
    const { files = [], ...rest } = options
    const values = typeof article === 'string' ? { body: article } : article
    const attachments = files.length ? { attachments: await encodeFiles(files) } : {}
    const articles = core.store('ticket_articles')
    const entry = await create(articles, { ticket_id: id, ...values, ...attachments }, rest)
    return articles.make(entry)
  },
}

export type VerbName = keyof typeof verbs
