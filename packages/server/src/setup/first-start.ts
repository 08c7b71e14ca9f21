import { randomBytes } from 'node:crypto'
import { completeDefaults, type FirstAdmin, writeDefaults } from './defaults.ts'
import type { Desk } from '../kernel/context.ts'
import { isEmail } from '../resources/user/names.ts'
import { weaknesses } from '../resources/user/password.ts'
import { makeSecret, writeToken } from '../auth/tokens.ts'

/** What is printed once, when a new database was filled: the administrator and a token of theirs. */
export interface FirstStart {
  /** For people: the password, or where it came from. */
  readonly password: string
  readonly token: string
}

/**
 * Fills a new database, makes its first administrator, from DESKBELL_ADMIN_EMAIL and DESKBELL_ADMIN_PASSWORD or, where
 * these are not set, made up, and prints how to sign in. It is printed before the commit: whatever goes wrong, either
 * somebody has seen the password, or there is no administrator and the next start makes one.
 * @returns undefined when the database was not new.
 * @throws Error when a variable is set to something that cannot be meant.
 */
export async function firstStart(desk: Desk, environment = process.env): Promise<FirstStart | undefined> {
  if (await completeDefaults(desk)) return undefined
  const admin = firstAdmin(environment)
  const token = makeSecret()
  const password =
    environment['DESKBELL_ADMIN_PASSWORD'] === undefined ? admin.password : 'as in DESKBELL_ADMIN_PASSWORD'
  const id = await writeDefaults(desk, admin, async (unit, id) => {
    await writeToken(unit, id, token, { name: 'first start' })
    await print(`This is the first start; these are shown once:
  login     ${admin.email}
  password  ${password}
  token     ${token}
`)
  })
  return id === undefined ? undefined : { password, token }
}

/** Resolves when the line has left this process. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (failure) => (failure ? reject(failure) : resolve()))
  })

/** Who the environment names as the first administrator, with made-up parts where it does not. @throws Error as above. */
export function firstAdmin(environment: NodeJS.ProcessEnv): FirstAdmin {
  const email = (environment['DESKBELL_ADMIN_EMAIL'] ?? 'admin@example.com').trim().toLowerCase()
  if (!isEmail(email)) throw new Error(`DESKBELL_ADMIN_EMAIL: "${email}" is not an e-mail address.`)
  const password = environment['DESKBELL_ADMIN_PASSWORD']
  if (password === undefined) return { email, password: randomBytes(12).toString('base64url') }
  if (password === '') throw new Error('DESKBELL_ADMIN_PASSWORD is empty; leave it unset to have one made up.')
  const weak = weaknesses(password)
  if (weak.length > 0) throw new Error(`DESKBELL_ADMIN_PASSWORD: ${weak.join(' ')}`)
  return { email, password }
}
