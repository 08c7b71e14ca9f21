import { type Access, accessLevels, resources, systemUser } from '@deskbell/contract'
import { Command } from 'commander'
import type { LocationOptions } from '../config.ts'
import type { Desk, FieldValues, Unit } from '../kernel/context.ts'
import { actorOf, asSystem } from '../resources/user/actor.ts'
import { hashOf, violatedRules } from '../resources/user/password.ts'
import { isTaken } from '../resources/user/identity.ts'
import { writeContext, unitOfWork } from '../writing/unit-of-work.ts'
import { create } from '../writing/write.ts'
import { deskCommand, repeatable, withExistingDesk } from './desk-command.ts'
import { resetCommand } from './user-reset.ts'

interface UserOptions extends LocationOptions {
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
  new Command('user').description('manage users').addCommand(createCommand()).addCommand(resetCommand())

const createCommand = (): Command =>
  deskCommand('create', 'create a user and print the id')
    .option('--email <address>', 'the e-mail address; unique among users')
    .option('--firstname <name>', 'the first name')
    .option('--lastname <name>', 'the last name')
    .option('--login <name>', 'the name to sign in with (default: the e-mail address)')
    .option('--password <text>', 'the password, or - to read it from standard input; without one, only tokens work')
    .option('--role <name>', 'a role; can be repeated (default: Customer)', repeatable)
    .option('--group <name=access>', `access to a group: ${accessLevels.join(', ')}; can be repeated`, repeatable)
    .option('--organization <name>', 'the organization the user belongs to')
    .addHelpText('after', help)
    .action(async (options: UserOptions) => {
      const user = await checkOptions(options)
      await withExistingDesk(options, async (desk) => {
        const id = await createUser(desk, user)
        console.log(id)
        const note = await noteWithoutTickets(desk, id)
        if (note !== undefined) console.error(`deskbell: ${note}`)
      })
    })

const help = `
Can run while the service is running; the user can sign in immediately. Users who work on tickets need the role Agent
and access to a group: the role Admin alone sees no tickets.

Examples:
  deskbell user create --email kim@example.com --firstname Kim --lastname Park
  deskbell user create --email kim@example.com --role Agent --group Users=full --password - < password.txt
  deskbell user create --firstname Omar --organization 'Harbor Bakery'`

/** The user that the options describe, checked as far as possible without the database. */
interface NewUser {
  /** Fields, as in the body of a request, but with the hash of the password. */
  readonly body: FieldValues
  readonly roles: readonly string[]
  readonly groups: readonly { readonly name: string; readonly access: Access }[]
  readonly organization: string | undefined
}

/** @throws Error that names the option. The rules of users check the rest when the user is created. */
async function checkOptions(options: UserOptions): Promise<NewUser> {
  const texts = (['email', 'login', 'firstname', 'lastname'] as const).flatMap((name) => {
    const value = (options[name] ?? '').trim()
    const { max } = resources.user.fields[name]
    if (value.length > max) throw new Error(`--${name}: at most ${max} characters, got ${value.length}.`)
    return value === '' ? [] : [[name, value]]
  })
  // Hashed outside the transaction, because hashing takes tens of milliseconds by design.
  const password = options.password === undefined ? undefined : await hashOf(await readPassword(options.password))
  return {
    body: { ...Object.fromEntries(texts), ...(password ? { password } : {}) },
    roles: options.role ?? [],
    groups: (options.group ?? []).map(groupAccess),
    organization: options.organization,
  }
}

/** Returns the password of the option; `-` stands for standard input. @throws Error for a weak password. */
async function readPassword(option: string): Promise<string> {
  let password = option
  if (option === '-') {
    password = ''
    for await (const chunk of process.stdin.setEncoding('utf8')) password += chunk as string
    password = password.replace(/\r?\n$/, '')
  }
  if (password === '') throw new Error('--password: expected a password, got nothing.')
  const violations = violatedRules(password)
  if (violations.length > 0) throw new Error(`--password: ${violations.join(' ')}`)
  return password
}

/** Parses `Users=full`. The name of a group may itself contain an equals sign. */
function groupAccess(text: string): { name: string; access: Access } {
  const equalsSign = text.lastIndexOf('=')
  const access = accessLevels.find((level) => level === text.slice(equalsSign + 1))
  if (equalsSign > 0 && access) return { name: text.slice(0, equalsSign), access }
  throw new Error(`--group: expected NAME=ACCESS with one of ${accessLevels.join(', ')}, got "${text}".`)
}

async function createUser(desk: Desk, { body, roles, groups, organization }: NewUser): Promise<number> {
  const system = await asSystem(desk)
  return unitOfWork(desk, systemUser, async (unit) => {
    await refuseTakenLogin(unit, body['login'] as string | undefined)
    const role_ids: number[] = []
    for (const name of roles) role_ids.push(await idByName(unit, 'roles', name))
    const group_ids: Record<number, Access[]> = {}
    for (const { name, access } of groups) (group_ids[await idByName(unit, 'groups', name)] ??= []).push(access)
    const membership =
      organization === undefined ? {} : { organization_id: await idByName(unit, 'organizations', organization) }
    const values = { ...body, role_ids, group_ids, ...membership }
    return (await create(writeContext(system, unit), resources.user, values)).id
  })
}

/**
 * Returns a note for agents and administrators who see no tickets: the missing role and access, and a request that adds
 * them; undefined for other users.
 */
async function noteWithoutTickets(desk: Desk, id: number): Promise<string | undefined> {
  const actor = await actorOf(desk, await desk.cache.current(), id)
  const names = [...(actor?.permissions ?? [])]
  const isAgent = names.some((name) => name === 'ticket.agent' || name === 'ticket')
  const isAdmin = names.some((name) => name === 'admin' || name.startsWith('admin.'))
  if (!actor || !(isAgent || isAdmin) || (isAgent && actor.groups.read.length > 0)) return undefined
  const roles = JSON.stringify(isAdmin ? ['Admin', 'Agent'] : ['Agent'])
  return `User ${id} sees no tickets: this requires the role Agent and access to a group, as with --role Agent --group Users=full. To add them: PUT /api/v1/users/${id} with {"roles": ${roles}, "groups": {"Users": ["full"]}}.`
}

/**
 * Refuses a login that is taken; over HTTP, a number would be appended, but on the command line a login is explicit.
 */
async function refuseTakenLogin(unit: Unit, option: string | undefined): Promise<void> {
  if (option === undefined) return
  const login = option.toLowerCase()
  if (await isTaken(unit, login, undefined))
    throw new Error(`Login '${login}' is already used for another user. Choose another with --login.`)
}

/** Returns the id of a record by its name. @throws Error that lists the existing names. */
async function idByName({ db }: Unit, table: 'roles' | 'groups' | 'organizations', name: string): Promise<number> {
  const rows = await db.sql.selectFrom(table).select(['id', 'name']).orderBy('id').execute()
  const match =
    rows.find((row) => row.name === name) ?? rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (match) return match.id
  const listed = rows.slice(0, MAX_LISTED).map((row) => `"${row.name}"`)
  const rest = rows.length > listed.length ? `, and ${rows.length - listed.length} more` : ''
  throw new Error(`There is no ${table.slice(0, -1)} "${name}". Choose one of: ${listed.join(', ')}${rest}.`)
}

/** Maximum number of names that an error lists. */
const MAX_LISTED = 20
