import type { ResourceName } from '@deskbell/contract'
import type { CustomField } from '../../components/custom-fields.ts'
import type { AdminText } from '../admin-texts.ts'

/** The type of an attribute's values. It determines the operators and the field for a value. */
export type AttributeKind = 'choice' | 'person' | 'text' | 'time' | 'tags' | 'boolean' | 'number' | 'event'

/** An attribute of tickets that conditions compare and actions set. */
export interface Attribute {
  /** Its name in a condition: `ticket.state_id`. */
  readonly name: string
  readonly kind: AttributeKind
  readonly label: AdminText | { readonly text: string }
  /** The resource of its values. */
  readonly to?: ResourceName
  /** Its values, if they are not records. */
  readonly values?: readonly { readonly id: string; readonly label: AdminText | { readonly text: string } }[]
}

const attribute = (name: string, kind: AttributeKind, label: AdminText, to?: ResourceName): Attribute => ({
  name,
  kind,
  label,
  ...(to && { to }),
})

/** The attributes that every desk has, in the order of the list. */
const usual: readonly Attribute[] = [
  attribute('ticket.state_id', 'choice', 'a_state', 'ticket_state'),
  attribute('ticket.priority_id', 'choice', 'a_priority', 'ticket_priority'),
  attribute('ticket.group_id', 'choice', 'a_group', 'group'),
  attribute('ticket.owner_id', 'person', 'a_owner', 'user'),
  attribute('ticket.customer_id', 'person', 'a_customer', 'user'),
  attribute('ticket.organization_id', 'person', 'a_organization', 'organization'),
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
const ofChanges: readonly Attribute[] = [
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
  ...(hasChanges ? ofChanges : []),
  ...usual,
  ...fields.flatMap(customAttribute),
]

const customKinds: Readonly<Record<string, AttributeKind>> = {
  input: 'text',
  textarea: 'text',
  select: 'text',
  tree_select: 'text',
  boolean: 'boolean',
  integer: 'number',
  date: 'time',
  datetime: 'time',
}

function customAttribute({ name, display, data_type }: CustomField): Attribute[] {
  const kind = customKinds[data_type]
  return kind ? [{ name: `ticket.${name}`, kind, label: { text: display } }] : []
}

const choices = ['is', 'is not']

/** The operators of each kind, the usual one first. */
export const operatorsOf: Readonly<Record<AttributeKind, readonly string[]>> = {
  choice: choices,
  person: [...choices, 'is set', 'not set'],
  boolean: ['is'],
  number: [...choices, 'is set', 'not set'],
  event: choices,
  text: ['contains', 'contains not', 'is', 'is not', 'starts with', 'ends with', 'is set', 'not set'],
  tags: ['contains one', 'contains all', 'contains one not', 'contains all not'],
  time: [
    'before (relative)',
    'within last (relative)',
    'within next (relative)',
    'before (absolute)',
    'after (absolute)',
    'today',
    'is set',
    'not set',
  ],
}

/** Operators that need no value. */
export const isWithoutValue = (operator: string): boolean =>
  ['is set', 'not set', 'today', 'has changed'].includes(operator)

/** Units of relative times. */
export const ranges = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
