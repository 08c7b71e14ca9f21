import { boolean, customFields, decimal, id, integer, object, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const setBySla = (doc: string) => ({ null: true, write: 'server', doc }) as const
/** A deadline that the ticket's service level agreement sets. */
const deadline = (goal: string) => setBySla(`Deadline that the SLA sets for ${goal}; null if there is none.`)
/** How long the work on a ticket took, in minutes of its service level agreement's business hours. */
const minutesTaken = (span: string) => setBySla(`Business minutes ${span}, for tickets with an SLA.`)
const minutesLeft = (taken: string) =>
  setBySla(`Minutes that the SLA allows, minus \`${taken}\`; negative if the deadline was missed.`)

export const ticket = resource('ticket', {
  path: 'tickets',
  model: 'Ticket',
  doc: 'A customer’s request and the conversation about it, until it is closed.',
  indexed: true,
  fields: {
    id: id(),
    group_id: ref('group', { doc: 'The group that works on the ticket; decides which agents see it.' }),
    priority_id: ref('ticket_priority', { doc: 'The urgency of the ticket.' }),
    state_id: ref('ticket_state', { doc: 'The state: new, open, closed, ...' }),
    organization_id: ref('organization', {
      null: true,
      doc: 'An organization of the customer. Default: the primary one at the time when the customer is set.',
    }),
    number: text({
      max: 60,
      write: 'once',
      unique: true,
      doc: 'The number that people quote: digits, different from the id.',
    }),
    title: text({ max: 250, doc: 'The subject, in one line.' }),
    owner_id: ref('user', { default: 1, doc: 'The agent responsible for the ticket; 1 if there is none.' }),
    customer_id: ref('user', { doc: 'The user who made the request.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    first_response_at: time({ null: true, write: 'server', doc: 'Time of the first public answer by an agent.' }),
    first_response_escalation_at: time(deadline('the first response')),
    first_response_in_min: integer(minutesTaken('from the creation to the first response')),
    first_response_diff_in_min: integer(minutesLeft('first_response_in_min')),
    close_at: time({ null: true, write: 'server', doc: 'Time of the first closing.' }),
    close_escalation_at: time(deadline('the first closing')),
    close_in_min: integer(minutesTaken('from the creation to the first closing')),
    close_diff_in_min: integer(minutesLeft('close_in_min')),
    update_escalation_at: time(deadline('the next response')),
    update_in_min: integer(minutesTaken('of the longest time until a response')),
    update_diff_in_min: integer(minutesLeft('update_in_min')),
    last_close_at: time({ null: true, write: 'server', doc: 'Time of the last closing.' }),
    last_contact_at: time({
      null: true,
      write: 'server',
      doc: 'The later of `last_contact_agent_at` and `last_contact_customer_at`.',
    }),
    last_contact_agent_at: time({ null: true, write: 'server', doc: 'Time of the last public message by an agent.' }),
    last_contact_customer_at: time({
      null: true,
      write: 'server',
      doc: 'Time of the last message by the customer; of several in a row, that of the first.',
    }),
    waiting_since: time({
      null: true,
      write: 'server',
      doc: 'The time since which the customer has been waiting for an answer, which is that of the first message after the last answer by an agent; null in closed and merged tickets.',
    }),
    last_owner_update_at: time({ null: true, write: 'server', doc: 'Time of the last change of owner.' }),
    create_article_type_id: ref('article_type', {
      null: true,
      write: 'server',
      doc: 'The type of the first article: email, phone, web, ...',
    }),
    create_article_sender_id: ref('article_sender', {
      null: true,
      write: 'server',
      doc: 'The kind of author of the first article: agent, customer or system.',
    }),
    article_count: integer({
      null: true,
      write: 'server',
      doc: 'Number of articles that the caller may read, without articles of the system.',
    }),
    escalation_at: time(setBySla('The earliest of the three deadlines that the SLA sets; null if there is none.')),
    pending_time: time({ null: true, doc: 'End of the pending time: required in pending states, null in all others.' }),
    type: text({ max: 100, null: true, doc: 'The kind of request, in installations that distinguish kinds.' }),
    time_unit: decimal({ null: true, write: 'server', doc: 'Sum of the accounted time.' }),
    checklist_id: integer({ null: true, write: 'server', doc: 'Id of the ticket’s checklist.' }),
    preferences: object({ doc: 'Free-form JSON object.' }),
    ...customFields,
    ...stamps,
    internal_article_count: integer({
      hidden: true,
      write: 'server',
      default: 0,
      doc: 'Number of internal articles in `article_count`, subtracted for customers.',
    }),
    change: integer({
      hidden: true,
      unique: true,
      write: 'server',
      doc: 'Number of the last change. It grows with every write; searches return the highest first.',
    }),
  },
  many: {
    articles: { to: 'article', of: 'ticket_id', doc: 'Messages and notes of the ticket.' },
    ticket_time_accounting: { to: 'time_accounting', of: 'ticket_id', doc: 'Time spent on the ticket.' },
    tags: {
      to: 'tag',
      through: 'tickets_tags',
      near: 'ticket_id',
      far: 'tag_id',
      ids: false,
      write: 'server',
      doc: 'Tags of the ticket.',
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
  doc: 'The state of a ticket: new, open, pending, closed or merged.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    state_type_id: ref('ticket_state_type', {
      doc: 'The type of the state, which decides how the service treats its tickets.',
    }),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    next_state_id: ref('ticket_state', {
      null: true,
      doc: 'The state that follows when the pending time ends, for states of the type `pending action`.',
    }),
    ignore_escalation: boolean({
      default: false,
      doc: 'True if tickets in this state do not escalate, and if SLAs do not count the time in it.',
    }),
    default_create: boolean({ default: false, doc: 'True for the state of new tickets.' }),
    default_follow_up: boolean({
      default: false,
      doc: 'True for the state of a new ticket after the first answer by an agent, and of a pending or closed ticket after a follow-up.',
    }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
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
  doc: 'A fixed type of ticket states.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    ...stamps,
  },
})

export const ticketPriority = resource('ticket_priority', {
  path: 'ticket_priorities',
  model: 'Ticket::Priority',
  doc: 'The urgency of a ticket.',
  label: 'name',
  indexed: true,
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    default_create: boolean({ default: false, doc: 'True for the priority of new tickets.' }),
    ui_icon: text({ max: 100, null: true, search: false, doc: 'Icon shown for the priority.' }),
    ui_color: text({ max: 100, null: true, search: false, doc: 'Colour of the priority.' }),
    note: text({ max: 250, null: true, doc: 'Free-text note.' }),
    active: boolean({ default: true, doc: 'True while the record is in use.' }),
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
  doc: 'A word or phrase that groups tickets.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, doc: 'The text of the tag.' }),
    name_downcase: text({ max: 250, unique: true, hidden: true }),
    ...stamps,
  },
})
