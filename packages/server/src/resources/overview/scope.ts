import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { dynamic } from '../../db/dynamic.ts'
import { type Context, may, type Slice } from '../../kernel/context.ts'
import { linkedToNoneOr } from '../conditions.ts'
import { accessibleGroups } from '../scopes.ts'

/** Administrators see all overviews, other callers only their own. */
export const overviewScopes: Slice = {
  listScope: (ctx, table) => (may(ctx.actor, 'admin.overview') ? undefined : ownOverviews(ctx, table)),
}

/** Selects the active overviews of the caller's roles, except those that are limited to other users or groups. */
export function ownOverviews(ctx: Context, table: string): Expression<SqlBool> {
  const ofRoles = dynamic(ctx.db)
    .selectFrom('overviews_roles')
    .innerJoin('roles_users', 'roles_users.role_id', 'overviews_roles.role_id')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .select('overviews_roles.overview_id')
    .where('roles_users.user_id', '=', ctx.actor.id)
    .where('roles.active', '=', true)
  return expressionBuilder<never>().and([
    sql<SqlBool>`${sql.ref(`${table}.active`)} = ${true}`,
    sql<SqlBool>`${sql.ref(`${table}.id`)} in ${ofRoles}`,
    linkedToNoneOr(ctx, table, { link: 'overviews_users', near: 'overview_id', far: 'user_id', ids: [ctx.actor.id] }),
    linkedToNoneOr(ctx, table, {
      link: 'overviews_groups',
      near: 'overview_id',
      far: 'group_id',
      ids: accessibleGroups(ctx.actor),
    }),
  ])
}
