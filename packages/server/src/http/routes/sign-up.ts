import { hash } from 'node:crypto'
import { resources, systemUser } from '@deskbell/contract'
import { asSystem } from '../../resources/user/actor.ts'
import { isEmail } from '../../resources/user/names.ts'
import { hashOf, matchesHash, type PasswordHash, violatedRules } from '../../resources/user/password.ts'
import { setPassword } from '../../resources/user/set-password.ts'
import { mailPasswordLink } from '../../resources/user/account-mails.ts'
import { activateAccount, signUp as createAccount } from '../../resources/user/sign-up.ts'
import { settingOf } from '../../kernel/settings.ts'
import type { Desk } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { writeContext, unitOfWork } from '../../writing/unit-of-work.ts'
import { userOfResetToken, userOfSignUpToken } from '../../auth/tokens.ts'
import { textOf } from '../query.ts'
import { type RouteResponse, type Input, noAccount, type OpenRoute } from '../route.ts'
import { field } from '../../writing/parts.ts'
import { type Checked, openWithBody } from '../with-body.ts'
import { accountResponse } from './account-response.ts'

const { user } = resources
const resetParts = {
  token: field({ kind: 'text', default: '', doc: 'Token of the reset.' }),
  password: field({ kind: 'text', max: 1000, null: true, doc: 'The new password.' }),
}

const confirmParts = {
  token: field({ kind: 'text', default: '', doc: 'Token of the mail.' }),
  password: field({ kind: 'text', max: 1000, doc: 'The password of the sign-up.' }),
}

/**
 * Signs up a user, if that is switched on. The response does not reveal whether the account exists.
 * @throws Fault `no_credentials` if it is switched off, `invalid` for an invalid address or a weak password.
 */
export async function signUp(desk: Desk, { query }: Input): Promise<RouteResponse> {
  const cache = await desk.cache.current()
  if (!(await settingOf({ cache, db: desk.database }, 'user_create_account'))) throw new Fault('no_credentials')
  const email = (textOf(query, 'email') ?? '').trim().toLowerCase()
  if (!isEmail(email) || email.length > user.fields.email.max)
    throw invalid('email', `Invalid email '${email.slice(0, 254)}'`)
  const [violation] = violatedRules(textOf(query, 'password') ?? '')
  if (violation !== undefined) throw invalid('password', violation)
  const password = (await hashOf(query['password'])) as PasswordHash
  const system = await asSystem(desk)
  const { firstname, lastname } = query
  const sends = await unitOfWork(desk, systemUser, (unit) =>
    createAccount(writeContext(system, unit), { email, firstname, lastname, password }),
  )
  return { body: JSON.stringify({ message: 'ok', ...(sends ? {} : { notice: [waitForAdministrator] }) }), status: 201 }
}

const waitForAdministrator = 'The service sends no mail. An administrator activates the account.'
const askAdministrator = 'The service sends no mail. Ask an administrator for a link.'

/** Password resets and the activation of new accounts, without credentials. Requests for accounts are in `users.ts`. */
export const openAccountRoutes: readonly OpenRoute[] = [
  openWithBody(
    { username: field({ kind: 'text', default: '', doc: 'Login or e-mail address.' }) },
    {
      method: 'POST',
      path: '/users/password_reset',
      tag: 'users',
      summary: 'Request a password reset',
      description:
        'Sends a link to the address of the account. The response is the same whether or not the account exists. On a desk that sends no mail, `notice` says so: an administrator creates the link.',
      response: accountResponse,
      // Names without an account are counted, too, because the response must not reveal which accounts exist.
      throttledBy: ({ query }) => textOf(query, 'username') ?? '',
      refuses: [403],
      async open(desk, { body }) {
        const cache = await desk.cache.current()
        if (!(await settingOf({ cache, db: desk.database }, 'user_lost_password'))) throw new Fault('forbidden')
        const system = await asSystem(desk)
        const sends = await unitOfWork(desk, systemUser, (unit) =>
          mailPasswordLink(writeContext(system, unit), body.username ?? ''),
        )
        return { body: JSON.stringify({ message: 'ok', ...(sends ? {} : { notice: [askAdministrator] }) }) }
      },
    },
  ),
  openWithBody(resetParts, {
    method: 'POST',
    path: '/users/password_reset_verify',
    tag: 'users',
    summary: 'Reset a password',
    description: 'Sets a new password with a reset token. Without `password` it reports whether the token is valid.',
    response: accountResponse,
    throttledBy: noAccount,
    open: resetPassword,
  }),
  openWithBody(confirmParts, {
    method: 'POST',
    path: '/users/email_verify',
    tag: 'users',
    summary: 'Activate the account of a sign-up',
    description:
      'Activates the account with the token of the mail and the password of the sign-up, so that neither alone is enough.',
    response: accountResponse,
    throttledBy: noAccount,
    open: confirmSignUp,
  }),
]

/**
 * Activates the account of a sign-up. The password is checked, too: the mail may reach a person who has not signed up,
 * and who would otherwise activate the account for a stranger.
 */
async function confirmSignUp(desk: Desk, { body }: Checked<typeof confirmParts>): Promise<RouteResponse> {
  const token = hash('sha256', body.token ?? '')
  const holder = await userOfSignUpToken(desk.database, token, desk.now().toISOString())
  const isRightPassword = holder !== undefined && (await matchesHash(holder.password, body.password))
  if (!isRightPassword) return { body: '{"message":"failed"}' }
  const system = await asSystem(desk)
  return unitOfWork(desk, systemUser, async (unit) => {
    const { id, login } = (await userOfSignUpToken(unit.db, token, unit.now)) ?? {}
    if (id === undefined) return { body: '{"message":"failed"}' }
    await activateAccount(writeContext(system, unit), id)
    return { body: JSON.stringify({ message: 'ok', user_login: login }) }
  })
}

async function resetPassword(desk: Desk, { body }: Checked<typeof resetParts>): Promise<RouteResponse> {
  const token = hash('sha256', body.token ?? '')
  const newPassword = body.password ?? ''
  const holder = await userOfResetToken(desk.database, token, desk.now().toISOString())
  if (!holder) return { body: '{"message":"failed"}' }
  const violations = newPassword === '' ? [] : violatedRules(newPassword)
  if (violations.length > 0) return { body: JSON.stringify({ message: 'failed', notice: violations }) }
  // Hashing is expensive, so the token is checked before it, and again inside the transaction.
  const password = await hashOf(newPassword)
  return unitOfWork(desk, systemUser, async (unit) => {
    const { id, login } = (await userOfResetToken(unit.db, token, unit.now)) ?? {}
    if (id === undefined) return { body: '{"message":"failed"}' }
    if (password) await setPassword(unit, id, password)
    return { body: JSON.stringify({ message: 'ok', user_login: login }) }
  })
}
