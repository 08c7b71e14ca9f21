import { permissions, type Permission, systemUser } from '@deskbell/contract'
import { hasDefaultRecords, writeDefaultRecords } from './default-records.ts'
import { hashPassword } from '../auth/hashing.ts'
import type { Connection } from '../db/dialect.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { hasBuiltInAttributes, insertMissingBuiltInAttributes } from '../resources/object_attribute/built-in.ts'
import { searchSettings } from '../search/settings.ts'
import { insert, record, unitOfWork } from '../writing/unit-of-work.ts'
import { nextTicketNumber } from '../resources/ticket/number.ts'

/** The administrator whom the first start creates. */
export interface FirstAdmin {
  readonly email: string
  readonly password: string
}

/** Adds the default records of this version to an existing desk. @returns false for a new database. */
export async function completeDefaults(desk: Desk): Promise<boolean> {
  if (await isNew(desk.database)) return false
  if (!(await hasDefaultRecords(desk.database))) await unitOfWork(desk, systemUser, writeDefaultRecords)
  if (!(await hasBuiltInAttributes(desk.database))) await unitOfWork(desk, systemUser, insertMissingBuiltInAttributes)
  return true
}

const isNew = async ({ sql }: Connection): Promise<boolean> =>
  (await sql.selectFrom('settings').select('name').limit(1).executeTakeFirst()) === undefined

/**
 * Fills a new database with the records every installation starts with: system user, roles, states, a group, a sample
 * customer with a ticket, and the first administrator.
 * @param finish runs at the end of the same transaction; if it fails, nothing is written.
 * @returns the administrator's id, or undefined if the database was not new.
 */
export async function writeDefaults(
  desk: Desk,
  admin: FirstAdmin,
  finish: (unit: Unit, id: number) => Promise<void> = async () => {},
): Promise<number | undefined> {
  if (await completeDefaults(desk)) return undefined
  const password = await hashPassword(admin.password)
  return unitOfWork(desk, systemUser, async (unit) => {
    // Another process may have filled the database in the meantime.
    if (!(await isNew(unit.db))) return undefined
    await writeSettings(unit)
    await writeFixedRecords(unit)
    await writeRoles(unit)
    await writeSampleRecords(unit)
    await writeDefaultRecords(unit)
    await insertMissingBuiltInAttributes(unit)
    const id = await writeAdmin(unit, admin.email, password)
    await finish(unit, id)
    return id
  })
}

async function writeSettings(unit: Unit): Promise<void> {
  // Ticket numbers begin with the system id and continue with the counter.
  const settings = { system_id: '67', ticket_counter: '0', ...searchSettings }
  for (const [name, value] of Object.entries(settings)) {
    await unit.db.sql.insertInto('settings').values({ name, value }).execute()
  }
}

const stateTypes = ['new', 'open', 'pending reminder', 'pending action', 'closed', 'merged'] as const
/** The id of the state `closed`, which is inserted as the fourth. */
const CLOSED = 4

const states = [
  { name: 'new', type: 'new', default_create: true },
  { name: 'open', type: 'open', default_follow_up: true },
  { name: 'pending reminder', type: 'pending reminder', ignore_escalation: true },
  { name: 'closed', type: 'closed', ignore_escalation: true },
  { name: 'merged', type: 'merged', ignore_escalation: true },
  { name: 'pending close', type: 'pending action', ignore_escalation: true, next_state_id: CLOSED },
] as const
const priorities = [
  { name: '1 low', ui_icon: 'low-priority', ui_color: 'low-priority' },
  { name: '2 normal', default_create: true },
  { name: '3 high', ui_icon: 'important', ui_color: 'high-priority' },
]
/** Article types in the order of their ids. All but `note` are communication with the customer. */
const articleTypes = [
  'email',
  'sms',
  'chat',
  'fax',
  'phone',
  'twitter status',
  'twitter direct-message',
  'facebook feed post',
  'facebook feed comment',
  'note',
  'web',
  'telegram personal-message',
  'facebook direct-message',
  'whatsapp message',
]

async function writeFixedRecords(unit: Unit): Promise<void> {
  // The system user, with the id 1.
  await insert(unit, 'user', { login: '-', firstname: '-', active: false })
  for (const name of stateTypes) await insert(unit, 'ticket_state_type', { name })
  for (const { type, ...state } of states) {
    await insert(unit, 'ticket_state', { ...state, state_type_id: stateTypes.indexOf(type) + 1 })
  }
  for (const priority of priorities) await insert(unit, 'ticket_priority', priority)
  for (const name of articleTypes) await insert(unit, 'article_type', { name, communication: name !== 'note' })
  for (const name of ['Agent', 'Customer', 'System']) await insert(unit, 'article_sender', { name })
  for (const [name, description] of Object.entries(permissions)) {
    await insert(unit, 'permission', { name, label: name, description })
  }
}

const roles: readonly { name: string; default_at_signup?: boolean; permissions: readonly Permission[] }[] = [
  { name: 'Admin', permissions: ['admin', 'user_preferences', 'report', 'knowledge_base.editor'] },
  {
    name: 'Agent',
    permissions: ['user_preferences', 'ticket.agent', 'chat.agent', 'cti.agent', 'knowledge_base.reader'],
  },
  {
    name: 'Customer',
    default_at_signup: true,
    permissions: [
      'ticket.customer',
      'user_preferences.password',
      'user_preferences.two_factor_authentication',
      'user_preferences.language',
      'user_preferences.linked_accounts',
      'user_preferences.avatar',
      'user_preferences.appearance',
    ],
  },
]

async function writeRoles(unit: Unit): Promise<void> {
  const permissionNames = Object.keys(permissions)
  for (const { permissions: granted, ...role } of roles) {
    const role_id = await insert(unit, 'role', role)
    const pairs = granted.map((name) => ({ role_id, permission_id: permissionNames.indexOf(name) + 1 }))
    await unit.db.sql.insertInto('permissions_roles').values(pairs).execute()
  }
}

/** The ids of the roles, in the order above. */
const roleIds = { admin: 1, agent: 2, customer: 3 } as const

/** The id of the article sender Customer. */
const CUSTOMER_SENDER = 2

async function writeSampleRecords(unit: Unit): Promise<void> {
  const group_id = await insert(unit, 'group', {
    name: 'Users',
    name_last: 'Users',
    note: 'Standard Group/Pool for Tickets.',
  })
  const organization_id = await insert(unit, 'organization', { name: 'Deskbell Foundation' })
  const customer_id = await insert(unit, 'user', {
    // The login of the sample customer in Zammad, on which test suites of existing clients rely.
    login: 'nicole.braun@zammad.org',
    email: 'nicole.braun@deskbell.example',
    firstname: 'Nicole',
    lastname: 'Braun',
    fullname: 'Nicole Braun',
    organization_id,
  })
  await unit.db.sql.insertInto('roles_users').values({ role_id: roleIds.customer, user_id: customer_id }).execute()
  await writeFirstTicket(unit, { group_id, organization_id, customer_id })
}

interface TicketRefs {
  readonly group_id: number
  readonly organization_id: number
  readonly customer_id: number
}

async function writeFirstTicket(unit: Unit, refs: TicketRefs): Promise<void> {
  const id = await insert(unit, 'ticket', {
    ...refs,
    number: await nextTicketNumber(unit),
    title: 'Welcome to Deskbell!',
    state_id: states.findIndex(({ name }) => name === 'new') + 1,
    priority_id: priorities.findIndex(({ name }) => name === '2 normal') + 1,
    article_count: 1,
    create_article_type_id: articleTypes.indexOf('phone') + 1,
    create_article_sender_id: CUSTOMER_SENDER,
    last_contact_at: unit.now,
    last_contact_customer_at: unit.now,
    waiting_since: unit.now,
  })
  await record(unit, { type: 'created', name: 'ticket', id })
  await writeFirstArticle(unit, id, refs.customer_id)
}

async function writeFirstArticle(unit: Unit, ticket_id: number, customer: number): Promise<void> {
  const article = await insert(unit, 'article', {
    ticket_id,
    type_id: articleTypes.indexOf('phone') + 1,
    sender_id: CUSTOMER_SENDER,
    from: 'Nicole Braun <nicole.braun@deskbell.example>',
    subject: 'Welcome to Deskbell!',
    body: 'Welcome!\n\nThis is the first ticket. Answer it, close it, search for it: nothing here can break.\n\nNicole Braun',
    origin_by_id: customer,
  })
  await record(unit, { type: 'created', name: 'article', id: article, ticket: ticket_id })
}

async function writeAdmin(unit: Unit, email: string, password: string): Promise<number> {
  const id = await insert(unit, 'user', { login: email, email, fullname: email, password })
  await unit.db.sql
    .insertInto('roles_users')
    .values([roleIds.admin, roleIds.agent].map((role_id) => ({ role_id, user_id: id })))
    .execute()
  await unit.db.sql.insertInto('groups_users').values({ group_id: 1, user_id: id, access: 'full' }).execute()
  return id
}
