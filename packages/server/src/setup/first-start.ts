import { randomBytes } from 'node:crypto'
import { completeDefaults, type FirstAdmin, writeDefaults } from './defaults.ts'
import { writeFirstAdminToken } from './first-admin.ts'
import type { Desk } from '../kernel/context.ts'
import { isEmail } from '../resources/user/names.ts'
import { violatedRules } from '../resources/user/password.ts'
import { makeSecret, writeToken } from '../auth/tokens.ts'

/** Credentials of the first administrator, which are printed once. */
export interface FirstStart {
  /** The generated password, or a note that names the variable it comes from. */
  readonly password: string
  readonly token: string
  /**
   * The token of the link with which a person takes over the account; undefined if the environment contains the password,
   * and in a demo.
   */
  readonly link: string | undefined
}

/**
 * Fills a new database, creates its first administrator and prints the credentials. They come from DESKBELL_ADMIN_EMAIL
 * and DESKBELL_ADMIN_PASSWORD, or are generated. They are printed before the commit: if printing fails, there is no
 * administrator, and the next start creates one.
 * @param isShown true if everybody who reads the output may use the credentials, as in a demo. Then no link is created with
 * which one person could take over the account.
 * @returns undefined if the database was not new.
 * @throws Error if a variable has an invalid value.
 */
export async function firstStart(
  desk: Desk,
  { environment = process.env, isShown = false } = {},
): Promise<FirstStart | undefined> {
  if (await completeDefaults(desk)) return undefined
  const admin = firstAdmin(environment)
  const token = makeSecret()
  const isGenerated = environment['DESKBELL_ADMIN_PASSWORD'] === undefined
  const password = isGenerated ? admin.password : 'as in DESKBELL_ADMIN_PASSWORD'
  let link: string | undefined
  const id = await writeDefaults(desk, admin, async (unit, id) => {
    await writeToken(unit, id, token, { name: 'first start' })
    if (isGenerated && !isShown) link = await writeFirstAdminToken(unit, id)
    await print(`This is the first start. These credentials are shown only once:
  login     ${admin.email}
  password  ${password}
  token     ${token}
`)
  })
  return id === undefined ? undefined : { password, token, link }
}

/** Writes a line to standard output. Resolves when it has been written. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (failure) => (failure ? reject(failure) : resolve()))
  })

/**
 * Returns the first administrator from the environment, with generated values for absent variables.
 * @throws Error if a variable has an invalid value.
 */
export function firstAdmin(environment: NodeJS.ProcessEnv): FirstAdmin {
  const email = (environment['DESKBELL_ADMIN_EMAIL'] ?? 'admin@example.com').trim().toLowerCase()
  if (!isEmail(email)) throw new Error(`DESKBELL_ADMIN_EMAIL: "${email}" is not an e-mail address.`)
  const password = environment['DESKBELL_ADMIN_PASSWORD']
  if (password === undefined) return { email, password: randomBytes(12).toString('base64url') }
  if (password === '') throw new Error('DESKBELL_ADMIN_PASSWORD is empty; unset it to have a password generated.')
  const violations = violatedRules(password)
  if (violations.length > 0) throw new Error(`DESKBELL_ADMIN_PASSWORD: ${violations.join(' ')}`)
  return { email, password }
}
