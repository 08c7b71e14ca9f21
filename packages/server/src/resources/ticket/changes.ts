/**
 * What a write means for a ticket beyond what it says: state, owner, organization, times and counters. Pure, and the
 * same for the API, for macros and for mail.
 */
import { noOwner } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'
import { senders } from '../article/kinds.ts'

/** What the rules have to know beside the ticket itself. */
export interface Facts {
  /** The moment of the write, ISO 8601. */
  readonly now: string
  /** The kind of a state: new, open, pending reminder, pending action, closed, merged. */
  readonly kindOf: (state: number) => string | undefined
  /** What a new ticket gets that does not say otherwise. */
  readonly defaults: { readonly state_id: number | undefined; readonly priority_id: number | undefined }
  /** The organizations of the customer, the primary one first; undefined where neither changes. */
  readonly organizations: readonly number[] | undefined
  /** Whether the owner may own tickets of the group. */
  readonly ownerFits: boolean
  /** The caller changes the ticket as an agent, not as its customer. */
  readonly asAgent: boolean
  /** What the group does with an answer to a closed ticket. */
  readonly group: { readonly follow_up_assignment: boolean }
}

/**
 * The columns that follow from a write.
 * @throws Fault `invalid` for a pending state without `pending_time`.
 */
export function derivedColumns(before: FieldValues | undefined, given: FieldValues, facts: Facts): FieldValues {
  const filled = { ...(before ? {} : withoutBlank(facts.defaults)), ...withoutBlank(given) }
  const after = { ...before, ...filled }
  return {
    ...(before ? {} : pick(filled, ['state_id', 'priority_id'])),
    ...oneLine(filled),
    ...merged(before, given),
    ...organization(given, facts),
    ...ownership(before, after, facts),
    ...stateTimes(before, given, after, facts),
  }
}

/** When a group forgets a closed ticket, its customer opens a new one (reference, section 5.6). */
export interface FollowUp {
  readonly follow_up_possible: string
  readonly reopen_time_in_days: number | null
}

/** Whether somebody who is no agent of its group may still write to a ticket in this state. */
export function mayFollowUp(ticket: FieldValues, kind: string | undefined, group: FollowUp, now: string): boolean {
  if (kind !== 'closed' || group.follow_up_possible === 'yes') return true
  if (group.follow_up_possible !== 'new_ticket_after_certain_time') return false
  const closed = (ticket['last_close_at'] ?? ticket['close_at']) as string | null
  if (closed === null || group.reopen_time_in_days === null) return false
  return Date.parse(now) <= Date.parse(closed) + group.reopen_time_in_days * 24 * 3600 * 1000
}

/** An article as far as its ticket depends on it. */
export interface ArticleFacts {
  readonly created_at: string
  readonly created_by_id: number
  readonly type_id: number
  readonly sender_id: number
  /** Whether it reached the other side; a note does not. */
  readonly communication: boolean
  readonly internal: boolean
}

/** Counters and contact times (reference, section 5.5). `articles` are in the order of their time. */
export function countersOf(articles: readonly ArticleFacts[]) {
  const counted = articles.filter(({ sender_id }) => sender_id !== senders.system)
  const open = articles.filter(isPublicContact)
  const byAgent = open.filter(({ sender_id }) => sender_id === senders.agent)
  const byCustomer = firstOfRuns(open, senders.customer)
  const [agentAt, customerAt] = [byAgent.at(-1)?.created_at ?? null, byCustomer.at(-1)?.created_at ?? null]
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
        .filter((at) => at !== null)
        .toSorted()
        .at(-1) ?? null,
  }
}

/** Whether an article is an answer: a public message of an agent (reference, section 5.5). */
export const isAnswer = (article: Pick<ArticleFacts, 'communication' | 'internal' | 'sender_id'>): boolean =>
  isPublicContact(article) && article.sender_id === senders.agent

const isPublicContact = ({ communication, internal }: Pick<ArticleFacts, 'communication' | 'internal'>): boolean =>
  communication && !internal

/** Only the first of several messages in a row asks; the others add to it. */
function firstOfRuns(articles: readonly ArticleFacts[], sender: number): ArticleFacts[] {
  return articles.filter(({ sender_id }, index) => sender_id === sender && articles[index - 1]?.sender_id !== sender)
}

const withoutBlank = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const pick = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** A title is one line: tabs and line breaks become blanks. */
const oneLine = ({ title }: FieldValues): FieldValues =>
  typeof title === 'string' ? { title: title.replace(/\s/g, ' ') } : {}

/** Keys of the settings that are not named stay. */
function merged(before: FieldValues | undefined, { preferences }: FieldValues): FieldValues {
  if (preferences === undefined) return {}
  return { preferences: { ...(before?.['preferences'] as object | undefined), ...(preferences as object) } }
}

/** The organization is one of the customer's; the primary one where another one, or none, is named. */
function organization(given: FieldValues, { organizations }: Facts): FieldValues {
  if (!organizations) return {}
  const wanted = given['organization_id'] as number | null | undefined
  if (wanted !== undefined && wanted !== null && organizations.includes(wanted)) return { organization_id: wanted }
  return { organization_id: organizations[0] ?? null }
}

/** A ticket that is still worked on has an owner who can work on it, or none. */
function ownership(
  before: FieldValues | undefined,
  after: FieldValues,
  { kindOf, ownerFits, asAgent, group, now }: Facts,
): FieldValues {
  const wasClosed = before !== undefined && kindOf(before['state_id'] as number) === 'closed'
  const isClosed = kindOf(after['state_id'] as number) === 'closed'
  const reopened = wasClosed && !isClosed && !asAgent
  const unfit = before !== undefined && !isClosed && !ownerFits
  const owner =
    unfit || (reopened && !group.follow_up_assignment) ? noOwner : ((after['owner_id'] as number) ?? noOwner)
  if (owner === ((before?.['owner_id'] as number) ?? noOwner)) return { owner_id: owner }
  return { owner_id: owner, last_owner_update_at: now }
}

/**
 * A pending state needs a time to wait for, and other states have none; closing is noted, the first time and the last.
 * A ticket from before this rule is checked when its state or its time is written, so that it can still be answered.
 */
function stateTimes(
  before: FieldValues | undefined,
  given: FieldValues,
  after: FieldValues,
  { kindOf, now }: Facts,
): FieldValues {
  const kind = kindOf(after['state_id'] as number) ?? ''
  const isWritten = !before || given['state_id'] !== undefined || given['pending_time'] !== undefined
  if (isWritten && kind.startsWith('pending') && (after['pending_time'] ?? null) === null) {
    throw invalid('pending_time', `Missing required value for field 'pending_time'!`)
  }
  const closes = kind === 'closed' && (!before || kindOf(before['state_id'] as number) !== 'closed')
  return {
    ...(!kind.startsWith('pending') && (after['pending_time'] ?? null) !== null ? { pending_time: null } : {}),
    ...(closes ? { close_at: before?.['close_at'] ?? now, last_close_at: now } : {}),
  }
}
