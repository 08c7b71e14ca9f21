import { inParallel } from '../../db/in-parallel.ts'
import type { Unit } from '../../kernel/context.ts'
import { type OwnAddress, ownAddresses } from './addresses-of-desk.ts'
import { activeFilters, type Filter } from './filters.ts'

/** The records of administrators that each mail is compared with. They are read once for all mails of a transaction. */
export interface IntakeRules {
  readonly isOwn: (address: string) => OwnAddress | undefined
  readonly filters: readonly Filter[]
}

export async function readIntakeRules(unit: Unit): Promise<IntakeRules> {
  const [isOwn, filters] = await inParallel([ownAddresses(unit), activeFilters(unit)])
  return { isOwn, filters }
}
