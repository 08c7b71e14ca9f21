/** Derives the names, address and login that identify a user. */
import { systemUser } from '@deskbell/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Change, FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { isEmail, nameFrom } from './names.ts'

/** Returns the address in lower case. @throws Fault `invalid` for an invalid one, or the address or login of another user. */
export async function emailFor(ctx: WriteContext, { before, values }: Change): Promise<string | null | undefined> {
  const value = values['email']
  if (value === undefined || value === null) return value
  const email = (value as string).trim().toLowerCase()
  if (email === '') return email
  if (!isEmail(email)) throw invalid('email', `Invalid email '${email}'`)
  if (await isTaken(ctx, email, before?.['id'] as number | undefined)) {
    throw invalid('email', `Email address '${email}' is already used for another user.`)
  }
  return email
}

/**
 * Serializes writes of logins and addresses. They share a namespace, because signing in, acting for a user and naming a
 * customer accept both, and must find exactly one user.
 */
export const lockNames = async ({ db }: Unit): Promise<unknown> => db.dialect.lock('users', systemUser)?.execute(db.sql)

/** Returns true if another user has this login or address. @param own id of the user to ignore. */
export async function isTaken(unit: Unit, name: string, own: number | undefined): Promise<boolean> {
  const run = writeStatement(unit, 'users of a name', (input) =>
    unit.db.sql
      .selectFrom('users')
      .select('id')
      // Repeats the condition of the partial index, so that the database uses it.
      .where((eb) => eb.or([eb('login', '=', input<string>(0)), sql<boolean>`email <> '' and email = ${input(1)}`])),
  )
  return (await run(name, name)).some(([id]) => id !== own)
}

/** Derives first and last name of a new user, or if one of them or the address changes. */
export function nameFor({ before, values }: Change, row: FieldValues): FieldValues {
  const isChanged = ['firstname', 'lastname', 'email'].some((key) => values[key] !== undefined)
  if (before && !isChanged) return {}
  const name = nameFrom(nameIn(row), textIn(row, 'email'))
  // An explicit null stays if no name was derived.
  const nameOrNull = (key: 'firstname' | 'lastname') => (name[key] === '' && row[key] === null ? null : name[key])
  return { firstname: nameOrNull('firstname'), lastname: nameOrNull('lastname') }
}

/** Returns a text of a row; an empty one if it is null or missing. */
export const textIn = (row: FieldValues, key: string): string => (row[key] as string | null | undefined) ?? ''

/** Returns the first and last name in a row. */
export const nameIn = (row: FieldValues) => ({ firstname: textIn(row, 'firstname'), lastname: textIn(row, 'lastname') })

/** Checks that a user has a name, phone number or address. @throws Fault `invalid`. */
export function checkIdentified(row: FieldValues): void {
  const identifiers = ['firstname', 'lastname', 'phone', 'mobile', 'email']
  if (identifiers.some((key) => textIn(row, key).trim() !== '')) return
  throw invalid(
    'email',
    `At least one identifier (${identifiers.slice(0, -1).join(', ')} or email) for user is required.`,
  )
}

/** Derives a new or changed login: that in the body, otherwise the address, otherwise a random text. A taken one gets a number. */
export async function loginFor(ctx: WriteContext, { before, values }: Change, email: string): Promise<FieldValues> {
  // A login that equals the address changes with it.
  const followsEmail = before && values['email'] !== undefined && before['login'] === before['email'] && email !== ''
  if (before && values['login'] === undefined && !followsEmail) return {}
  const preferredLogin = textIn(values, 'login').trim().toLowerCase() || email || `auto-${randomUUID()}`
  return { login: await freeLogin(ctx, preferredLogin, before?.['id'] as number | undefined) }
}

async function freeLogin(unit: Unit, preferred: string, own: number | undefined): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const suffix = loginSuffix(attempt)
    const login = preferred.slice(0, 255 - suffix.length) + suffix
    if (!(await isTaken(unit, login, own))) return login
  }
}

/** Returns the suffix of an attempt. After the first few numbers, random ones find a free login faster. */
function loginSuffix(attempt: number): string {
  if (attempt === 0) return ''
  if (attempt < 10) return String(attempt)
  // At most five digits at first, and at most twelve later.
  const maxDigits = Math.min(attempt - 5, 12)
  return String(Math.floor(Math.random() * 10 ** maxDigits))
}
