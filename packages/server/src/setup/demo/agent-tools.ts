/** What the agents of the demo work with: text modules, macros, templates and saved views. */
import type { FieldValues } from '../../kernel/context.ts'
import { demoNote } from './people.ts'

/** The ids of the default states in a new desk. */
const states = { new: 1, open: 2, reminder: 3, closed: 4 } as const

export const textModules: readonly FieldValues[] = [
  {
    name: 'Thanks and details',
    keywords: 'thanks, details, logs',
    content:
      '<p>Hello #{ticket.customer.firstname},</p><p>thank you for your message. To find the cause, we need the exact text of the error and the time at which it appeared.</p>',
    note: demoNote,
  },
  {
    name: 'Solved, please confirm',
    keywords: 'solved, confirm, done',
    content:
      '<p>Hello #{ticket.customer.firstname},</p><p>this should work again. Please tell us if it does not; we close the ticket in three days.</p>',
    note: demoNote,
  },
  {
    name: 'Remote session',
    keywords: 'remote, screen, appointment',
    content: '<p>May we look at it together? Please suggest a time between 9:00 and 17:00.</p>',
    note: demoNote,
  },
  {
    name: 'Greeting of the team',
    keywords: 'regards, bye',
    content: '<p>Kind regards<br>#{user.firstname} #{user.lastname}, #{ticket.group.name}</p>',
    note: demoNote,
  },
]

export const macros: readonly FieldValues[] = [
  {
    name: 'Take it',
    perform: {
      'ticket.state_id': { value: String(states.open) },
      'ticket.owner_id': { pre_condition: 'current_user.id' },
    },
    note: demoNote,
  },
  {
    name: 'Close as spam',
    perform: {
      'ticket.state_id': { value: String(states.closed) },
      'ticket.tags': { operator: 'add', value: 'spam' },
    },
    ux_flow_next_up: 'next_from_overview',
    note: demoNote,
  },
]

export const templates: readonly FieldValues[] = [
  {
    name: 'New colleague (demo)',
    options: {
      'ticket.title': { value: 'New colleague: ' },
      'ticket.tags': { operator: 'add', value: 'onboarding' },
      'article.body': { value: 'Name:<br>First day:<br>Team:<br>Hardware:<br>Accounts:' },
    },
  },
]

/** Saved views of the first agent. */
export const savedViews: readonly FieldValues[] = [
  { name: 'Customer waits', query: 'waiting_since:*', order: { by: 'waiting_since', direction: 'ASC' }, condition: {} },
  {
    name: 'High priority',
    condition: {
      'ticket.state_id': { operator: 'is', value: [states.new, states.open, states.reminder].map(String) },
      'ticket.priority_id': { operator: 'is', value: ['3'] },
    },
    order: { by: 'updated_at', direction: 'DESC' },
  },
]
