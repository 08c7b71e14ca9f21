import { encodeFiles } from './files.ts'
import type { Assets, Store } from './internals.ts'
import type { CreateOptions, FileInput, RequestOptions } from './options.ts'
import type { ArticleCreate } from './types.ts'
import { create, remove, update } from './writes.ts'

/** The role of the other ticket in a link. */
export type LinkType = 'normal' | 'parent' | 'child'

/** A link of a ticket to another one. */
export interface TicketLink {
  readonly link_type: LinkType
  readonly link_object: string
  readonly link_object_value: number
}

/** A change of a ticket or of one of its articles. */
export interface HistoryEntry {
  readonly id: number
  /** The model of the record, such as `Ticket` or `Ticket::Article`; `o_id` is its id. */
  readonly object: string
  readonly o_id: number
  /** `created`, `updated`, `removed`, `merged_into`, ... */
  readonly type: string
  /** The changed attribute with its values, and with ids if it is a reference. */
  readonly attribute?: string
  readonly value_from?: string | null
  readonly value_to?: string | null
  readonly id_from?: number | null
  readonly id_to?: number | null
  readonly created_by_id: number
  readonly created_at: string
}

/** The first argument of `createArticle`: the text, or all values. The article gets the uploads of its `form_id`. */
export type NewArticle = string | (Omit<ArticleCreate, 'ticket_id'> & { form_id?: string })
/** Options of `createArticle`. */
export type ArticleOptions = CreateOptions & { files?: readonly FileInput[] }

/** Methods of references and loaded objects that need only the id: on a reference they send no GET first. */
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

  /** Adds a link. The HTTP API expects the number of the other ticket and the id of this one. */
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

  /** Removes a link. `other` is the id of the other ticket. */
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

  /** Merges the ticket into another. Removes both tickets from the cache, because both change. */
  async merge({ core, cache }: Store, id: number, number: string, options?: RequestOptions): Promise<void> {
    type Merged = { result: string; message?: string; target_ticket?: { id: number } }
    const path = `ticket_merge/${id}/${encodeURIComponent(number)}`
    const response = await core.send({ ...options, method: 'PUT', path, cause: 'raw' })
    const { result, message = `Ticket ${id} was not merged into ${number}`, target_ticket } = response.value as Merged
    // The server returns 200 even if the merge failed.
    if (result !== 'success') throw core.failure(message, response)
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
    core.cacheAssets(assets, origin)
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
