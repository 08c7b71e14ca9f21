import type { Live } from '@deskbell/client'
import { client } from '../state/client.ts'
import { type Customers, parametersOf, type RequestSearch, similarQuery } from './request-search.ts'
import {
  messageFields,
  type MessageRecord,
  requestFields,
  type RequestRecord,
  type StateRecord,
} from './request-types.ts'

/** Requests in a list, and their total number. */
export interface RequestList {
  readonly records: readonly RequestRecord[]
  readonly total_count: number
  /** For an empty list, the query that was probably meant. */
  readonly did_you_mean?: string
}

/** The criteria by which a list selects requests. */
export interface ListCriteria {
  readonly customers: Customers
  readonly search: RequestSearch
  /** All states of the desk; their types say in which ones a request is open. */
  readonly states: readonly StateRecord[]
}

const ticketEvents = ['ticket.*', 'article.*']

/** Returns the first `length` requests of a list, those with the newest messages first. */
export const listView = ({ customers, search, states }: ListCriteria, length: number): Live<RequestList> => {
  const parameters = parametersOf(customers, search, states)
  return client.live({
    key: `requests ${length} ${JSON.stringify(parameters)}`,
    load: () => find({ ...parameters, per_page: length, sort_by: 'last_contact_at,id', order_by: 'desc,desc' }),
    events: ticketEvents,
  })
}

/** Returns the number of requests in a list. */
export const countView = ({ customers, search, states }: ListCriteria): Live<number> => {
  const parameters = parametersOf(customers, search, states)
  return client.live({
    key: `number of requests ${JSON.stringify(parameters)}`,
    load: async () => (await find({ ...parameters, only_total_count: true })).total_count,
    events: ticketEvents,
  })
}

/** Returns up to three requests that contain words of a text. */
export async function findSimilarRequests(text: string): Promise<readonly RequestRecord[]> {
  const query = similarQuery(text)
  return query === undefined ? [] : (await find({ query, per_page: 3, sort_by: 'relevance' })).records
}

const find = (parameters: object) =>
  client.request<RequestList>('POST', 'tickets/search', {
    json: { with_total_count: true, fields: requestFields, ...parameters },
  })

/** The beginning of the last message of a request. */
export interface LastMessage {
  readonly ticket_id: number
  readonly text: string
  readonly author_id: number
  readonly author: string
}

/** Returns the source of the last messages of requests, by their ids. */
export const lastMessagesSource = (ids: readonly number[]) => ({
  key: `last messages ${ids.join()}`,
  load: async () => {
    const messages = await client.request<readonly LastMessage[]>('GET', `tickets/last_messages?ids=${ids.join()}`)
    return new Map(messages.map((message) => [message.ticket_id, message]))
  },
  events: ['article.*'],
})

/**
 * Whether a customer can reply. `until`: the time when this ends; null if it does not end, or if no solved request of the
 * group accepts replies.
 */
export interface FollowUp {
  readonly possible: boolean
  readonly until: string | null
}

/** Returns the source for `FollowUp`. A request that is not solved always accepts replies. */
export const followUpSource = (id: number, isSolved: boolean) => ({
  key: `follow-up ${id} ${isSolved}`,
  load: async (): Promise<FollowUp> =>
    isSolved ? client.request<FollowUp>('GET', `tickets/${id}/follow_up`) : { possible: true, until: null },
  events: ({ object, o_id }: { object: string; o_id: number }) => object === 'Ticket' && o_id === id,
})

/** A request and its messages, oldest first. */
export interface Conversation {
  readonly request: RequestRecord
  readonly messages: readonly MessageRecord[]
}

/** Ids of requests by their numbers. If the id is known, the messages are loaded at the same time as the request. */
const idsByNumber = new Map<string, number>()

/** Stores the ids of listed requests. */
export function rememberIds(records: readonly RequestRecord[]): void {
  for (const { id, number } of records) idsByNumber.set(number, id)
}

/** Returns a request with its messages. */
export const conversationView = (number: string): Live<Conversation> =>
  client.live({
    key: `request ${number}`,
    load: () => readConversation(number),
    events: ({ ticket_id: id, object }) =>
      idsByNumber.get(number) === id && (object === 'Ticket' || object === 'Ticket::Article'),
  })

async function readConversation(number: string): Promise<Conversation> {
  const knownId = idsByNumber.get(number)
  const earlyMessages = knownId === undefined ? undefined : messagesOf(knownId)
  const request = await client.request<RequestRecord>(
    'GET',
    `tickets/by_number/${encodeURIComponent(number)}?fields=${requestFields}`,
  )
  idsByNumber.set(number, request.id)
  return { request, messages: await (earlyMessages ?? messagesOf(request.id)) }
}

const messagesOf = (id: number) =>
  client.request<MessageRecord[]>('GET', `ticket_articles/by_ticket/${id}?fields=${messageFields}`)
