import { sql } from 'kysely'
import { type Actor, may, type Scope, type Slice } from '../../kernel/context.ts'
import { everything } from '../../kernel/scope.ts'

const seesAllOrganizations = (actor: Actor): boolean => may(actor, 'ticket.agent', 'admin.organization')

/** Agents see all organizations, customers their own. */
const organizationScope: Scope = ({ actor, db }, table) =>
  seesAllOrganizations(actor)
    ? undefined
    : db.dialect.among(sql.ref(`${table}.id`), sql.val(`[${actor.organizations.join()}]`))

/** Fields that customers see of other organizations, which appear in their tickets. */
const nameOnly = new Set(['id', 'name', 'active'])

export const organizationScopes: Slice = {
  listScope: organizationScope,
  fieldMask: ({ actor }) =>
    seesAllOrganizations(actor) ? undefined : (id) => (actor.organizations.includes(id) ? undefined : nameOnly),
  searchViews: (ctx, table) =>
    seesAllOrganizations(ctx.actor)
      ? [everything]
      : [
          { rows: organizationScope(ctx, table), sees: () => true },
          { rows: undefined, sees: (column) => nameOnly.has(column) },
        ],
}
