import type { ArticleRecord, TicketRecord } from '@deskbell/client'
import type { Option } from '../components/option-list.tsx'
import { messageOf } from '../editor/compose.ts'
import { client } from '../state/client.ts'
import type { DraftContent } from '../state/draft-types.ts'
import { randomId } from '../state/drafts.ts'
import { contactOf } from './contact.ts'
import { newCustomerText } from './customers.ts'
import type { NewTicketSearch } from './new-ticket-search.ts'
import { fillFrom, type Template } from './template.ts'

/** The type of the first message: a call, an e-mail, or a note if there was no contact with the customer yet. */
export type FirstMessageType = 'phone' | 'email' | 'note'

/** The values chosen for a new ticket, under the attribute names of `POST tickets`. The draft stores them. */
export interface NewTicketValues {
  /** The id of a user, or `guess:` followed by the name, address or phone number of a new customer. */
  readonly customer_id?: number | string | undefined
  readonly group_id?: number | undefined
  readonly title?: string | undefined
  readonly owner_id?: number | undefined
  readonly state_id?: number | undefined
  readonly pending_time?: string | undefined
  readonly priority_id?: number | undefined
  /** Tags, separated by commas. */
  readonly tags?: string | undefined
  readonly [customField: string]: unknown
}

/** The initial content of a new ticket. */
export interface InitialContent {
  readonly content: DraftContent
  /** The name of the draft; undefined if the ticket starts empty. */
  readonly name: string | undefined
  /** The id of the ticket from which the new one is split. */
  readonly sourceId?: number
}

/** Returns the source of the initial content of a new ticket. */
export const initialContentSource = (search: NewTicketSearch) => ({
  key: `new ticket ${JSON.stringify(search)}`,
  load: async (): Promise<InitialContent> => {
    const { customer, split, template } = search
    if (split !== undefined) return splitFrom(split)
    const name = draftNameOf(search)
    const content = newContent(customer === undefined ? {} : { customer_id: customer })
    if (template === undefined) return { name, content }
    return {
      name,
      content: fillFrom(await client.request<Template>('GET', `templates/${template}`), content, new Date()),
    }
  },
  events: [],
})

/** Returns the name of a draft, which consists of the search parameters: `customer 5 template 2`. */
const draftNameOf = (search: NewTicketSearch) => Object.entries(search).flat().join(' ') || undefined

/** Returns the search parameters in the name of a draft. */
export const parametersOfDraftName = (name = ''): NewTicketSearch =>
  Object.fromEntries([...name.matchAll(/([a-z]+) (\d+)/g)].map(([, key, id]) => [key, Number(id)]))

/**
 * Returns the initial content of a new ticket.
 * @param body HTML.
 */
export const newContent = (values: NewTicketValues, body = ''): DraftContent => ({
  new_article: { type: 'phone', internal: false, body, content_type: 'text/html' },
  ticket_attributes: values,
  form_id: randomId(),
  files: [],
  basis: 0,
})

async function splitFrom(id: number): Promise<InitialContent> {
  const article = await client.request<ArticleRecord>('GET', `ticket_articles/${id}`)
  const ticket = await client.request<TicketRecord>('GET', `tickets/${article.ticket_id}`)
  const { title, group_id, customer_id } = ticket
  const content = newContent({ title, group_id, customer_id }, htmlOf(article))
  return { name: draftNameOf({ split: id }), content, sourceId: ticket.id }
}

const htmlOf = ({ body, content_type }: ArticleRecord) => {
  if (content_type === 'text/html') return body
  const paragraph = document.createElement('p')
  paragraph.innerText = body
  return paragraph.outerHTML
}

/** The source of the active templates, sorted by name. */
export const templatesSource = {
  key: 'templates',
  load: async () => {
    const templates = await client.request<readonly Template[]>('GET', 'templates?per_page=500&sort_by=name')
    return templates.filter(({ active }) => active)
  },
  events: ['template.*'],
}

/**
 * Returns the request that creates the ticket.
 * @param values the chosen values and the defaults.
 * @param sourceId the ticket from which the new one is split; the two are linked.
 */
export function requestOf(
  values: NewTicketValues,
  content: DraftContent,
  customer: Option | undefined,
  sourceId: number | undefined,
) {
  const article = { ...content.new_article, ...attributesByType(values, content, customer) }
  const json = {
    ...withCustomer(values),
    title: values.title?.trim(),
    ...(sourceId !== undefined && { links: { Ticket: { normal: [sourceId] } } }),
    article: messageOf({ kind: 'new_ticket', writing: { ...content, new_article: article } }),
  }
  return { method: 'POST' as const, path: 'tickets', json }
}

/** Returns the values with the contact of a new customer, whom the service creates unless it knows the address. */
function withCustomer({ customer_id, ...values }: NewTicketValues) {
  return typeof customer_id === 'string'
    ? { ...values, customer: contactOf(newCustomerText(customer_id)) }
    : { ...values, customer_id }
}

/**
 * Returns the attributes that depend on the type of the first message: recipient and subject of an e-mail, sender of a
 * call.
 */
function attributesByType(
  { title = '' }: NewTicketValues,
  { new_article: { type } }: DraftContent,
  customer: Option | undefined,
) {
  if (type === 'email') return { to: addressOf(customer), subject: title.trim() }
  return type === 'phone' ? { sender: 'Customer' } : {}
}

/** The help of a customer without an address is a phone number. */
const addressOf = (customer: Option | undefined) => (customer?.help?.includes('@') ? customer.help : '')
