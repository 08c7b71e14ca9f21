import { sql, type SqlBool } from 'kysely'

/**
 * Returns the condition that a user has the permission `ticket.agent`, by a role that is active.
 * @param userId the column with the id of the user.
 */
export const isAgent = (userId = 'users.id') =>
  sql<SqlBool>`exists (select 1 from roles_users u join roles r on r.id = u.role_id
    join permissions_roles pr on pr.role_id = r.id join permissions p on p.id = pr.permission_id
    where u.user_id = ${sql.ref(userId)} and r.active = ${sql.lit(true)} and p.active = ${sql.lit(true)}
    and p.name in ('ticket', 'ticket.agent'))`
