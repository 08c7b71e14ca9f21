/** Finds what keeps the demo data from being added to a desk. */
import { Fault } from '../../errors/fault.ts'
import type { Connection } from '../../db/dialect.ts'
import { agents, customers, organization, teams } from './people.ts'
import type { TicketChange } from './ticket-changes.ts'

/**
 * @throws Fault `invalid` that names the existing records with names of the demo, or the states and priorities that the
 * desk lacks.
 */
export async function checkObstacles(db: Connection, changes: readonly TicketChange[]): Promise<void> {
  const namesInUse = await findNamesInUse(db)
  if (namesInUse.length > 0) {
    throw new Fault('invalid', `The demo data has records with names that are in use: ${quoted(namesInUse)}.`)
  }
  const missing = await findMissingNames(db, changes)
  if (missing.length > 0) {
    throw new Fault('invalid', `The demo data needs states and priorities that do not exist: ${quoted(missing)}.`)
  }
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

async function findNamesInUse({ sql }: Connection): Promise<string[]> {
  const logins = [...agents, ...customers].map(({ login }) => login)
  const users = await sql
    .selectFrom('users')
    .select(['login', 'email'])
    .where((eb) => eb.or([eb('login', 'in', logins), eb('email', 'in', logins)]))
    .execute()
  const groups = await sql.selectFrom('groups').select('name').where('name', 'in', teams).execute()
  const organizations = await sql
    .selectFrom('organizations')
    .select('name')
    .where('name', '=', organization.name)
    .execute()
  return [
    ...[...groups, ...organizations].map(({ name }) => name),
    ...users.map(({ login, email }) => (logins.includes(login) ? login : (email ?? login))),
  ]
}

/** Returns the states and priorities of the conversations that an administrator has renamed or deleted. */
async function findMissingNames({ sql }: Connection, changes: readonly TicketChange[]): Promise<string[]> {
  const states = await sql.selectFrom('ticket_states').select('name').execute()
  const priorities = await sql.selectFrom('ticket_priorities').select('name').execute()
  const existing = new Set([...states, ...priorities].map(({ name }) => name))
  const used = changes.flatMap(({ values }) => [values?.['state'], values?.['priority']])
  return [...new Set(used)].filter((name): name is string => typeof name === 'string' && !existing.has(name))
}
