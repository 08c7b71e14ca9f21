/**
 * Turns a desk with imported mail into one with people: teams, agents, customers with a login, and their work of the
 * last weeks. People and tickets are written by the rules of the API, and their notes say that they are demo data.
 */
import { systemUser } from '@deskbell/contract'
import type { Desk, Unit } from '../../kernel/context.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { hashOf, type PasswordHash } from '../../resources/user/password.ts'
import { unitOfWork, writeContext } from '../../writing/unit-of-work.ts'
import { type MailTicket, teamOfList, changesOfAgents } from './mails.ts'
import { demoNote, demoPassword } from './people.ts'
import { stories } from './stories.ts'
import type { TicketChange } from './ticket-changes.ts'
import { writeChanges } from './write-changes.ts'
import { writePeople } from './write-people.ts'
import { writeRules } from './write-rules.ts'

/**
 * The progress of a demo. Each step after the import is one transaction, so that an interrupted demo continues with the next one:
 * `staffed` after the people were added, `worked` after their work on tickets, `ready` after the rules.
 */
export type DemoState = 'importing' | 'imported' | 'staffed' | 'worked' | 'ready'

/** Reads the progress of the demo, stored as a value that other desks do not have. */
export async function readDemoState({ database }: Pick<Desk, 'database'>): Promise<DemoState | undefined> {
  const row = await database.sql.selectFrom('settings').select('value').where('name', '=', 'demo').executeTakeFirst()
  return row?.value as DemoState | undefined
}

export const writeDemoState = ({ db }: Pick<Unit, 'db'>, value: DemoState): Promise<unknown> =>
  db.sql
    .insertInto('settings')
    .values({ name: 'demo', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

/**
 * Adds people and their work after the import. Continues with the first step that is not done.
 * @param admin the login of the administrator.
 * @param sortIndex sorts the search index.
 */
export async function fillDemo(desk: Desk, admin: string, sortIndex: (desk: Desk) => Promise<unknown>): Promise<void> {
  if ((await readDemoState(desk)) === 'imported') await addPeople(desk)
  if ((await readDemoState(desk)) === 'staffed') await workOnTickets(desk, admin)
  if ((await readDemoState(desk)) === 'worked') {
    // Neither the archive nor what people wrote is in chronological order; a sorted index saves every search a sort.
    await sortIndex(desk)
    await addRules(desk)
  }
}

async function addPeople(desk: Desk): Promise<void> {
  const password = (await hashOf(demoPassword)) as PasswordHash
  const system = await asSystem(desk)
  await unitOfWork(desk, systemUser, async (unit) => {
    await writePeople(writeContext(system, unit), { password, groups: ['Users'] })
    await openAllGroups(unit)
    await writeDemoState(unit, 'staffed')
  })
}

async function workOnTickets(desk: Desk, admin: string): Promise<void> {
  const now = desk.now().getTime()
  const changes = [...stories(now), ...changesOfAgents(await mailTickets(desk), now, admin)]
  await writeChanges(desk, changes, async (unit) => {
    await markTickets(unit, changes)
    await writeDemoState(unit, 'worked')
  })
}

async function addRules(desk: Desk): Promise<void> {
  const system = await asSystem(desk)
  await unitOfWork(desk, systemUser, async (unit) => {
    await writeRules(writeContext(system, unit))
    await writeDemoState(unit, 'ready')
  })
}

/** Gives administrators access to all groups: they have none to those that the import and the demo create. */
const openAllGroups = ({ db }: Unit): Promise<unknown> =>
  db.sql
    .insertInto('groups_users')
    .columns(['group_id', 'user_id', 'access'])
    .expression((eb) =>
      eb
        .selectFrom(['groups', 'roles_users'])
        .innerJoin('roles', 'roles.id', 'roles_users.role_id')
        .select(['groups.id', 'roles_users.user_id', eb.val('full').as('access')])
        .where('roles.name', '=', 'Admin'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Marks the tickets of written changes as demo data, by their note. The history of the tickets does not mention the note. */
function markTickets({ db }: Unit, changes: readonly TicketChange[]): Promise<unknown> {
  const ids = new Set(changes.map(({ ticket }) => ticket.id as number))
  return db.sql
    .updateTable('tickets')
    .set({ note: demoNote })
    .where('id', 'in', [...ids])
    .execute()
}

/** Number of imported tickets that the agents work on. */
const MAIL_TICKETS = 160

/** The latest imported tickets of the lists that the teams answer, from customers with an address. */
async function mailTickets({ database }: Desk): Promise<MailTicket[]> {
  const rows = await database.sql
    .selectFrom('tickets')
    .innerJoin('groups', 'groups.id', 'tickets.group_id')
    .innerJoin('users', 'users.id', 'tickets.customer_id')
    .select(['tickets.id', 'title', 'groups.name as list', 'last_contact_at', 'login', 'email', 'firstname'])
    .where('groups.name', 'in', Object.keys(teamOfList))
    .where('email', 'like', '%_@%_.%_')
    .where('firstname', '!=', '')
    .where('users.active', '=', true)
    .orderBy('last_contact_at', 'desc')
    .orderBy('tickets.id')
    .limit(MAIL_TICKETS)
    .execute()
  return rows.map(({ id, title, list, last_contact_at, login, email, firstname }) => ({
    id,
    title,
    list,
    lastMail: last_contact_at as string,
    customer: { login, email: email as string, firstname: firstname as string },
  }))
}
