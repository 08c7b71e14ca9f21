import { invalid } from '../../errors/fault.ts'
import type { Unit } from '../../kernel/context.ts'

/** Maximum number of secondary organizations of a user. */
const MAX_ORGANIZATIONS = 250

/**
 * Checks the organizations of a user.
 * @throws Fault `invalid` for secondary organizations without a primary one, and for too many of them.
 */
export async function checkOrganizations(unit: Unit, id: number): Promise<void> {
  const { count, primary } = await countOrganizations(unit, id)
  if (Number(count) === 0) return
  if (primary === null) {
    throw invalid('organization_ids', 'A user needs a primary organization to belong to others.')
  }
  if (Number(count) > MAX_ORGANIZATIONS) {
    throw invalid('organization_ids', `A user belongs to at most ${MAX_ORGANIZATIONS} secondary organizations.`)
  }
}

const countOrganizations = ({ db }: Unit, id: number) =>
  db.sql
    .selectFrom('users')
    .select((eb) => [
      'organization_id as primary',
      eb
        .selectFrom('organizations_users')
        .select((pair) => pair.fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .as('count'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
