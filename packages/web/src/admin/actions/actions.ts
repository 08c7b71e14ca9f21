import type { ResourceName } from '@deskbell/contract'
import type { CustomField } from '../../components/custom-fields.ts'
import type { AdminText } from '../admin-texts.ts'

/** The value of an action, as the service stores it under the name of the changed attribute. */
export type ActionValue = Readonly<Record<string, unknown>>

/** The kind of field for the value of an action. */
export type ActionKind = 'record' | 'person' | 'tags' | 'text' | 'html' | 'wait' | 'mail' | 'webhook' | 'delete'

/** An effect of a macro, trigger or template on a ticket. */
export interface Action {
  /** Its name in the stored object: `ticket.state_id`. */
  readonly name: string
  readonly kind: ActionKind
  readonly label: AdminText | { readonly text: string }
  readonly to?: ResourceName
  /** The initial value. */
  readonly first: ActionValue
}

const action = (name: string, kind: ActionKind, label: AdminText, first: ActionValue, to?: ResourceName): Action => ({
  name,
  kind,
  label,
  first,
  ...(to && { to }),
})

const values: readonly Action[] = [
  action('ticket.state_id', 'record', 'a_state', { value: '' }, 'ticket_state'),
  action('ticket.priority_id', 'record', 'a_priority', { value: '' }, 'ticket_priority'),
  action('ticket.group_id', 'record', 'a_group', { value: '' }, 'group'),
  action('ticket.owner_id', 'person', 'a_owner', { pre_condition: 'current_user.id', value: '' }, 'user'),
  action('ticket.pending_time', 'wait', 'a_pending_time', { operator: 'relative', value: '1', range: 'day' }),
  action('ticket.title', 'text', 'a_title', { value: '' }),
]

/** The actions of macros. */
const ofMacros: readonly Action[] = [
  ...values,
  action('ticket.tags', 'tags', 'a_tags', { operator: 'add', value: '' }),
  action('article.note', 'html', 'a_note', { body: '', internal: 'true' }),
  action('ticket.subscribe', 'person', 'a_subscribe', { pre_condition: 'current_user.id', value: '' }, 'user'),
]

/** Further actions of triggers and jobs. */
const ofRules: readonly Action[] = [
  action('notification.email', 'mail', 'a_mail', { recipient: ['ticket_customer'], subject: '', body: '' }),
  action('notification.webhook', 'webhook', 'a_webhook', { webhook_id: '' }, 'webhook'),
  action('ticket.action', 'delete', 'a_delete', { value: 'delete' }),
]

/** The kind of record that contains the actions. It determines which actions are offered. */
export type ActionUse = 'macro' | 'rule' | 'template'

/** Returns the actions that are offered. */
export function actionsFor(use: ActionUse, fields: readonly CustomField[]): readonly Action[] {
  const custom = fields.filter(({ data_type }) => typed.has(data_type)).map(customAction)
  if (use === 'template') return [...values, action('article.body', 'html', 'a_text', { value: '' }), ...custom]
  return [...ofMacros, ...custom, ...(use === 'rule' ? ofRules : [])]
}

/** Types of custom fields whose value is entered as a text. */
const typed = new Set(['input', 'textarea', 'select', 'tree_select', 'integer', 'date'])

const customAction = ({ name, display }: CustomField): Action => ({
  name: `ticket.${name}`,
  kind: 'text',
  label: { text: display },
  first: { value: '' },
})
