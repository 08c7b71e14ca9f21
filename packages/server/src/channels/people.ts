/** Senders become users, their mail domain an organization. */
import { sql } from 'kysely'
import { customerRole } from '../defaults.ts'
import { insert, record, update } from '../writing/unit-of-work.ts'
import type { Unit } from '../kernel/context.ts'
import type { Mailbox } from './mail.ts'
import { isPublicHoster } from './public-hosters.ts'
import type { Tally } from './tally.ts'
import { isAddress } from '../resources/user/address.ts'
import { cut } from './text.ts'

/** A sender as the desk knows them. */
export interface Person {
  readonly id: number
  readonly organization_id: number | null
  readonly isAgent: boolean
}

/** The user with this address; made when there is none, and given the name when the user has none yet. */
export async function personFor(unit: Unit, tally: Tally, mailbox: Mailbox): Promise<Person> {
  const email = isAddress(mailbox.address) ? mailbox.address.toLowerCase() : ''
  const name = email === '' ? UNKNOWN : nameOf(mailbox.name)
  const found = await findUser(unit, email)
  if (!found) return { ...(await createUser(unit, tally, email, name)), isAgent: false }
  if (!found.firstname && !found.lastname && (name.firstname || name.lastname)) {
    await update(unit, 'user', found.id, { ...name, fullname: fullnameOf(name, email) })
  }
  return { id: found.id, organization_id: found.organization_id, isAgent: await isAgent(unit, found.id) }
}

/** First and last name as a sender writes them: "Elz, Robert", "'robert elz'", "Robert Elz via Users"; empty when it is no name. */
export function nameOf(written: string): { readonly firstname: string; readonly lastname: string } {
  const plain = written
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+(?:via|on behalf of)\s.*$/i, '')
    .replace(/^[\s'"“”‘’«»<]+|[\s'"“”‘’«»>,]+$/g, '')
    .replace(/\s+/g, ' ')
  if (plain.includes('@') || !/\p{L}/u.test(plain)) return { firstname: '', lastname: '' }
  const [last, first, ...more] = plain.split(/,\s*/)
  const swapped = first && more.length === 0 ? `${first} ${last}` : plain
  const words = swapped.split(' ').map((word, _, all) => (all.length > 1 ? capitalised(word, plain) : word))
  const lastname = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstname: cut(words.join(' '), 100), lastname: cut(lastname, 100) }
}

const UNKNOWN = { firstname: 'Unknown', lastname: 'sender' }

/** All mail without a readable sender address belongs to one user, who can be told from everybody else. */
const UNKNOWN_LOGIN = 'unknown-sender'

type Name = ReturnType<typeof nameOf>

/** "ROBERT ELZ" and "robert elz" are how some programs write a name, not how it is spelled (reference, section 3.3). */
function capitalised(word: string, whole: string): string {
  if (whole !== whole.toLowerCase() && whole !== whole.toUpperCase()) return word
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

const fullnameOf = ({ firstname, lastname }: Name, email: string): string =>
  [firstname, lastname].filter(Boolean).join(' ') || email

function findUser({ db }: Unit, email: string) {
  const users = db.sql.selectFrom('users').select(['id', 'firstname', 'lastname', 'organization_id'])
  if (email === '') return users.where('login', '=', UNKNOWN_LOGIN).executeTakeFirst()
  // The index leaves empty addresses out; said in so many words, and not as a parameter, the query may use it.
  return users
    .where('email', '=', email)
    .where(sql<boolean>`email <> ''`)
    .executeTakeFirst()
    .then((found) => found ?? users.where('login', '=', email).executeTakeFirst())
}

async function createUser(unit: Unit, tally: Tally, email: string, name: Name) {
  const organization_id = await organizationFor(unit, tally, email.split('@')[1] ?? '')
  const login = email || UNKNOWN_LOGIN
  const id = await insert(unit, 'user', { ...name, fullname: fullnameOf(name, email), login, email, organization_id })
  await unit.db.sql.insertInto('roles_users').values({ role_id: customerRole, user_id: id }).execute()
  await record(unit, { type: 'created', name: 'user', id })
  tally.users += 1
  return { id, organization_id }
}

/**
 * The organization of a mail domain. A new one is not shared: people with one domain (a university, a provider that is not
 * on the list) must not read each other's tickets until somebody decides so.
 */
async function organizationFor(unit: Unit, tally: Tally, domain: string): Promise<number | null> {
  if (domain.length > 150 || !/^[\p{L}\p{N}.-]+\.\p{L}[\p{L}\p{N}-]+$/u.test(domain) || isPublicHoster(domain))
    return null
  const rows = await unit.db.sql
    .selectFrom('organizations')
    .select(['id', 'name', 'domain', 'domain_assignment', 'active'])
    .where((eb) => eb.or([eb('domain', '=', domain), eb('name', '=', domain)]))
    .orderBy('id')
    .execute()
  const taken = rows.find((row) => row.domain === domain && row.domain_assignment && row.active)
  if (taken) return taken.id
  // Somebody decided that the domain alone makes no member.
  if (rows.length > 0) return rows.find((row) => row.name === domain && row.domain === '')?.id ?? null
  const id = await insert(unit, 'organization', { name: domain, domain, domain_assignment: true, shared: false })
  await record(unit, { type: 'created', name: 'organization', id })
  tally.organizations += 1
  return id
}

async function isAgent({ db }: Unit, user: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('roles_users')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select('roles.id')
    .where('roles_users.user_id', '=', user)
    .where('roles.active', '=', true)
    .where('permissions.name', 'in', ['ticket', 'ticket.agent'])
    .executeTakeFirst()
  return row !== undefined
}
