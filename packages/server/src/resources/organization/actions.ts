import type { Unit } from '../../kernel/context.ts'

/** The organization that takes everybody with this mail domain (reference, section 3.4); null where none does. */
export async function organizationOfDomain({ db }: Unit, domain: string): Promise<number | null> {
  const found = await db.sql
    .selectFrom('organizations')
    .select('id')
    .where('domain', '=', domain)
    .where('domain_assignment', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}
