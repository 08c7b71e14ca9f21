import type { Connection } from '../db/dialect.ts'
import type { Unit } from '../kernel/context.ts'
import { insert, update } from '../writing/unit-of-work.ts'

/**
 * The name of the stored value that marks a database with default records, so that deleted ones are not created again.
 */
const markerName = 'default_records'

/**
 * Writes the records that every installation starts with, other than people and tickets: overviews, a signature, a
 * calendar, a macro and a trigger. A database from an older version gets them when it is opened.
 */
export async function writeDefaultRecords(unit: Unit): Promise<void> {
  const { sql } = unit.db
  if (await hasDefaultRecords(unit.db)) return
  await sql.insertInto('settings').values({ name: markerName, value: '1' }).execute()
  const roles = await sql.selectFrom('roles').select(['id', 'name']).execute()
  const roleIds = new Map(roles.map(({ id, name }) => [name, id]))
  await writeOverviews(unit, { agent: roleIds.get('Agent'), customer: roleIds.get('Customer') })
  const signature_id = await insert(unit, 'signature', { name: 'default', body: signature })
  await update(unit, 'group', 1, { signature_id })
  await insert(unit, 'calendar', { name: 'Monday to Friday', timezone: 'UTC', default: true, business_hours: week })
  await insert(unit, 'macro', { name: 'Close & tag as spam', perform: asSpam, ux_flow_next_up: 'next_task' })
  await insert(unit, 'trigger', confirmation)
}

/** Returns true if the default records have been written, even if they have been deleted since. */
export async function hasDefaultRecords({ sql }: Connection): Promise<boolean> {
  const row = await sql.selectFrom('settings').select('name').where('name', '=', markerName).executeTakeFirst()
  return row !== undefined
}

const signature = '<br>--<br>#{user.firstname} #{user.lastname}<br>#{ticket.group.name}'

const officeHours = { active: true, timeframes: [['09:00', '17:00']] }
const week = {
  ...Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, officeHours])),
  ...Object.fromEntries(['sat', 'sun'].map((day) => [day, { ...officeHours, active: false }])),
}

/** Ids of the default states, which conditions and actions contain as texts. */
const stateIds = { new: 1, open: 2, pendingReminder: 3, closed: 4, pendingClose: 6 } as const

const asSpam = {
  'ticket.state_id': { value: String(stateIds.closed) },
  'ticket.tags': { operator: 'add', value: 'spam' },
  'ticket.owner_id': { pre_condition: 'current_user.id', value: '' },
}

/**
 * Confirms new tickets of customers by mail. Inactive, because its text should be read first, and because two desks
 * could confirm the same ticket while one is replaced by the other.
 */
const confirmation = {
  name: 'auto reply (on new tickets)',
  active: false,
  condition: {
    'ticket.action': { operator: 'is', value: 'create' },
    'ticket.state_id': { operator: 'is not', value: [String(stateIds.closed)] },
    // The types `email`, `phone` and `web`, and the sender `Customer`.
    'article.type_id': { operator: 'is', value: ['1', '5', '11'] },
    'article.sender_id': { operator: 'is', value: ['2'] },
  },
  perform: {
    'notification.email': {
      recipient: 'article_last_sender',
      subject: 'We have received your request (#{ticket.title})',
      body: `<div>Hello #{ticket.customer.firstname},</div><br>
<div>your request has arrived as #{config.ticket_hook}#{ticket.number}, and we will look at it soon.</div><br>
<div>To add something, answer this mail.</div><br>
<div>#{config.product_name}</div>`,
    },
  },
}

type Condition = Readonly<Record<string, unknown>>

/** Selects tickets in these states. */
const inStates = (...names: readonly (keyof typeof stateIds)[]): Condition => ({
  'ticket.state_id': { operator: 'is', value: names.map((name) => String(stateIds[name])) },
})
/** The states of tickets that are not finished. */
const unfinished = ['new', 'open', 'pendingReminder', 'pendingClose'] as const
/** The states of tickets that customers see in their overviews. */
const exceptMerged = ['new', 'open', 'pendingReminder', 'closed', 'pendingClose'] as const
const isMe = { operator: 'is', pre_condition: 'current_user.id', value: '' }
const mine: Condition = { 'ticket.owner_id': isMe }
const pendingReached: Condition = {
  ...inStates('pendingReminder'),
  'ticket.pending_time': { operator: 'before (relative)', value: '0', range: 'minute' },
}

interface DefaultOverview {
  readonly role: 'agent' | 'customer'
  readonly name: string
  readonly link: string
  readonly prio: number
  readonly condition: Condition
  /** The column that the tickets are sorted by; `created_at` if absent. */
  readonly by?: string
  readonly columns: readonly string[]
  readonly organization_shared?: true
  readonly out_of_office?: true
}

const overviews: readonly DefaultOverview[] = [
  {
    role: 'agent',
    name: 'My assigned Tickets',
    link: 'my_assigned',
    prio: 1000,
    condition: { ...inStates(...unfinished), ...mine },
    columns: ['title', 'customer', 'group', 'created_at'],
  },
  {
    role: 'agent',
    name: 'Unassigned & Open',
    link: 'all_unassigned',
    prio: 1010,
    condition: {
      ...inStates('new', 'open'),
      'ticket.owner_id': { operator: 'is', pre_condition: 'not_set', value: '' },
    },
    columns: ['title', 'customer', 'group', 'created_at'],
  },
  {
    role: 'agent',
    name: 'My pending reached Tickets',
    link: 'my_pending_reached',
    prio: 1020,
    condition: { ...pendingReached, ...mine },
    columns: ['title', 'customer', 'group', 'created_at'],
  },
  {
    role: 'agent',
    name: 'My mentioned Tickets',
    link: 'my_mentioned_tickets',
    prio: 1025,
    condition: { 'ticket.mention_user_ids': isMe },
    by: 'updated_at',
    columns: ['title', 'customer', 'group', 'updated_at'],
  },
  {
    role: 'agent',
    name: 'Open',
    link: 'all_open',
    prio: 1030,
    condition: inStates('new', 'open'),
    columns: ['title', 'customer', 'group', 'state', 'owner', 'created_at'],
  },
  {
    role: 'agent',
    name: 'Pending reached',
    link: 'all_pending_reached',
    prio: 1040,
    condition: pendingReached,
    columns: ['title', 'customer', 'group', 'owner', 'created_at'],
  },
  {
    role: 'agent',
    name: 'Escalated',
    link: 'all_escalated',
    prio: 1050,
    condition: { 'ticket.escalation_at': { operator: 'till (relative)', value: '10', range: 'minute' } },
    by: 'escalation_at',
    columns: ['title', 'customer', 'group', 'owner', 'escalation_at'],
  },
  {
    role: 'agent',
    name: 'My replacement Tickets',
    link: 'my_replacement_tickets',
    prio: 1080,
    condition: { ...inStates(...unfinished), 'ticket.out_of_office_replacement_id': isMe },
    columns: ['title', 'customer', 'group', 'owner', 'escalation_at'],
    out_of_office: true,
  },
  {
    role: 'customer',
    name: 'My Tickets',
    link: 'my_tickets',
    prio: 1100,
    condition: { ...inStates(...exceptMerged), 'ticket.customer_id': isMe },
    columns: ['title', 'state', 'created_at'],
  },
  {
    role: 'customer',
    name: 'My Organization Tickets',
    link: 'my_organization_tickets',
    prio: 1200,
    condition: {
      ...inStates(...exceptMerged),
      'ticket.organization_id': { operator: 'is', pre_condition: 'current_user.organization_id', value: '' },
    },
    columns: ['title', 'customer', 'state', 'created_at'],
    organization_shared: true,
  },
]

/** @param roles the ids of the roles that see the overviews; undefined for a role that has been deleted. */
async function writeOverviews(
  unit: Unit,
  roles: Readonly<Record<DefaultOverview['role'], number | undefined>>,
): Promise<void> {
  for (const { role, by = 'created_at', columns, ...attributes } of overviews) {
    const role_id = roles[role]
    if (role_id === undefined) continue
    const overview_id = await insert(unit, 'overview', {
      ...attributes,
      order: { by, direction: by === 'updated_at' || role === 'customer' ? 'DESC' : 'ASC' },
      // The columns of each layout. The web interface shows `s`; existing Zammad clients may read the others.
      view: { d: columns, s: columns, m: ['number', ...columns], view_mode_default: 's' },
    })
    await unit.db.sql.insertInto('overviews_roles').values({ overview_id, role_id }).execute()
  }
}
