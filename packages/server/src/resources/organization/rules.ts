import { resources } from '@deskbell/contract'
import { type Change, type FieldValues, may, type Rules, type WriteContext } from '../../kernel/context.ts'
import { Fault } from '../../errors/fault.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { parseRelated } from '../../writing/input.ts'
import { anything, optional } from '../../writing/parts.ts'
import { findChanges } from '../../writing/differences.ts'
import { exists, idByName } from '../../writing/lookup.ts'
import { invalidParam } from '../../writing/values.ts'
import { recordOf } from '../../writing/write.ts'
import { sanitized } from '../values.ts'
import { hasPassword, isCustomerOnly } from '../user/rights.ts'
import { checkOrganizations } from '../user/organizations.ts'

/** Keys of a body for the members, which are stored in the records of the users. */
const memberKeys = ['member_ids', 'members'] as const

const memberParts = {
  // Validated by `parseRelated`, like all other relations.
  member_ids: optional(
    anything({ type: 'array', items: { type: 'integer', minimum: 1 }, description: 'Ids of the members.' }),
  ),
  members: optional(
    anything({ type: 'array', items: { type: 'string' }, description: 'Logins or e-mail addresses of the members.' }),
  ),
}

/** Keys of a body for users who belong to the organization in addition to a primary one. */
const secondaryKeys = ['secondary_members', 'secondary_member_ids'] as const

/**
 * Columns that decide who may read the tickets of an organization. Callers without `admin.organization` can set them for a new
 * organization, but not change them later.
 */
const sharingKeys = ['shared', 'domain', 'domain_assignment'] as const

export const organizationRules: Rules = {
  bodyParts: { create: memberParts, update: memberParts },
  readOnlyKeys: ({ actor }, verb) => {
    if (may(actor, 'admin.organization')) return []
    return verb === 'update' ? [...secondaryKeys, ...sharingKeys] : secondaryKeys
  },
  derive: (_, { values }) => ({
    ...trimText(values, 'name'),
    ...sanitized(values, 'note'),
    ...(typeof values['domain'] === 'string' ? { domain: values['domain'].trim().toLowerCase() } : {}),
  }),
  async afterWrite(ctx, id, change) {
    const members = await membersIn(ctx, change)
    if (members) await setMembers(ctx, id, members)
    await checkMembers(ctx, id, change)
  },
}

const trimText = (values: FieldValues, key: string): FieldValues =>
  typeof values[key] === 'string' ? { [key]: values[key].trim() } : {}

/** Returns the ids of the members in a body, which names them by id, login or address; undefined if it has none of the keys. */
async function membersIn(ctx: WriteContext, { body }: Change): Promise<Set<number> | undefined> {
  const key = memberKeys.find((name) => body[name] !== undefined)
  if (key === undefined) return undefined
  const ids = new Set<number>()
  for (const { idOrName } of parseRelated(key, body[key])) {
    if (typeof idOrName === 'string') ids.add(await idByName(ctx, 'user', idOrName, key))
    else if (await exists(ctx, 'user', idOrName)) ids.add(idOrName)
    else throw invalidParam(key, idOrName)
  }
  return ids
}

/** Replaces the members of an organization. */
async function setMembers(ctx: WriteContext, id: number, members: ReadonlySet<number>): Promise<void> {
  const rows = await ctx.db.sql.selectFrom('users').select('id').where('organization_id', '=', id).execute()
  const current = new Set(rows.map((row) => row.id))
  for (const user of current) if (!members.has(user)) await moveUser(ctx, user, null)
  for (const user of members) if (!current.has(user)) await moveUser(ctx, user, id)
}

/**
 * Moves a user to an organization. Callers who administer neither users nor organizations may move only customers without a
 * password: see docs/decisions/organizations-of-accounts.md.
 * @throws Fault `forbidden` for other users.
 */
async function moveUser(ctx: WriteContext, user: number, to: number | null): Promise<void> {
  const { actor } = ctx
  const before = await recordOf(ctx, resources.user, user)
  const isAdministrator = may(actor, 'admin.user', 'admin.organization')
  if (!isAdministrator && (hasPassword(before) || !(await isCustomerOnly(ctx, user)))) throw new Fault('forbidden')
  const changes = await findChanges(ctx, resources.user, before, { organization_id: to })
  await update(ctx, 'user', user, { organization_id: to })
  await checkOrganizations(ctx, user)
  await record(ctx, { type: 'updated', name: 'user', id: user, changes })
}

/** Checks, for each secondary member, the primary organization and the number of organizations: see `checkOrganizations`. */
async function checkMembers(ctx: WriteContext, id: number, { body }: Change): Promise<void> {
  if (secondaryKeys.every((key) => body[key] === undefined)) return
  const members = ctx.db.sql.selectFrom('organizations_users').select('user_id')
  const rows = await members.where('organization_id', '=', id).execute()
  for (const { user_id } of rows) await checkOrganizations(ctx, user_id)
}
