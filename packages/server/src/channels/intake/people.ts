/** Finds or creates the users of senders, and the organizations of their mail domains. */
import { resources } from '@deskbell/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Unit, WriteContext } from '../../kernel/context.ts'
import { type Placeholder, writeStatement } from '../../kernel/statement.ts'
import { isEmail, type Name, nameFrom } from '../../resources/user/names.ts'
import { hasAgentPermission } from '../../resources/user/rights.ts'
import { runStatement } from '../../writing/unit-of-work.ts'
import { change, create } from '../../writing/write.ts'
import type { Mailbox } from '../message/mail.ts'
import { isPublicProvider } from './public-providers.ts'
import type { Tally } from './tally.ts'
import { cut } from '../message/text.ts'

/** The user of a sender. */
export interface Person {
  readonly id: number
  readonly organization_id: number | null
  readonly isAgent: boolean
}

/**
 * Finds or creates the user with an address. A user without a name gets the one in the mailbox.
 * @param organizations which organization a new user gets: that of the mail domain, which is created if there is none
 * (`of any domain`), or only one to which an administrator assigns the users of the domain (`of assigned domains`).
 */
export async function personFor(
  ctx: WriteContext,
  tally: Tally,
  mailbox: Mailbox,
  organizations: 'of any domain' | 'of assigned domains' = 'of any domain',
): Promise<Person> {
  const email = isEmail(mailbox.address) ? mailbox.address.toLowerCase() : ''
  const name = email === '' ? UNKNOWN_NAME : nameOf(mailbox.name)
  const user = await findUser(ctx, email)
  if (!user) return { ...(await createUser(ctx, tally, email, name, organizations)), isAgent: false }
  const [id, firstname, lastname, organization_id] = user
  const derived = nameFrom(NO_NAME, email)
  // A name that was derived from the address is replaced, too.
  const isDerived = firstname === derived.firstname && lastname === derived.lastname
  const isNamed = (firstname ?? '') + (lastname ?? '') !== '' && !isDerived
  if (!isNamed && name.firstname + name.lastname !== '') await change(ctx, resources.user, id, { ...name })
  return { id, organization_id, isAgent: await hasAgentPermission(ctx, id) }
}

/** Splits a display name such as "Elz, Robert" or "Robert Elz via Users" into first and last name; empty if it is no name. */
export function nameOf(displayName: string): Name {
  const plain = displayName
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+(?:via|on behalf of)\s.*$/i, '')
    .replace(/^[\s'"“”‘’«»<]+|[\s'"“”‘’«»>,]+$/g, '')
    .replace(/\s+/g, ' ')
  if (plain.includes('@') || !/\p{L}/u.test(plain)) return NO_NAME
  const { firstname, lastname } = nameFrom({ firstname: plain, lastname: '' }, '')
  return { firstname: cut(firstname, 100), lastname: cut(lastname, 100) }
}

const NO_NAME: Name = { firstname: '', lastname: '' }
const UNKNOWN_NAME: Name = { firstname: 'Unknown', lastname: 'Sender' }

/** The login of the one user for all mail without a valid sender address. */
const UNKNOWN_LOGIN = 'unknown-sender'

type UserRow = [id: number, firstname: string | null, lastname: string | null, organization: number | null]

/** Finds a user by address, or else by a login that is the address. */
async function findUser(unit: Unit, email: string): Promise<UserRow | undefined> {
  if (email === '') return userBy(unit, 'login', UNKNOWN_LOGIN)
  return (await userBy(unit, 'email', email)) ?? userBy(unit, 'login', email)
}

async function userBy(unit: Unit, column: 'login' | 'email', value: string): Promise<UserRow | undefined> {
  const read = writeStatement(unit, `sender by ${column}`, (input) => {
    const users = unit.db.sql
      .selectFrom('users')
      .select(['id', 'firstname', 'lastname', 'organization_id'])
      .where(column, '=', input<string>(0))
    // A literal condition, not a parameter: the partial index on addresses can only be used with it.
    return column === 'email' ? users.where(sql<boolean>`email <> ''`) : users
  }) as (value: string) => Promise<UserRow[]>
  const [user] = await read(value)
  return user
}

async function createUser(
  ctx: WriteContext,
  tally: Tally,
  email: string,
  name: Name,
  organizations: 'of any domain' | 'of assigned domains',
) {
  const domain = email.split('@')[1] ?? ''
  // An organization that an administrator has assigned to the domain is set by the rules of users.
  const organization_id = organizations === 'of any domain' ? await organizationFor(ctx, tally, domain) : null
  const { id } = await create(ctx, resources.user, { ...name, login: email || UNKNOWN_LOGIN, email, organization_id })
  tally.users += 1
  return { id, organization_id }
}

/** Maximum length of the name of an organization, in characters. */
const MAX_ORGANIZATION_NAME = 150

/**
 * Finds or creates the organization of a mail domain; null for a public provider, an unusual domain, and a domain whose
 * organization assigns no users. A new organization is not shared, because its members may be strangers, as at a university:
 * they read each other's tickets only if an administrator allows it.
 */
async function organizationFor(ctx: WriteContext, tally: Tally, domain: string): Promise<number | null> {
  if (
    domain.length > MAX_ORGANIZATION_NAME ||
    !/^[\p{L}\p{N}.-]+\.\p{L}[\p{L}\p{N}-]+$/u.test(domain) ||
    isPublicProvider(domain)
  )
    return null
  const rows = await runStatement<OrganizationRow>(ctx, 'mail: organizations', candidatesFor, domain)
  const assigned = rows.find(([, , rowDomain, assigns, active]) => rowDomain === domain && assigns && active)
  if (assigned) return assigned[0]
  // Organizations with this domain or name exist, but assign no users. Only one whose name is the domain, and which has no
  // domain of its own, is used.
  if (rows.length > 0) return rows.find(([, name, rowDomain]) => name === domain && rowDomain === '')?.[0] ?? null
  const { id } = await create(ctx, resources.organization, {
    name: domain,
    domain,
    domain_assignment: true,
    shared: false,
  })
  tally.organizations += 1
  return id
}

type OrganizationRow = [
  id: number,
  name: string,
  domain: string,
  domain_assignment: boolean | number,
  active: boolean | number,
]

const candidatesFor = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'domain', 'domain_assignment', 'active'])
    .where((eb) => eb.or([eb('domain', '=', input<string>(0)), eb('name', '=', input<string>(0))]))
    .orderBy('id')
