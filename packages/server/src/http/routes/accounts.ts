import { randomBytes } from 'node:crypto'
import { resources } from '@deskbell/contract'
import { setAbsence } from '../../resources/user/absence.ts'
import { hashOf, matchesHash, type PasswordHash, violatedRules } from '../../resources/user/password.ts'
import { checkPreferences, mergePreferences } from '../../resources/user/preferences.ts'
import { setPassword } from '../../resources/user/set-password.ts'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { auditAccount } from '../../writing/audit.ts'
import { update } from '../../writing/unit-of-work.ts'
import { writeCheckToken } from '../../auth/tokens.ts'
import { lockRecord, recordOf } from '../../writing/write.ts'
import { attemptOn, forgetFailures } from '../../auth/failed-logins.ts'
import { checkGuess } from '../../auth/guesses.ts'
import { storedPassword } from '../../auth/users.ts'
import { sessionOf } from '../cookies.ts'
import { idIn } from '../query.ts'
import { type Input, type RouteResponse, signedIn, type WriteRoute } from '../route.ts'
import { field, optional } from '../../writing/parts.ts'
import { type Checked, withBody } from '../with-body.ts'
import { accountResponse } from './account-response.ts'
import { bodyOf } from './writes.ts'

const { user } = resources
const ok: RouteResponse = { body: '{"message":"ok"}' }
const passwordField = { kind: 'text', max: 1000 } as const
const changeParts = {
  password_old: field({ ...passwordField, default: '', doc: 'The current password.' }),
  password_new: field({ ...passwordField, default: '', doc: 'The new password.' }),
}
const checkParts = { password: field({ ...passwordField, doc: 'The password to check.' }) }
const absenceParts = {
  out_of_office: optional(field(user.fields.out_of_office)),
  out_of_office_start_at: field(user.fields.out_of_office_start_at),
  out_of_office_end_at: field(user.fields.out_of_office_end_at),
  out_of_office_replacement_id: field(user.fields.out_of_office_replacement_id),
  out_of_office_text: field({
    kind: 'text',
    null: true,
    doc: 'Text for people who write during the absence; cut to 5,000 characters.',
  }),
}

/** Routes with which callers change their own accounts, and administrators unlock those of others. */
export const accountRoutes: readonly WriteRoute[] = [
  {
    method: 'PUT',
    path: '/users/unlock/:id',
    tag: 'users',
    summary: 'Unlock a user',
    description: 'Lets a user sign in again after too many failed logins.',
    can: ['admin.user'],
    response: accountResponse,
    write:
      (_, { params }) =>
      async (ctx) => {
        const id = idIn(params['id'] ?? '', user.model)
        // Throws `not_found` for an unknown id.
        await recordOf(ctx, user, id)
        await update(ctx, 'user', id, { login_failed: 0 })
        await forgetFailures(ctx.desk, ctx.db, id)
        await auditAccount(ctx, 'unlocked', id)
        return ok
      },
  },
  {
    method: 'PUT',
    path: '/users/preferences',
    tag: 'users',
    summary: 'Set preferences of the caller',
    description:
      'Keys that the body does not name keep their values. `theme` (light, dark, auto), `density` (comfortable, compact), `keyboard_shortcuts`, `locale`, `timezone`, `mail_digest` and `mail_digest_hour` (0 to 23) are checked; other keys may have any value.',
    can: signedIn,
    body: { type: 'object' },
    response: accountResponse,
    write: (_, input) => {
      const preferences = bodyOf(input)
      checkPreferences(preferences)
      return async (ctx) => {
        await lockRecord(ctx, user, ctx.actor.id)
        await mergePreferences(ctx, ctx.actor.id, preferences)
        return ok
      }
    },
  },
  withBody(absenceParts, {
    method: 'PUT',
    path: '/users/out_of_office',
    tag: 'users',
    summary: 'Set the absence of the caller',
    description: 'Sets when the caller is out of the office and who replaces them.',
    can: signedIn,
    response: accountResponse,
    write: (_, input) => async (ctx) => {
      await lockRecord(ctx, user, ctx.actor.id)
      await setAbsence(ctx, input.body)
      return ok
    },
  }),
  withBody(changeParts, {
    method: 'POST',
    path: '/users/password_change',
    tag: 'users',
    summary: 'Change the password of the caller',
    description:
      'Requires the current password. Wrong guesses count as failed logins. All sessions end, except that of the request.',
    can: ['user_preferences.password'],
    response: accountResponse,
    unprocessable: accountResponse,
    write: changePassword,
  }),
  withBody(checkParts, {
    method: 'POST',
    path: '/users/password_check',
    tag: 'users',
    summary: 'Check the password of the caller',
    description:
      'Wrong guesses count as failed logins. Existing Zammad clients expect the `token` of the response; it gives no access.',
    can: ['user_preferences.password'],
    response: {
      type: 'object',
      properties: { success: { type: 'boolean' }, token: { type: 'string' } },
      required: ['success'],
    },
    secret: true,
    write: checkPassword,
  }),
]

/** Checks and hashes outside the transaction. A wrong password counts as a failed login. */
async function changePassword(ctx: Context, input: Checked<typeof changeParts>) {
  const { actor } = ctx
  const { password_old: oldPassword = '', password_new: newPassword = '' } = input.body
  if (newPassword === '') return async () => failed(['A new password is needed.'])
  const stored = await verifyOwnPassword(ctx, input, oldPassword)
  if (stored === undefined) return async () => failed(['The current password is wrong.'])
  const violations = violatedRules(newPassword)
  if (violations.length > 0) return async () => failed(violations)
  const password = (await hashOf(newPassword, 'password_new')) as PasswordHash
  const callerSession = await sessionOf(ctx.desk, input.headers)
  // With the header `From`, the actor is not the user whose session it is.
  const session = callerSession?.user === actor.id ? callerSession.id : undefined
  return async (writing: WriteContext) => {
    const current = await recordOf(writing, user, actor.id)
    // If the password was replaced meanwhile, the checked one is no longer the current one.
    if (current['password'] !== stored) return failed(['The current password is wrong.'])
    await setPassword(writing, actor.id, password, session)
    return { body: JSON.stringify({ message: 'ok', user_login: actor.login }) }
  }
}

/** Checks the password. Existing Zammad clients expect a token for later steps; it gives no access. */
async function checkPassword(ctx: Context, input: Checked<typeof checkParts>) {
  const stored = await verifyOwnPassword(ctx, input, input.body.password)
  if (stored === undefined) return async () => ({ body: '{"success":false}' })
  const secret = randomBytes(48).toString('base64url')
  return async (ctx: WriteContext) => {
    await writeCheckToken(ctx, ctx.actor.id, secret)
    return { body: JSON.stringify({ success: true, token: secret }) }
  }
}

/**
 * Returns the stored hash of the caller's password if the guess is right. A wrong guess counts as a failed login.
 * @throws Fault `too_many_requests`.
 */
async function verifyOwnPassword(ctx: Context, { address }: Input, guess: unknown): Promise<string | undefined> {
  const stored = await storedPassword(ctx.desk.database, ctx.actor.id)
  const { desk, cache, actor } = ctx
  const attempt = attemptOn(actor.id, actor.login, address())
  const failures = await checkGuess({ desk, cache, attempt }, () => matchesHash(stored, guess))
  // Undefined for the right password, see `checkGuess`.
  return failures === undefined ? (stored ?? undefined) : undefined
}

const failed = (notice: readonly string[]): RouteResponse => ({
  status: 422,
  body: JSON.stringify({ message: 'failed', notice }),
})
