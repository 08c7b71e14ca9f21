import type { ResourceName } from '@deskbell/contract'
import { type CustomField, type FieldKind, kindOf } from '../../components/custom-fields.ts'
import type { AdminText } from '../admin-texts.ts'

/** The value of an action, as the service stores it under the name of the changed attribute. */
export type ActionValue = Readonly<Record<string, unknown>>

/** The kind of field for the value of an action. */
export type ActionKind =
  | 'record'
  | 'person'
  | 'tags'
  | 'text'
  | 'html'
  | 'duration'
  | 'mail'
  | 'webhook'
  | 'delete'
  | 'field'

/** An effect of a macro, trigger, job or template on a ticket. */
export interface Action {
  /** The name in the stored object: `ticket.state_id`. */
  readonly name: string
  readonly kind: ActionKind
  readonly label: AdminText | { readonly text: string }
  /** The resource that the value refers to. */
  readonly to?: ResourceName
  /** The custom field that the action sets. */
  readonly field?: CustomField
  /** The initial value. */
  readonly initial: ActionValue
}

/** The properties of the field for the value of an action. */
export interface ActionValueProps {
  action: Action
  label: string
  value: ActionValue
  onChange: (value: ActionValue) => void
}

const action = (name: string, kind: ActionKind, label: AdminText, initial: ActionValue, to?: ResourceName): Action => ({
  name,
  kind,
  label,
  initial,
  ...(to && { to }),
})

/** Actions that set an attribute. Templates have them, too. */
const attributeActions: readonly Action[] = [
  action('ticket.state_id', 'record', 'a_state', { value: '' }, 'ticket_state'),
  action('ticket.priority_id', 'record', 'a_priority', { value: '' }, 'ticket_priority'),
  action('ticket.group_id', 'record', 'a_group', { value: '' }, 'group'),
  action('ticket.owner_id', 'person', 'a_owner', { pre_condition: 'current_user.id', value: '' }, 'user'),
  action('ticket.pending_time', 'duration', 'a_pending_time', { operator: 'relative', value: '1', range: 'day' }),
  action('ticket.title', 'text', 'a_title', { value: '' }),
]

/** Returns the error of a macro or rule without an action; undefined if it has one. */
export const missingAction = (value: unknown): AdminText | undefined =>
  Object.keys(value ?? {}).length === 0 ? 'action_missing' : undefined

/** The actions of macros. */
const macroActions: readonly Action[] = [
  ...attributeActions,
  action('ticket.tags', 'tags', 'a_tags', { operator: 'add', value: '' }),
  action('article.note', 'html', 'a_note', { body: '', internal: 'true' }),
  action('ticket.subscribe', 'person', 'a_subscribe', { pre_condition: 'current_user.id', value: '' }, 'user'),
]

/** Additional actions of triggers and jobs. */
const ruleActions: readonly Action[] = [
  action('notification.email', 'mail', 'a_mail', { recipient: ['ticket_customer'], subject: '', body: '' }),
  action('notification.webhook', 'webhook', 'a_webhook', { webhook_id: '' }, 'webhook'),
  action('ticket.action', 'delete', 'a_delete', { value: 'delete' }),
]

/** The kind of record that contains the actions; `rule` is a trigger or a job. It determines which actions are offered. */
export type ActionUse = 'macro' | 'rule' | 'template'

/** Returns the actions that are offered. */
export function actionsFor(use: ActionUse, fields: readonly CustomField[]): readonly Action[] {
  const custom = fields.flatMap(customAction)
  if (use === 'template')
    return [...attributeActions, action('article.body', 'html', 'a_text', { value: '' }), ...custom]
  return [...macroActions, ...custom, ...(use === 'rule' ? ruleActions : [])]
}

/** The initial values of actions by the kind of the custom field. Values of external data sources cannot be set. */
const initialValues: Readonly<Record<FieldKind, ActionValue | undefined>> = {
  text: { value: '' },
  textarea: { value: '' },
  html: { value: '' },
  number: { value: '' },
  date: { value: '' },
  datetime: { operator: 'relative', value: '1', range: 'day' },
  boolean: { value: true },
  option: { value: '' },
  options: { value: [] },
  user: { value: '' },
  organization: { value: '' },
  external: undefined,
}

function customAction(field: CustomField): Action[] {
  const initial = initialValues[kindOf(field)]
  return initial
    ? [{ name: `ticket.${field.name}`, kind: 'field', label: { text: field.display }, initial, field }]
    : []
}
