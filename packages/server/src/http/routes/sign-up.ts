import { hash } from 'node:crypto'
import { resources, systemUser } from '@deskbell/contract'
import { asSystem } from '../../resources/user/actor.ts'
import { isEmail } from '../../resources/user/names.ts'
import { hashed, type PasswordHash, weaknesses } from '../../resources/user/password.ts'
import { setPassword } from '../../resources/user/set-password.ts'
import { signUp as signUpAs } from '../../resources/user/sign-up.ts'
import { settingOf } from '../../kernel/settings.ts'
import type { Desk } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { writeContext, unitOfWork } from '../../writing/unit-of-work.ts'
import { userOfResetToken } from '../../auth/tokens.ts'
import { textOf } from '../query.ts'
import type { Answer, Input, OpenRoute } from '../route.ts'
import { field } from '../../writing/parts.ts'
import { type Checked, openWithBody } from '../with-body.ts'
import { accountAnswer } from './account-answer.ts'

const { user } = resources
const resetParts = {
  token: field({ kind: 'text', default: '', doc: 'Token of the reset.' }),
  password: field({ kind: 'text', max: 1000, null: true, doc: 'The new password.' }),
}

/**
 * Signs up a user, if that is switched on. The response does not reveal whether the account exists.
 * @throws Fault `no_credentials` if it is switched off, `invalid` for an invalid address or a weak password.
 */
export async function signUp(desk: Desk, { query }: Input): Promise<Answer> {
  const cache = desk.cache.current()
  if (!(await settingOf({ cache, db: desk.database }, 'user_create_account'))) throw new Fault('no_credentials')
  const email = (textOf(query, 'email') ?? '').trim().toLowerCase()
  if (!isEmail(email) || email.length > user.fields.email.max)
    throw invalid('email', `Invalid email '${email.slice(0, 254)}'`)
  const weak = weaknesses(textOf(query, 'password') ?? '')
  if (weak[0] !== undefined) throw invalid('password', weak[0])
  const password = (await hashed(query['password'])) as PasswordHash
  const system = await asSystem(desk)
  const { firstname, lastname } = query
  await unitOfWork(desk, systemUser, (unit) =>
    signUpAs(writeContext(system, unit), { email, firstname, lastname, password }),
  )
  return { body: '{"message":"ok"}', status: 201 }
}

const askAdministrator = 'The service sends no mail yet. Ask an administrator for a link.'

/** Password resets, for callers without credentials. */
export const openAccountRoutes: readonly OpenRoute[] = [
  openWithBody(
    { username: field({ kind: 'text', default: '', doc: 'Login or e-mail address.' }) },
    {
      method: 'POST',
      path: '/users/password_reset',
      tag: 'users',
      summary: 'Request a password reset',
      description:
        'The answer is the same whether or not the account exists. There is no outgoing mail yet, and `notice` says so: an administrator creates the link.',
      answer: accountAnswer,
      // The response must not reveal which accounts exist.
      throttled: ({ query }) => textOf(query, 'username') ?? '',
      refuses: [403],
      async open(desk) {
        const at = { cache: desk.cache.current(), db: desk.database }
        if (!(await settingOf(at, 'user_lost_password'))) throw new Fault('forbidden')
        return { body: JSON.stringify({ message: 'ok', notice: [askAdministrator] }) }
      },
    },
  ),
  openWithBody(resetParts, {
    method: 'POST',
    path: '/users/password_reset_verify',
    tag: 'users',
    summary: 'Reset a password',
    description: 'Sets a new password with a reset token. Without `password` it reports whether the token is valid.',
    answer: accountAnswer,
    throttled: () => '',
    open: resetPassword,
  }),
]

async function resetPassword(desk: Desk, { body }: Checked<typeof resetParts>): Promise<Answer> {
  const token = hash('sha256', body.token ?? '')
  const given = body.password ?? ''
  const holder = await userOfResetToken(desk.database, token, desk.now().toISOString())
  if (!holder) return { body: '{"message":"failed"}' }
  const weak = given === '' ? [] : weaknesses(given)
  if (weak.length > 0) return { body: JSON.stringify({ message: 'failed', notice: weak }) }
  // Hashing is expensive, so the token is checked before it, and again inside the transaction.
  const password = await hashed(given)
  return unitOfWork(desk, systemUser, async (unit) => {
    const { id, login } = (await userOfResetToken(unit.db, token, unit.now)) ?? {}
    if (id === undefined) return { body: '{"message":"failed"}' }
    if (password) await setPassword(unit, id, password)
    return { body: JSON.stringify({ message: 'ok', user_login: login }) }
  })
}
