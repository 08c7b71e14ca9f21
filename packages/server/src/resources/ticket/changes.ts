/**
 * Pure functions that derive columns of a ticket from a write: state, owner, organization, times and counters. The API,
 * macros and received mail all use them.
 */
import { noOwner } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'
import { senders } from '../article/kinds.ts'

/** Values of other records that the derived columns depend on. */
export interface RelatedValues {
  /** Time of the write, ISO 8601. */
  readonly now: string
  /** Returns the type of a state: new, open, pending reminder, pending action, closed or merged. */
  readonly stateTypeOf: (state: number) => string | undefined
  /** Values for columns that a new ticket does not set. */
  readonly defaults: { readonly state_id: number | undefined; readonly priority_id: number | undefined }
  /** The customer's organizations, the primary one first; undefined if customer and organization stay the same. */
  readonly organizations: readonly number[] | undefined
  /** False if an existing ticket has an owner without full access to its group. */
  readonly ownerHasAccess: boolean
  /** True if the caller changes the ticket as an agent, not as its customer. */
  readonly actsAsAgent: boolean
  /** With `follow_up_assignment`, a closed ticket of the group keeps its owner when a customer reopens it. */
  readonly group: { readonly follow_up_assignment: boolean }
}

/**
 * Returns the derived columns of a write.
 * @throws Fault `invalid` for a pending state without `pending_time`.
 */
export function derivedColumns(
  before: FieldValues | undefined,
  values: FieldValues,
  related: RelatedValues,
): FieldValues {
  const filled = { ...(before ? {} : withoutUndefined(related.defaults)), ...withoutUndefined(values) }
  const after = { ...before, ...filled }
  const waiting_since = waitingSince(after, related.stateTypeOf)
  return {
    ...(before ? {} : pick(filled, ['state_id', 'priority_id'])),
    ...oneLine(filled),
    ...mergedPreferences(before, values),
    ...organizationColumns(values, related),
    ...ownerColumns(before, after, related),
    ...stateColumns(before, values, after, related),
    ...(waiting_since === (before?.['waiting_since'] ?? null) ? {} : { waiting_since }),
  }
}

/** Returns the time since which the customer waits for an answer; null if the customer waits for none, as on a closed ticket. */
export function waitingSince(ticket: FieldValues, stateTypeOf: RelatedValues['stateTypeOf']): string | null {
  const stateType = stateTypeOf(ticket['state_id'] as number)
  const askedAt = (ticket['last_contact_customer_at'] ?? null) as string | null
  const answeredAt = (ticket['last_contact_agent_at'] ?? null) as string | null
  if (stateType === 'closed' || stateType === 'merged' || askedAt === null) return null
  return answeredAt === null || askedAt > answeredAt ? askedAt : null
}

/** Settings of a group for follow-ups: whether, and for how many days, customers may reply to a closed ticket. */
export interface FollowUp {
  readonly follow_up_possible: string
  readonly reopen_time_in_days: number | null
}

/**
 * Returns the time until which customers may write to a ticket in this state, in milliseconds since 1970: `Infinity` if
 * there is no end, `-Infinity` if they may not write at all.
 */
export function endOfFollowUp(ticket: FieldValues, stateType: string | undefined, group: FollowUp): number {
  if (stateType !== 'closed' || group.follow_up_possible === 'yes') return Infinity
  if (group.follow_up_possible !== 'new_ticket_after_certain_time') return -Infinity
  const closed = (ticket['last_close_at'] ?? ticket['close_at']) as string | null
  if (closed === null || group.reopen_time_in_days === null) return -Infinity
  return Date.parse(closed) + group.reopen_time_in_days * 24 * 3600 * 1000
}

/** An article, as far as counters and contact times of its ticket depend on it. */
export interface CountedArticle {
  readonly created_at: string
  readonly created_by_id: number
  readonly type_id: number
  readonly sender_id: number
  /** True if the article is a message, such as a mail or a call, and not a note. */
  readonly communication: boolean
  readonly internal: boolean
}

/** Returns the counters and contact times of a ticket. @param articles in the order of their time. */
export function countersOf(articles: readonly CountedArticle[]) {
  const counted = articles.filter(({ sender_id }) => sender_id !== senders.system)
  const contacts = articles.filter(isContact)
  const byAgent = contacts.filter(({ sender_id }) => sender_id === senders.agent)
  // Several messages of the customer in a row count as one contact, at the time of the first: since then the customer waits.
  const byCustomer = firstOfRuns(contacts, senders.customer)
  const agentAt = byAgent.at(-1)?.created_at ?? null
  const customerAt = byCustomer.at(-1)?.created_at ?? null
  return {
    article_count: counted.length,
    internal_article_count: counted.filter(({ internal }) => internal).length,
    create_article_type_id: articles[0]?.type_id ?? null,
    create_article_sender_id: articles[0]?.sender_id ?? null,
    first_response_at: byAgent[0]?.created_at ?? null,
    last_contact_agent_at: agentAt,
    last_contact_customer_at: customerAt,
    last_contact_at:
      [agentAt, customerAt]
        .filter((time) => time !== null)
        .toSorted()
        .at(-1) ?? null,
  }
}

/** Returns true if an article is an answer: a public message of an agent. */
export const isAnswer = (article: Pick<CountedArticle, 'communication' | 'internal' | 'sender_id'>): boolean =>
  isContact(article) && article.sender_id === senders.agent

/** Returns true if an article is a public message. */
export const isContact = ({ communication, internal }: Pick<CountedArticle, 'communication' | 'internal'>): boolean =>
  communication && !internal

/** Returns the first article of each run of consecutive articles of a sender. */
function firstOfRuns(articles: readonly CountedArticle[], sender: number): CountedArticle[] {
  return articles.filter(({ sender_id }, index) => sender_id === sender && articles[index - 1]?.sender_id !== sender)
}

const withoutUndefined = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const pick = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** Replaces tabs and line breaks in a title by spaces. */
const oneLine = ({ title }: FieldValues): FieldValues =>
  typeof title === 'string' ? { title: title.replace(/\s/g, ' ') } : {}

/** Merges the preferences of a body into the stored ones. */
function mergedPreferences(before: FieldValues | undefined, { preferences }: FieldValues): FieldValues {
  if (preferences === undefined) return {}
  return { preferences: { ...(before?.['preferences'] as object | undefined), ...(preferences as object) } }
}

/** Returns the organization in the body if it is one of the customer's, otherwise the customer's primary one. */
function organizationColumns(values: FieldValues, { organizations }: RelatedValues): FieldValues {
  if (!organizations) return {}
  const requested = values['organization_id'] as number | null | undefined
  if (requested !== undefined && requested !== null && organizations.includes(requested))
    return { organization_id: requested }
  return { organization_id: organizations[0] ?? null }
}

/**
 * Returns the owner, and the time at which the owner changed. An existing ticket loses its owner in two cases: it is not closed
 * and the owner lacks full access to its group, or a customer reopens it and `follow_up_assignment` of the group is off.
 */
function ownerColumns(
  before: FieldValues | undefined,
  after: FieldValues,
  { stateTypeOf, ownerHasAccess, actsAsAgent, group, now }: RelatedValues,
): FieldValues {
  const wasClosed = before !== undefined && stateTypeOf(before['state_id'] as number) === 'closed'
  const isClosed = stateTypeOf(after['state_id'] as number) === 'closed'
  const isReopened = wasClosed && !isClosed && !actsAsAgent
  const ownerLacksAccess = before !== undefined && !isClosed && !ownerHasAccess
  const owner =
    ownerLacksAccess || (isReopened && !group.follow_up_assignment)
      ? noOwner
      : ((after['owner_id'] as number) ?? noOwner)
  if (owner === ((before?.['owner_id'] as number) ?? noOwner)) return { owner_id: owner }
  return { owner_id: owner, last_owner_update_at: now }
}

/**
 * Requires a pending time for pending states, clears it for others, and sets the first and last time of closing. An update
 * of other columns does not check the pending time, so that old tickets without one can still be answered.
 */
function stateColumns(
  before: FieldValues | undefined,
  values: FieldValues,
  after: FieldValues,
  { stateTypeOf, now }: RelatedValues,
): FieldValues {
  const stateType = stateTypeOf(after['state_id'] as number) ?? ''
  const isWritten = !before || values['state_id'] !== undefined || values['pending_time'] !== undefined
  if (isWritten && stateType.startsWith('pending') && (after['pending_time'] ?? null) === null) {
    throw invalid('pending_time', `Missing required value for field 'pending_time'!`)
  }
  const isClosing = stateType === 'closed' && (!before || stateTypeOf(before['state_id'] as number) !== 'closed')
  return {
    ...(!stateType.startsWith('pending') && (after['pending_time'] ?? null) !== null ? { pending_time: null } : {}),
    ...(isClosing ? { close_at: before?.['close_at'] ?? now, last_close_at: now } : {}),
  }
}
