import type { ArticleRecord, TicketRecord, UserRecord } from '@deskbell/client'
import type { Option } from '../components/option-list.tsx'
import { messageOf } from '../editor/compose.ts'
import { nameOf } from '../format/names.ts'
import { client } from '../state/client.ts'
import type { Writing } from '../state/draft-types.ts'
import { newForm } from '../state/drafts.ts'
import type { NewTicketSearch } from './new-ticket-search.ts'
import { fillFrom, type Template } from './template.ts'

/** How the customer and the desk came to speak: by mail, on the phone, or not at all. It is the type of the message. */
export type Contact = 'phone' | 'email' | 'note'

/** What is chosen for a new ticket, by the names that `POST tickets` takes. The draft keeps it. */
export interface NewTicketValues {
  /** The id of a user, or `guess:` and an address for somebody new. */
  readonly customer_id?: number | string | undefined
  readonly group_id?: number | undefined
  readonly title?: string | undefined
  readonly owner_id?: number | undefined
  readonly state_id?: number | undefined
  readonly pending_time?: string | undefined
  readonly priority_id?: number | undefined
  /** With commas between them. */
  readonly tags?: string | undefined
  readonly [customField: string]: unknown
}

/** What a new ticket begins with. */
export interface Beginning {
  readonly writing: Writing
  /** Names the draft; undefined if the ticket begins with nothing. */
  readonly name: string | undefined
  /** The ticket whose message becomes a ticket. */
  readonly from?: number
}

/** Returns the source of what a new ticket begins with. */
export const beginningOf = (search: NewTicketSearch) => ({
  key: `new ticket ${JSON.stringify(search)}`,
  load: async (): Promise<Beginning> => {
    const { customer, split, template } = search
    if (split !== undefined) return splitFrom(split)
    const name = nameOfSearch(search)
    const writing = newWriting(customer === undefined ? {} : { customer_id: customer })
    if (template === undefined) return { name, writing }
    return {
      name,
      writing: fillFrom(await client.request<Template>('GET', `templates/${template}`), writing, new Date()),
    }
  },
  events: [],
})

/** Names the draft of a ticket by what its address says: `customer 5 template 2`. */
const nameOfSearch = (search: NewTicketSearch) => Object.entries(search).flat().join(' ') || undefined

/** Returns what the address says for a draft. */
export const searchOfName = (name = ''): NewTicketSearch =>
  Object.fromEntries([...name.matchAll(/([a-z]+) (\d+)/g)].map(([, key, id]) => [key, Number(id)]))

/** Returns what is written before anything is. @param body HTML. */
export const newWriting = (values: NewTicketValues, body = ''): Writing => ({
  new_article: { type: 'phone', internal: false, body, content_type: 'text/html' },
  ticket_attributes: values,
  form_id: newForm(),
  files: [],
  basis: 0,
})

async function splitFrom(id: number): Promise<Beginning> {
  const article = await client.request<ArticleRecord>('GET', `ticket_articles/${id}`)
  const ticket = await client.request<TicketRecord>('GET', `tickets/${article.ticket_id}`)
  const { title, group_id, customer_id } = ticket
  const writing = newWriting({ title, group_id, customer_id }, htmlOf(article))
  return { name: nameOfSearch({ split: id }), writing, from: ticket.id }
}

const htmlOf = ({ body, content_type }: ArticleRecord) => {
  if (content_type === 'text/html') return body
  const line = document.createElement('p')
  line.innerText = body
  return line.outerHTML
}

/** Returns the source of the name and address of a customer. */
export const customerSource = (id: NewTicketValues['customer_id']) => ({
  key: `customer of a new ticket ${id}`,
  load: async (): Promise<Option | undefined> => {
    if (id === undefined) return undefined
    if (typeof id === 'string') return newCustomer(id.replace(/^guess:/, ''))
    const user = await client.request<UserRecord>('GET', `users/${id}`)
    return { id, name: nameOf(user), help: user.email || undefined }
  },
  events: [],
})

/** Returns the option of somebody who is made with the ticket. */
export const newCustomer = (address: string): Option => ({ id: `guess:${address}`, name: address, help: address })

/** Finds tags. The name of an option is the tag. */
export async function findTags(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const path = `tag_search?term=${encodeURIComponent(typed)}`
  const found = await client.request<{ value: string }[]>('GET', path, { signal })
  return found.map(({ value }) => ({ id: value, name: value }))
}

/** The templates of the desk, by name. */
export const templates = {
  key: 'templates',
  load: async () => {
    const all = await client.request<readonly Template[]>('GET', 'templates?per_page=500&sort_by=name')
    return all.filter(({ active }) => active)
  },
  events: ['template.*'],
}

/** Returns the request that makes the ticket. @param values everything that is chosen, with what is set by default. */
export function requestOf(
  values: NewTicketValues,
  writing: Writing,
  customer: Option | undefined,
  from: number | undefined,
) {
  const article = { ...writing.new_article, ...recipientOf(values, writing, customer) }
  const json = {
    ...values,
    title: values.title?.trim(),
    ...(from !== undefined && { links: { Ticket: { normal: [from] } } }),
    article: messageOf({ ...writing, new_article: article }),
  }
  return { method: 'POST' as const, path: 'tickets', json }
}

/** Who speaks to whom in the first message. */
function recipientOf(
  { title = '' }: NewTicketValues,
  { new_article: { type } }: Writing,
  customer: Option | undefined,
) {
  if (type === 'email') return { to: customer?.help ?? '', subject: title.trim() }
  return type === 'phone' ? { sender: 'Customer' } : {}
}
