import { systemUser } from '@deskbell/contract'
import type { Desk } from '../../kernel/context.ts'
import { type States, statesOf } from '../../resources/ticket/related-values.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { unitOfWork, writeContext } from '../../writing/unit-of-work.ts'
import { findOrCreateGroup } from '../intake/groups.ts'
import type { Tally } from '../intake/tally.ts'

/** Settings and ids that are the same for all mails of an import. */
export interface ImportRules {
  readonly states: ImportStates
  /** The id of the group that all tickets get; undefined to derive the group from the mailing list or address of each mail. */
  readonly group: number | undefined
  /** Tickets without mail since this time are closed; ISO 8601. */
  readonly closedBefore: string
  /** Converts the time of a mail to the time of its records; both are in ISO 8601. */
  readonly timeOf: (written: string) => string
}

/** The ticket states, with the three that every import needs. */
export type ImportStates = States & { readonly first: number; readonly followUp: number; readonly closed: number }

/** The options of an import that its rules depend on. */
export interface RuleOptions {
  /** The name of the group that all tickets get; created if it does not exist. Default: one for each mailing list or address. */
  readonly group?: string
  /** Tickets without mail since this time are closed. Default: 30 days ago. */
  readonly closedBefore?: Date
  /** Like `ImportRules.timeOf`: the demo moves its old mail to the last months. Default: the time stays unchanged. */
  readonly timeOf?: (written: string) => string
}

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000

/**
 * Determines the rules of an import from its options, and creates the group that they name if it does not exist.
 * @throws Fault `invalid` for an invalid name of the group. @throws Error for a desk without one of the usual states.
 */
export async function rulesFor(
  desk: Desk,
  { group, closedBefore, timeOf }: RuleOptions,
  tally: Tally,
): Promise<ImportRules> {
  const system = await asSystem(desk)
  const findGroup = (name: string) =>
    unitOfWork(desk, systemUser, (unit) => findOrCreateGroup(writeContext(system, unit), tally, name))
  return {
    states: await importStates(desk),
    group: group === undefined ? undefined : await findGroup(group),
    closedBefore: (closedBefore ?? new Date(desk.now().getTime() - THIRTY_DAYS)).toISOString(),
    timeOf: timeOf ?? ((written) => written),
  }
}

async function importStates(desk: Desk): Promise<ImportStates> {
  const states = await statesOf({ desk, db: desk.database })
  const { first, followUp, closed } = states
  if (first !== undefined && followUp !== undefined && closed !== undefined) {
    return { ...states, first, followUp, closed }
  }
  throw new Error('The desk has no state for new tickets, for follow-ups or for closed tickets; run deskbell check.')
}
