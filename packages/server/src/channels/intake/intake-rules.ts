import { inParallel } from '../../db/in-parallel.ts'
import type { Unit } from '../../kernel/context.ts'
import { type OwnAddress, readOwnAddresses } from './addresses-of-desk.ts'
import { activeFilters, type Filter } from './filters.ts'

/** The addresses and filters with which each mail is compared. They are read once for all mails of a transaction. */
export interface IntakeRules {
  /** Finds an address of this service, with or without an extension such as `help+tag`; undefined for any other address. */
  readonly ownAddress: (address: string) => OwnAddress | undefined
  readonly filters: readonly Filter[]
}

export async function readIntakeRules(unit: Unit): Promise<IntakeRules> {
  const [ownAddress, filters] = await inParallel([readOwnAddresses(unit), activeFilters(unit)])
  return { ownAddress, filters }
}
