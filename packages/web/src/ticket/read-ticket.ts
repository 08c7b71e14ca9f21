import type { ArticleRecord, GroupRecord, OrganizationRecord, TicketRecord, UserRecord } from '@deskbell/client'
import { systemUser } from '@deskbell/contract'
import type { Article, Side } from '../article/article-types.ts'
import { deliveryOf } from '../article/delivery.ts'
import { recipientsIn } from '../article/recipients.ts'
import type { Fold } from '../article/plain-text.ts'
import { type FileRecord, filesOf } from '../article/stored-files.ts'
import { nameOf } from '../format/names.ts'
import type { HistoryItem, Subscription, Ticket, Todo } from './ticket-types.ts'

type Records<Shape> = { readonly [id: string]: Shape | undefined }

type WireArticle = ArticleRecord & { readonly attachments: readonly FileRecord[] }

/** The response of `GET tickets/by_number/:number?all=true&history=true`. */
export interface TicketResponse {
  readonly ticket_id: number
  readonly etag: string
  readonly viewed_at?: string | null
  readonly checklist_id?: number | null
  readonly ticket_article_ids: readonly number[]
  readonly assets: {
    readonly Ticket: Records<TicketRecord>
    readonly TicketArticle?: Records<WireArticle>
    readonly User?: Records<UserRecord>
    readonly Organization?: Records<OrganizationRecord>
    readonly Group?: Records<GroupRecord>
    readonly Checklist?: Records<{ readonly item_ids: readonly number[] }>
    readonly ChecklistItem?: Records<Todo>
  }
  readonly tags: readonly string[]
  readonly links: readonly { link_type: 'normal' | 'parent' | 'child'; link_object_value: number }[]
  readonly mentions: readonly Subscription[]
  readonly time_accountings: readonly { time_unit: string }[]
  readonly history?: readonly HistoryItem[]
}

/** Converts the response of the service. */
export function readTicket(response: TicketResponse): Ticket {
  const { assets } = response
  const record = assets.Ticket[response.ticket_id] as Ticket['record']
  const person = (id: number) => (id === systemUser ? undefined : assets.User?.[id])
  return {
    id: record.id,
    number: record.number,
    title: record.title,
    record,
    etag: response.etag,
    viewedAt: response.viewed_at ?? null,
    articles: response.ticket_article_ids.flatMap((id) => {
      const article = assets.TicketArticle?.[id]
      return article ? [readArticle(article, person)] : []
    }),
    history: response.history ?? [],
    tags: response.tags,
    links: response.links.flatMap(({ link_type: type, link_object_value: id }) => {
      const ticket = assets.Ticket[id]
      return ticket ? [{ type, ticket }] : []
    }),
    todos: todosOf(response),
    subscriptions: response.mentions,
    timeUnits: response.time_accountings.reduce((sum, { time_unit }) => sum + Number(time_unit), 0),
    customer: person(record.customer_id),
    organization: record.organization_id === null ? undefined : assets.Organization?.[record.organization_id],
    group: assets.Group?.[record.group_id],
    owner: person(record.owner_id),
    person,
  }
}

function todosOf({ checklist_id, assets }: TicketResponse): Todo[] {
  const list = assets.Checklist?.[checklist_id ?? 0]
  return (list?.item_ids ?? []).flatMap((id) => assets.ChecklistItem?.[id] ?? [])
}

/** Article types by id, which are the same on every desk; empty for types that the page does not name. */
const articleTypes = ['', 'email', 'sms', 'chat', 'fax', 'phone', '', '', '', '', 'note', 'web']

/** Senders of articles by id, which are the same on every desk. */
const senders = ['', 'agent', 'customer', 'system'] as const

/** Returns the side of a message, which determines its look. */
function sideOf({ internal, sender_id }: Pick<ArticleRecord, 'internal' | 'sender_id'>): Side {
  if (internal) return 'internal'
  return senders[sender_id] || 'system'
}

/**
 * Returns the name of the author. If an agent entered another customer in `from`, with an address that is not the
 * author's, or if there is no author, returns the name in `from`.
 */
function authorNameOf({ from, sender_id }: ArticleRecord, author: UserRecord | undefined): string {
  const [header] = recipientsIn(from)
  const isOther = senders[sender_id] === 'customer' && header?.address.includes('@') && header.address !== author?.email
  return (!isOther && author && nameOf(author)) || header?.name || ''
}

function readArticle(article: WireArticle, person: (id: number) => UserRecord | undefined): Article {
  const authorId = article.origin_by_id ?? article.created_by_id
  return {
    id: article.id,
    ticketId: article.ticket_id,
    side: sideOf(article),
    isInternal: article.internal,
    type: articleTypes[article.type_id] ?? '',
    authorId,
    authorName: authorNameOf(article, person(authorId)),
    from: article.from,
    to: article.to,
    cc: article.cc,
    replyTo: article.reply_to,
    subject: article.subject,
    contentType: article.content_type,
    body: article.body,
    folds: article.preferences['folds'] as readonly Fold[] | undefined,
    files: filesOf(article),
    delivery: deliveryOf(article),
    createdById: article.created_by_id,
    createdAt: article.created_at,
  }
}
