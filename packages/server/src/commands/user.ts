import { randomUUID } from 'node:crypto'
import { type Access, accessLevels, resources } from '@deskbell/contract'
import { hash } from '@node-rs/argon2'
import { Command } from 'commander'
import type { PlaceOptions } from '../config.ts'
import { systemUser } from '../defaults.ts'
import type { Desk } from '../kernel/context.ts'
import { insert, record, unitOfWork } from '../writing/unit-of-work.ts'
import type { Unit } from '../kernel/context.ts'
import { deskCommand, several, withExistingDesk } from './desk-command.ts'
import { resetCommand } from './user-reset.ts'
import { organizationOfDomain } from '../resources/organization/actions.ts'
import { isEmail } from '../resources/user/names.ts'

interface UserOptions extends PlaceOptions {
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly login?: string
  readonly password?: string
  readonly role?: readonly string[]
  readonly group?: readonly string[]
  readonly organization?: string
}

export const userCommand = (): Command =>
  new Command('user').description('work with users').addCommand(createCommand()).addCommand(resetCommand())

const createCommand = (): Command =>
  deskCommand('create', 'create a user and print the id')
    .option('--email <address>', 'the e-mail address; no two users have the same')
    .option('--firstname <name>', 'the first name')
    .option('--lastname <name>', 'the last name')
    .option('--login <name>', 'the name to sign in with; the e-mail address if it is not given')
    .option('--password <text>', 'the password, or - to read it from standard input; without one, only tokens work')
    .option('--role <name>', 'a role, several times for several; Customer if none is given', several)
    .option(
      '--group <name=access>',
      `access to a group: ${accessLevels.join(', ')}; several times for several`,
      several,
    )
    .option('--organization <name>', 'the organization the user belongs to')
    .addHelpText(
      'after',
      `
Works beside a running service, which knows the user at once.

Examples:
  deskbell user create --email kim@example.com --firstname Kim --lastname Park
  deskbell user create --email kim@example.com --role Agent --group Users=full --password - < password.txt
  deskbell user create --firstname Omar --organization 'Harbor Bakery'`,
    )
    .action(async (options: UserOptions) => {
      const wanted = await check(options)
      console.log(await withExistingDesk(options, (desk) => createUser(desk, wanted)))
    })

/** A user as the options describe it, checked as far as that goes without the database. */
interface Wanted {
  readonly email: string
  readonly login: string
  readonly firstname: string
  readonly lastname: string
  readonly password: string | null
  readonly roles: readonly string[]
  readonly groups: readonly { readonly name: string; readonly access: Access }[]
  readonly organization: string | undefined
}

/** @throws Error in the words of the reference, section 3.3. */
async function check(options: UserOptions): Promise<Wanted> {
  const [email, login, firstname, lastname] = (['email', 'login', 'firstname', 'lastname'] as const).map((name) => {
    const value = (options[name] ?? '').trim()
    const { max } = resources.user.fields[name]
    if (value.length > max) throw new Error(`--${name}: at most ${max} characters, got ${value.length}.`)
    return value
  }) as [string, string, string, string]
  if (email + firstname + lastname === '') {
    throw new Error('At least one identifier (firstname, lastname or email) for user is required.')
  }
  if (email !== '' && !isEmail(email)) throw new Error(`Invalid email '${email}'`)
  return {
    email: email.toLowerCase(),
    login: (login || email || `auto-${randomUUID()}`).toLowerCase(),
    firstname,
    lastname,
    // Outside the transaction: it takes some ten milliseconds on purpose.
    password: options.password === undefined ? null : await hash(await readPassword(options.password)),
    roles: options.role ?? [],
    groups: (options.group ?? []).map(groupAccess),
    organization: options.organization,
  }
}

async function readPassword(given: string): Promise<string> {
  let password = given
  if (given === '-') {
    password = ''
    for await (const chunk of process.stdin.setEncoding('utf8')) password += chunk as string
    password = password.replace(/\r?\n$/, '')
  }
  if (password === '') throw new Error('--password: expected a password, got nothing.')
  return password
}

/** `Users=full`; the name of a group may itself hold an equals sign. */
function groupAccess(text: string): { name: string; access: Access } {
  const at = text.lastIndexOf('=')
  const access = accessLevels.find((level) => level === text.slice(at + 1))
  if (at > 0 && access) return { name: text.slice(0, at), access }
  throw new Error(`--group: expected NAME=ACCESS with one of ${accessLevels.join(', ')}, got "${text}".`)
}

const createUser = (desk: Desk, wanted: Wanted): Promise<number> =>
  unitOfWork(desk, systemUser, async (unit) => {
    const { email, login, firstname, lastname, password } = wanted
    await refuseTaken(unit, wanted)
    const roles = await rolesOf(unit, wanted.roles)
    const organization_id = await organizationOf(unit, wanted)
    const fullname = [firstname, lastname].filter(Boolean).join(' ') || email
    const values = { email, login, firstname, lastname, fullname, password, organization_id }
    const id = await insert(unit, 'user', values)
    for (const role_id of roles) await unit.db.sql.insertInto('roles_users').values({ role_id, user_id: id }).execute()
    for (const { name, access } of wanted.groups) {
      const group_id = await named(unit, 'groups', name)
      await unit.db.sql
        .insertInto('groups_users')
        .values({ group_id, user_id: id, access })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await record(unit, { type: 'created', name: 'user', id })
    return id
  })

async function refuseTaken({ db }: Unit, { email, login }: Wanted): Promise<void> {
  const taken = await db.sql
    .selectFrom('users')
    .select(['id', 'email'])
    .where((eb) => eb.or([eb('login', '=', login), eb.and([eb('email', '=', email), eb('email', '<>', '')])]))
    .executeTakeFirst()
  if (!taken) return
  if (email !== '' && taken.email === email) {
    throw new Error(`Email address '${email}' is already used for another user.`)
  }
  throw new Error(`Login '${login}' is already used for another user; choose one with --login.`)
}

/** A user without a role gets those of the sign-up (reference, section 6.3). */
async function rolesOf(unit: Unit, names: readonly string[]): Promise<number[]> {
  if (names.length > 0) {
    const ids = new Set<number>()
    for (const name of names) ids.add(await named(unit, 'roles', name))
    return [...ids]
  }
  const usual = await unit.db.sql
    .selectFrom('roles')
    .select('id')
    .where('default_at_signup', '=', true)
    .where('active', '=', true)
    .execute()
  return usual.map(({ id }) => id)
}

/** The organization that was named, else the one that takes everybody with this mail domain. */
async function organizationOf(unit: Unit, { organization, email }: Wanted): Promise<number | null> {
  if (organization !== undefined) return named(unit, 'organizations', organization)
  const domain = email.slice(email.indexOf('@') + 1)
  return domain === '' ? null : organizationOfDomain(unit, domain)
}

/** @throws Error that lists the names there are. */
async function named({ db }: Unit, table: 'roles' | 'groups' | 'organizations', name: string): Promise<number> {
  const rows = await db.sql.selectFrom(table).select(['id', 'name']).orderBy('id').execute()
  const found =
    rows.find((row) => row.name === name) ?? rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (found) return found.id
  const known = rows.slice(0, 20).map((row) => `"${row.name}"`)
  const more = rows.length > known.length ? `, and ${rows.length - known.length} more` : ''
  throw new Error(`There is no ${table.slice(0, -1)} "${name}"; there is ${known.join(', ')}${more}.`)
}
