import type { Unit } from '../../kernel/context.ts'

/** Returns the organization to which users with this mail domain are assigned; null if there is none. */
export async function organizationOfDomain({ db }: Unit, domain: string): Promise<number | null> {
  const row = await db.sql
    .selectFrom('organizations')
    .select('id')
    .where('domain', '=', domain)
    .where('domain_assignment', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id ?? null
}
