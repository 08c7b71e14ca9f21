import { defaultNotifications } from '@deskbell/contract'
import { type Change, type FieldValues, may, type Rules, type Unit, type WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { checkOrganizations } from './organizations.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { anything, field, optional } from '../../writing/parts.ts'
import { organizationOfDomain } from '../organization/actions.ts'
import { endSessions } from '../../auth/sessions.ts'
import { endAccountLinks } from '../../auth/tokens.ts'
import { sanitized } from '../values.ts'
import { beforeDeleteUser } from './before-delete.ts'
import { fullnameOf } from './names.ts'
import { mailInvitation } from './account-mails.ts'
import { auditAccount } from '../../writing/audit.ts'
import { PasswordHash } from './password.ts'
import {
  hasPassword,
  checkMayGrant,
  checkMayGrantGroups,
  isCustomerOnly,
  requireRemainingAdministrator,
  permissionsOf,
} from './rights.ts'
import { preferencesOf } from './preferences.ts'
import { emailFor, lockNames, nameFor, textIn, nameIn, checkIdentified, loginFor } from './identity.ts'

/**
 * Keys that set a user's rights. Only user administrators may set them. The same applies to credentials, with which an agent
 * could sign in as a customer and read tickets of other groups. The singular keys `role` and `group` set nothing, but count
 * as attempts to set rights.
 */
const rightsKeys = ['role', 'role_ids', 'roles', 'group', 'group_ids', 'groups']
const roleKeys = ['role_ids', 'roles']
const groupKeys = ['group', 'group_ids', 'groups']
/** Keys that let the caller act as the user, or change the user's rights. */
const takeoverKeys = ['password', 'login', 'email', 'active', ...rightsKeys]
const organizationKeys = ['organization', 'organization_id', 'organizations', 'organization_ids']

/**
 * Returns the keys that agents cannot set for a user with a password, because they decide which tickets the user can read:
 * an agent who also has a customer account could read the tickets of any organization in this way
 * (docs/decisions/organizations-of-accounts.md). For an inactive user, `active` is one of these keys.
 */
const accessKeys = (user: FieldValues): readonly string[] =>
  hasPassword(user) ? [...organizationKeys, ...(user['active'] === false ? ['active'] : [])] : []

const userParts = {
  // The password is checked and hashed before the transaction begins.
  password: optional(
    anything({
      type: ['string', 'null'],
      maxLength: 1000,
      description: 'Never returned. A blank value keeps the current password.',
    }),
  ),
  invite: field({
    kind: 'boolean',
    default: false,
    doc: 'Mails a link with which the user sets a password, if the desk sends mail. Ignored unless the caller has `admin.user`.',
  }),
}

export const userRules: Rules = {
  bodyParts: { create: userParts, update: userParts },
  // At least one of these keys.
  requiredKeys: [['email', 'firstname', 'lastname', 'phone', 'mobile']],
  readOnlyKeys: ({ actor }, _, before) => {
    if (may(actor, 'admin.user')) return []
    return [...rightsKeys, 'password', 'invite', ...(before ? ['login', 'email', ...accessKeys(before)] : [])]
  },
  derive,
  async authorize(ctx, before) {
    if (!before || may(ctx.actor, 'admin.user')) return
    if (!may(ctx.actor, 'ticket.agent') || !(await isCustomerOnly(ctx, before['id'] as number)))
      throw new Fault('forbidden')
  },
  afterWrite,
  beforeDelete: beforeDeleteUser,
}

async function derive(ctx: WriteContext, change: Change): Promise<FieldValues> {
  const { before, values, body } = change
  if (before && takeoverKeys.some((key) => body[key] !== undefined)) {
    checkMayGrant(ctx.actor, await permissionsOf(ctx, before['id'] as number))
  }
  if (!before || values['login'] !== undefined || values['email'] !== undefined) await lockNames(ctx)
  const email = await emailFor(ctx, change)
  const row = { ...before, ...values, ...(email === undefined ? {} : { email }) }
  const name = nameFor(change, row)
  const identified = { ...row, ...name }
  checkIdentified(identified)
  const password = body['password'] instanceof PasswordHash ? { password: body['password'].argon2id } : {}
  return {
    ...(email === undefined ? {} : { email }),
    ...(await loginFor(ctx, change, textIn(identified, 'email'))),
    ...name,
    // User 1 is the service itself and has no name.
    fullname:
      before?.['id'] === 1
        ? ''
        : fullnameOf(nameIn(identified), textIn(identified, 'email'), textIn(identified, 'phone')),
    ...password,
    ...sanitized(values, 'note'),
    ...(before ? {} : { organization_id: await organizationFor(ctx, row) }),
    ...(before ? {} : { preferences: await preferencesFor(ctx, values) }),
  }
}

/** Returns the organization in the body, otherwise the one of the mail domain. */
async function organizationFor(unit: Unit, row: FieldValues): Promise<number | null> {
  const organization = row['organization_id'] as number | null | undefined
  const domain = textIn(row, 'email').split('@')[1]
  if (organization || !domain) return organization ?? null
  return organizationOfDomain(unit, domain)
}

/** Returns the preferences of a new user. By default, the locale is that of the creator. */
async function preferencesFor(ctx: WriteContext, values: FieldValues): Promise<Record<string, unknown>> {
  const preferences = (values['preferences'] ?? {}) as Record<string, unknown>
  if (preferences['locale'] !== undefined) return preferences
  const locale = (await preferencesOf(ctx, ctx.actor.id))['locale']
  return locale === undefined ? preferences : { ...preferences, locale }
}

async function afterWrite(ctx: WriteContext, id: number, { before, values, body }: Change): Promise<void> {
  const changesRoles = roleKeys.some((key) => body[key] !== undefined)
  if (!before || changesRoles) await giveSignUpRoles(ctx, id)
  if (rightsKeys.some((key) => body[key] !== undefined)) checkMayGrant(ctx.actor, await permissionsOf(ctx, id))
  if (groupKeys.some((key) => body[key] !== undefined)) {
    const groups = ctx.db.sql.selectFrom('groups_users').select(['group_id', 'access']).where('user_id', '=', id)
    checkMayGrantGroups(ctx.actor, await groups.execute())
  }
  if (before && values['active'] === true && !before['active']) await endAccountLinks(ctx, id)
  if (before && (values['active'] === false || body['password'] instanceof PasswordHash)) {
    await endSessions(ctx, id)
    await endAccountLinks(ctx, id)
    if (body['password'] instanceof PasswordHash) await auditAccount(ctx, 'password_changed', id)
  }
  if (organizationKeys.some((key) => body[key] !== undefined)) await checkOrganizations(ctx, id)
  if (!before || changesRoles) await setDefaultNotifications(ctx, id)
  if (before && (changesRoles || values['active'] === false)) await requireRemainingAdministrator(ctx)
  if (body['invite'] === true) await mailInvitation(ctx, id)
}

/** Gives a user without a role the active roles for sign-ups. */
async function giveSignUpRoles(unit: Unit, id: number): Promise<void> {
  const run = writeStatement(unit, 'give the roles of the sign-up', (input) =>
    unit.db.sql
      .insertInto('roles_users')
      .columns(['role_id', 'user_id'])
      .expression((eb) =>
        eb
          .selectFrom('roles')
          .select(['id', eb.cast<number>(input<number>(0), 'integer').as('user_id')])
          .where('default_at_signup', '=', true)
          .where('active', '=', true)
          .where((builder) =>
            builder.not(
              builder.exists(
                builder.selectFrom('roles_users').select('role_id').where('user_id', '=', input<number>(1)),
              ),
            ),
          ),
      ),
  )
  await run(id, id)
}

/** Gives an agent without notification preferences the default ones. */
async function setDefaultNotifications(unit: Unit, id: number): Promise<void> {
  const preferences = await preferencesOf(unit, id)
  if (preferences['notification_config'] !== undefined) return
  const granted = await permissionsOf(unit, id)
  if (!granted.has('ticket.agent') && !granted.has('ticket')) return
  const value = JSON.stringify({ ...preferences, notification_config: defaultNotifications })
  await unit.db.sql.updateTable('users').set({ preferences: value }).where('id', '=', id).execute()
}
