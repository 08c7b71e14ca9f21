import type { ResourceName } from '@deskbell/contract'
import { choicesOf, type CustomField, type FieldKind, kindOf } from '../../components/custom-fields.ts'
import type { Option } from '../../components/option-list.tsx'
import type { AdminText } from '../admin-texts.ts'

/**
 * The type of an attribute's values. It determines the operators and the field for a value. `choice` and `record`
 * stand for chosen records, but only an attribute of the kind `record` may be empty; `person` stands for chosen users,
 * the current user, or no user.
 */
export type AttributeKind =
  | 'choice'
  | 'person'
  | 'record'
  | 'option'
  | 'options'
  | 'text'
  | 'html'
  | 'time'
  | 'day'
  | 'tags'
  | 'boolean'
  | 'number'
  | 'event'

/** An attribute that conditions compare: of a ticket, its customer, its organization, its articles or its change. */
export interface Attribute {
  /** The name in a condition: `ticket.state_id`. */
  readonly name: string
  readonly kind: AttributeKind
  readonly label: AdminText | { readonly text: string }
  /** The resource that the values refer to. */
  readonly to?: ResourceName
  /** The values of a custom field with a list or tree of values. */
  readonly options?: readonly Option[]
  /** The values of an event, such as `create`. */
  readonly values?: readonly { readonly id: string; readonly label: AdminText | { readonly text: string } }[]
}

const attribute = (name: string, kind: AttributeKind, label: AdminText, to?: ResourceName): Attribute => ({
  name,
  kind,
  label,
  ...(to && { to }),
})

/** The attributes that every desk has, in the order in which they are offered. */
const standardAttributes: readonly Attribute[] = [
  attribute('ticket.state_id', 'choice', 'a_state', 'ticket_state'),
  attribute('ticket.priority_id', 'choice', 'a_priority', 'ticket_priority'),
  attribute('ticket.group_id', 'choice', 'a_group', 'group'),
  attribute('ticket.owner_id', 'person', 'a_owner', 'user'),
  attribute('ticket.customer_id', 'person', 'a_customer', 'user'),
  attribute('ticket.organization_id', 'record', 'a_organization', 'organization'),
  attribute('ticket.title', 'text', 'a_title'),
  attribute('ticket.tags', 'tags', 'a_tags'),
  attribute('ticket.number', 'text', 'a_number'),
  attribute('ticket.created_at', 'time', 'a_created_at'),
  attribute('ticket.updated_at', 'time', 'a_updated_at'),
  attribute('ticket.last_contact_customer_at', 'time', 'a_last_contact_customer_at'),
  attribute('ticket.last_contact_agent_at', 'time', 'a_last_contact_agent_at'),
  attribute('ticket.pending_time', 'time', 'a_pending_time'),
  attribute('ticket.escalation_at', 'time', 'a_escalation_at'),
  attribute('ticket.close_at', 'time', 'a_close_at'),
  attribute('customer.email', 'text', 'a_customer_email'),
  attribute('customer.vip', 'boolean', 'a_customer_vip'),
  attribute('organization.name', 'text', 'a_organization_name'),
  attribute('organization.vip', 'boolean', 'a_organization_vip'),
  attribute('article.subject', 'text', 'a_article_subject'),
  attribute('article.body', 'text', 'a_article_body'),
  attribute('article.from', 'text', 'a_article_from'),
]

/** Attributes of the change itself, for triggers only. */
const changeAttributes: readonly Attribute[] = [
  {
    ...attribute('ticket.action', 'event', 'a_ticket_action'),
    values: [
      { id: 'create', label: 'v_action_create' },
      { id: 'update', label: 'v_action_update' },
    ],
  },
  {
    ...attribute('article.action', 'event', 'a_article_action'),
    values: [{ id: 'create', label: 'v_article_create' }],
  },
]

/**
 * Returns the attributes that a condition can compare.
 * @param hasChanges true for conditions of triggers.
 */
export const attributesOf = (fields: readonly CustomField[], hasChanges = false): readonly Attribute[] => [
  ...(hasChanges ? changeAttributes : []),
  ...standardAttributes,
  ...fields.flatMap(customAttribute),
]

/** The kinds of attributes for custom fields. Values of external data sources cannot be compared. */
const customKinds: Readonly<Record<FieldKind, AttributeKind | undefined>> = {
  text: 'text',
  textarea: 'text',
  html: 'html',
  number: 'number',
  date: 'day',
  datetime: 'time',
  boolean: 'boolean',
  option: 'option',
  options: 'options',
  user: 'record',
  organization: 'record',
  external: undefined,
}

function customAttribute(field: CustomField): Attribute[] {
  const fieldKind = kindOf(field)
  const kind = customKinds[fieldKind]
  if (!kind) return []
  const base = { name: `ticket.${field.name}`, kind, label: { text: field.display } }
  if (fieldKind === 'user' || fieldKind === 'organization') return [{ ...base, to: fieldKind }]
  return [kind === 'option' || kind === 'options' ? { ...base, options: choicesOf(field) } : base]
}

const equalityOperators = ['is', 'is not']
const presenceOperators = ['is set', 'not set']
const listOperators = ['contains one', 'contains all', 'contains one not', 'contains all not']
const timeOperators = [
  'before (relative)',
  'within last (relative)',
  'within next (relative)',
  'before (absolute)',
  'after (absolute)',
  'today',
  ...presenceOperators,
]

/** The operators of each kind, the default first. */
export const operatorsOf: Readonly<Record<AttributeKind, readonly string[]>> = {
  choice: equalityOperators,
  person: [...equalityOperators, ...presenceOperators],
  record: [...equalityOperators, ...presenceOperators],
  option: [...equalityOperators, ...presenceOperators],
  options: [...listOperators, ...presenceOperators],
  boolean: ['is'],
  number: [...equalityOperators, ...presenceOperators],
  event: equalityOperators,
  text: ['contains', 'contains not', ...equalityOperators, 'starts with', 'ends with', ...presenceOperators],
  html: ['contains', 'contains not', ...presenceOperators],
  tags: listOperators,
  time: timeOperators,
  day: timeOperators,
}

/** Returns true for an operator that needs no value. */
export const isWithoutValue = (operator: string): boolean => withoutValue.has(operator)

/** Includes operators that the form does not offer, but that conditions written through the API may have. */
const withoutValue = new Set([
  'is set',
  'set',
  'not set',
  'today',
  'has changed',
  'has been changed',
  'has reached',
  'has reached warning',
])

/** Units of relative times. */
export const ranges = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
