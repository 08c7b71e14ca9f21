import { boolean, customFields, decimal, id, integer, object, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const bySla = { null: true, write: 'server', doc: 'Kept by the service level agreement that applies.' } as const

export const ticket = resource('ticket', {
  path: 'tickets',
  model: 'Ticket',
  doc: 'A request of a customer, and everything said about it until it is closed.',
  indexed: true,
  fields: {
    id: id(),
    group_id: ref('group', { doc: 'The group that works on it; decides which agents see it.' }),
    priority_id: ref('ticket_priority', { doc: 'How urgent it is.' }),
    state_id: ref('ticket_state', { doc: 'Where it stands: new, open, closed, ...' }),
    organization_id: ref('organization', { null: true, doc: 'The organization of the customer when it was created.' }),
    number: text({
      max: 60,
      write: 'once',
      unique: true,
      doc: 'The number people quote; digits, distinct from the id.',
    }),
    title: text({ max: 250, doc: 'What it is about, in one line.' }),
    owner_id: ref('user', { default: 1, doc: 'The agent who takes care of it; 1 means nobody yet.' }),
    customer_id: ref('user', { doc: 'The user who asked.' }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    first_response_at: time({ null: true, write: 'server', doc: 'The first public answer by an agent.' }),
    first_response_escalation_at: time(bySla),
    first_response_in_min: integer(bySla),
    first_response_diff_in_min: integer(bySla),
    close_at: time({ null: true, write: 'server', doc: 'When it was closed for the first time.' }),
    close_escalation_at: time(bySla),
    close_in_min: integer(bySla),
    close_diff_in_min: integer(bySla),
    update_escalation_at: time(bySla),
    update_in_min: integer(bySla),
    update_diff_in_min: integer(bySla),
    last_close_at: time({ null: true, write: 'server', doc: 'When it was closed last.' }),
    last_contact_at: time({ null: true, write: 'server', doc: 'The last public message of either side.' }),
    last_contact_agent_at: time({ null: true, write: 'server', doc: 'The last public message of an agent.' }),
    last_contact_customer_at: time({ null: true, write: 'server', doc: 'The last message of the customer.' }),
    last_owner_update_at: time({ null: true, write: 'server', doc: 'When the owner last changed.' }),
    create_article_type_id: ref('article_type', { null: true, write: 'server', doc: 'How it came in.' }),
    create_article_sender_id: ref('article_sender', {
      null: true,
      write: 'server',
      doc: 'Who wrote the first article.',
    }),
    article_count: integer({
      null: true,
      write: 'server',
      doc: 'Articles that the caller may read, those of the system left out.',
    }),
    escalation_at: time(bySla),
    pending_time: time({ null: true, doc: 'Until when it waits: required in pending states, null in all others.' }),
    type: text({ max: 100, null: true, doc: 'The kind of request, where an installation tells kinds apart.' }),
    time_unit: decimal({ null: true, write: 'server', doc: 'Sum of the time accounted.' }),
    checklist_id: integer({ null: true, write: 'server', doc: 'Id of its checklist.' }),
    preferences: object({ doc: 'Free-form settings.' }),
    ...customFields,
    ...stamps,
    internal_article_count: integer({
      hidden: true,
      write: 'server',
      default: 0,
      doc: 'Internal articles among `article_count`; customers do not count them.',
    }),
    change: integer({
      hidden: true,
      unique: true,
      write: 'server',
      doc: 'Number of the last change; grows with every write, so that descending order is the order of a search.',
    }),
  },
  many: {
    articles: { to: 'article', of: 'ticket_id', doc: 'Its messages and notes.' },
    ticket_time_accounting: { to: 'time_accounting', of: 'ticket_id', doc: 'Time that was spent on it.' },
    tags: {
      to: 'tag',
      through: 'tickets_tags',
      near: 'ticket_id',
      far: 'tag_id',
      ids: false,
      write: 'server',
      doc: 'The words it is marked with.',
    },
  },
  can: {
    read: [],
    search: [],
    create: ['ticket.agent', 'ticket.customer'],
    update: ['ticket.agent', 'ticket.customer'],
    delete: ['admin'],
  },
})

export const ticketState = resource('ticket_state', {
  path: 'ticket_states',
  model: 'Ticket::State',
  doc: 'Where a ticket stands: new, open, pending, closed or merged.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    state_type_id: ref('ticket_state_type', { doc: 'Decides how the service treats tickets in this state.' }),
    name: text({ max: 250, unique: true, doc: 'Its name; no two are alike.' }),
    next_state_id: ref('ticket_state', { null: true, doc: 'The state that follows when the pending time is over.' }),
    ignore_escalation: boolean({ default: false, doc: 'Nothing becomes due in it.' }),
    default_create: boolean({ default: false, doc: 'The state of new tickets.' }),
    default_follow_up: boolean({ default: false, doc: 'The state after an answer to a new or closed ticket.' }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    active: boolean({ default: true, doc: 'Whether it is in use.' }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'ticket.customer', 'admin.object', 'admin.ticket_state'],
    create: ['admin.object', 'admin.ticket_state'],
    update: ['admin.object', 'admin.ticket_state'],
    delete: ['admin.object', 'admin.ticket_state'],
  },
})

export const ticketStateType = resource('ticket_state_type', {
  path: 'ticket_state_types',
  model: 'Ticket::StateType',
  doc: 'The fixed kinds of state.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Its name; no two are alike.' }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    ...stamps,
  },
})

export const ticketPriority = resource('ticket_priority', {
  path: 'ticket_priorities',
  model: 'Ticket::Priority',
  doc: 'How urgent a ticket is.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Its name; no two are alike.' }),
    default_create: boolean({ default: false, doc: 'The priority of new tickets.' }),
    ui_icon: text({ max: 100, null: true, search: false, doc: 'The sign it is shown with.' }),
    ui_color: text({ max: 100, null: true, search: false, doc: 'The colour it is shown in.' }),
    note: text({ max: 250, null: true, doc: 'A remark.' }),
    active: boolean({ default: true, doc: 'Whether it is in use.' }),
    ...stamps,
  },
  can: {
    read: ['ticket.agent', 'ticket.customer', 'admin.object', 'admin.ticket_priority'],
    create: ['admin.object', 'admin.ticket_priority'],
    update: ['admin.object', 'admin.ticket_priority'],
    delete: ['admin.object', 'admin.ticket_priority'],
  },
})

export const tag = resource('tag', {
  path: 'tags',
  model: 'Tag',
  doc: 'A word that groups tickets.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'The word.' }),
    name_downcase: text({ max: 250, unique: true, hidden: true }),
    ...stamps,
  },
})
