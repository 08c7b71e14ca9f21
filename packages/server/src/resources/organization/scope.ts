import { idsKey, relationOf, resources, visibleFields } from '@deskbell/contract'
import { sql } from 'kysely'
import { type Actor, type Context, effective, may, type Scope, type Slice } from '../../kernel/context.ts'
import { everything } from '../../kernel/scope.ts'

const seesAllOrganizations = (actor: Actor): boolean => may(actor, 'ticket.agent', 'admin.organization')

/** Selects all organizations for agents and administrators, and their own ones for customers. */
const organizationScope: Scope = ({ actor, db }, table) =>
  seesAllOrganizations(actor)
    ? undefined
    : db.dialect.among(sql.ref(`${table}.id`), sql.val(`[${actor.organizations.join()}]`))

/** Fields that customers see of other organizations, whose names appear in their tickets. */
const nameOnly = new Set(['id', 'name', 'active'])

/** Returns the keys that customers see of their own organizations: all but the note, which is for agents. */
function fieldsOfOwn(ctx: Context): ReadonlySet<string> {
  const fields = visibleFields(effective(ctx, resources.organization)).flatMap(([name]) => [name, relationOf(name)])
  const relations = Object.keys(resources.organization.many).flatMap((name) => [name, idsKey(name)])
  return new Set([...fields, ...relations].filter((key) => key !== 'note'))
}

export const organizationScopes: Slice = {
  listScope: organizationScope,
  fieldMask(ctx) {
    if (seesAllOrganizations(ctx.actor)) return undefined
    const own = fieldsOfOwn(ctx)
    return (id) => (ctx.actor.organizations.includes(id) ? own : nameOnly)
  },
  publicFields: nameOnly,
  searchViews(ctx, table) {
    if (seesAllOrganizations(ctx.actor)) return [everything]
    const own = fieldsOfOwn(ctx)
    return [
      { rows: organizationScope(ctx, table), sees: (column) => own.has(column) },
      { rows: undefined, sees: (column) => nameOnly.has(column) },
    ]
  },
}
