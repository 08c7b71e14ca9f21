import type { Actor, Change, FieldValues, Rules, Unit, WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { checkPeriods, sanitized } from '../values.ts'
import { allowedAtSignUp, checkMayGrant, checkMayGrantGroups, requireRemainingAdministrator } from '../user/rights.ts'

/** Maximum number of levels in a group name. */
const MAX_LEVELS = 10
/** Maximum number of characters in each level. */
const MAX_LEVEL_LENGTH = 160
/** The text between two levels of a group name. */
const separator = '::'

/** The name of a group is a path; renaming a group renames the groups below it. */
export const groupRules: Rules = {
  async derive(ctx, change) {
    checkPeriods(change.values, 'minutes', 'assignment_timeout')
    checkPeriods(change.values, 'days', 'reopen_time_in_days')
    return { ...sanitized(change.values, 'note'), ...(await nameFor(ctx, change)) }
  },
  async afterWrite(ctx, id, { before, values }) {
    if (before && values['name'] !== undefined && values['name'] !== before['name']) await renameBelow(ctx, id)
  },
}

/**
 * Returns the full name, its last part and the parent group: the group in `parent_id`, otherwise the one that the name contains
 * before its last `::`. With `parent_id: null` and no name, the group gets no parent.
 */
async function nameFor(ctx: WriteContext, { before, values }: Change): Promise<FieldValues> {
  if (values['name'] === undefined && values['parent_id'] === undefined) return {}
  const fullName = (values['name'] ?? before?.['name']) as string | undefined
  // A missing name is refused later, because the column is required.
  if (fullName === undefined) return {}
  const path = fullName.split(separator).map((part) => part.trim())
  checkPath(path)
  const last = path.at(-1) as string
  const parent = await parentFor(ctx, path, values)
  if (before && parent) await checkNoCycle(ctx, before['id'] as number, parent.id)
  const name = parent ? parent.name + separator + last : last
  checkPath(name.split(separator))
  return { name, name_last: last, parent_id: parent?.id ?? null }
}

function checkPath(path: readonly string[]): void {
  if (path.length > MAX_LEVELS) throw invalid('name', `name: at most ${MAX_LEVELS} levels, got ${path.length}.`)
  if (path.some((part) => part === '')) throw invalid('name', 'name: no level of it may be empty.')
  if (path.some((part) => Array.from(part).length > MAX_LEVEL_LENGTH)) {
    throw invalid('name', `name: at most ${MAX_LEVEL_LENGTH} characters in each level.`)
  }
}

interface ParentGroup {
  readonly id: number
  readonly name: string
}

async function parentFor({ db }: Unit, path: readonly string[], values: FieldValues): Promise<ParentGroup | undefined> {
  const groups = db.sql.selectFrom('groups').select(['id', 'name'])
  const parentName = path.slice(0, -1).join(separator)
  const id = values['parent_id'] as number | null | undefined
  if (typeof id === 'number') return groups.where('id', '=', id).executeTakeFirstOrThrow()
  if (parentName === '' || (id === null && values['name'] === undefined)) return undefined
  const parent = await groups.where('name', '=', parentName).executeTakeFirst()
  if (!parent) throw invalid('name', `No lookup value found for 'parent': ${JSON.stringify(parentName)}`)
  return parent
}

async function checkNoCycle({ db }: Unit, id: number, parent: number): Promise<void> {
  let ancestor: number | null | undefined = parent
  while (typeof ancestor === 'number') {
    if (ancestor === id) throw invalid('parent_id', 'parent_id: a group cannot be below itself.')
    const row = await db.sql.selectFrom('groups').select('parent_id').where('id', '=', ancestor).executeTakeFirst()
    ancestor = row?.parent_id
  }
}

/** Renames the groups below a group, whose names begin with its name. */
async function renameBelow(unit: Unit, id: number): Promise<void> {
  const groups = unit.db.sql.selectFrom('groups')
  const { name } = await groups.select('name').where('id', '=', id).executeTakeFirstOrThrow()
  const children = await groups.select(['id', 'name', 'name_last']).where('parent_id', '=', id).orderBy('id').execute()
  for (const child of children) {
    const fullName = name + separator + child.name_last
    checkPath(fullName.split(separator))
    if (await groups.select('id').where('name', '=', fullName).executeTakeFirst()) {
      throw invalid('name', 'This object already exists.')
    }
    await update(unit, 'group', child.id, { name: fullName })
    const changes = { name: { from: child.name, to: fullName } }
    await record(unit, { type: 'updated', name: 'group', id: child.id, changes })
    await renameBelow(unit, child.id)
  }
}

export const roleRules: Rules = {
  derive: (_, { values }) => sanitized(values, 'note'),
  // A change can remove permissions from users, so the caller needs all permissions of the role before and after it.
  async authorize(ctx, before) {
    if (before) await checkGranted(ctx, ctx.actor, before['id'] as number)
  },
  async afterWrite(ctx, id, { before, body }) {
    if (!before || keysOfRights.some((key) => body[key] !== undefined)) await checkGranted(ctx, ctx.actor, id)
    await checkSignUp(ctx, id)
    if (before) await requireRemainingAdministrator(ctx)
  },
}

const keysOfRights = ['permissions', 'permission_ids', 'groups', 'group_ids']

/** @throws Fault `forbidden` if the role grants more than the caller has. */
async function checkGranted({ db }: Unit, actor: Actor, role_id: number): Promise<void> {
  const granted = await db.sql
    .selectFrom('permissions_roles')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select('permissions.name')
    .where('role_id', '=', role_id)
    .execute()
  checkMayGrant(
    actor,
    granted.map(({ name }) => name),
  )
  const groups = db.sql.selectFrom('groups_roles').select(['group_id', 'access']).where('role_id', '=', role_id)
  checkMayGrantGroups(actor, await groups.execute())
}

async function checkSignUp({ db }: Unit, id: number): Promise<void> {
  const rows = await db.sql
    .selectFrom('roles')
    .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select('permissions.name')
    .where('roles.id', '=', id)
    .where('roles.default_at_signup', '=', true)
    .orderBy('permissions.id')
    .execute()
  const forbidden = rows.filter(({ name }) => !allowedAtSignUp(name)).map(({ name }) => name)
  if (forbidden.length === 0) return
  throw new Fault('invalid', `A role that is given at sign-up cannot have ${forbidden.join(', ')}.`, {
    details: [{ path: 'default_at_signup', message: `It has ${forbidden.join(', ')}.` }],
  })
}
