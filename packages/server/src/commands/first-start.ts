import { randomBytes } from 'node:crypto'
import { type FirstAdmin, writeDefaults } from '../defaults.ts'
import type { Desk } from '../kernel/context.ts'
import { makeToken } from '../tokens.ts'
import { isEmail } from '../resources/user/names.ts'

/** What is said once, when a new database was filled: the administrator and a token of theirs. */
export interface FirstStart {
  readonly admin: FirstAdmin
  readonly token: string
  /** For people: the password, or where it came from. */
  readonly password: string
  /** For people: login, password and token. */
  readonly lines: string
}

/**
 * Fills a new database and makes its first administrator, from DESKBELL_ADMIN_EMAIL and DESKBELL_ADMIN_PASSWORD or, where
 * these are not set, made up.
 * @returns undefined when the database was not new.
 * @throws Error when a variable is set to something that cannot be meant.
 */
export async function firstStart(desk: Desk, environment = process.env): Promise<FirstStart | undefined> {
  const admin = firstAdmin(environment)
  const id = await writeDefaults(desk, admin)
  if (id === undefined) return undefined
  const token = await makeToken(desk, id, { name: 'first start' })
  const password =
    environment['DESKBELL_ADMIN_PASSWORD'] === undefined ? admin.password : 'as in DESKBELL_ADMIN_PASSWORD'
  const lines = `This is the first start; these are shown once:
  login     ${admin.email}
  password  ${password}
  token     ${token}`
  return { admin, token, password, lines }
}

/** Who the environment names as the first administrator, with made-up parts where it does not. @throws Error as above. */
export function firstAdmin(environment: NodeJS.ProcessEnv): FirstAdmin {
  const email = (environment['DESKBELL_ADMIN_EMAIL'] ?? 'admin@example.com').trim().toLowerCase()
  const password = environment['DESKBELL_ADMIN_PASSWORD'] ?? randomBytes(12).toString('base64url')
  if (!isEmail(email)) throw new Error(`DESKBELL_ADMIN_EMAIL: "${email}" is not an e-mail address.`)
  if (password === '') throw new Error('DESKBELL_ADMIN_PASSWORD is empty; leave it unset to have one made up.')
  return { email, password }
}
