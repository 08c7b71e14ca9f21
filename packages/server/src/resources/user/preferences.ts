import type { Unit } from '../../kernel/context.ts'
import { invalid } from '../../errors/fault.ts'
import { written } from '../../kernel/statement.ts'
import { update } from '../../writing/unit-of-work.ts'

/** The free-form settings of a user, as they are in this transaction. */
export async function preferencesOf(unit: Unit, id: number): Promise<Record<string, unknown>> {
  const run = written(unit, 'preferences of a user', (input) =>
    unit.db.sql.selectFrom('users').select('preferences').where('id', '=', input<number>(0)),
  )
  const [[preferences] = []] = await run(id)
  const value = typeof preferences === 'string' ? (JSON.parse(preferences) as unknown) : preferences
  return (value ?? {}) as Record<string, unknown>
}

/** More than this is not a set of preferences, in characters of JSON. */
const most = 100_000

/**
 * Sets some of the free-form settings of a user and leaves the others.
 * @throws Fault `invalid` where there would be too many of them.
 */
export async function mergePreferences(
  unit: Unit,
  id: number,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const preferences = { ...(await preferencesOf(unit, id)), ...given }
  if (JSON.stringify(preferences).length > most) throw invalid('preferences', 'The preferences are too many.')
  await update(unit, 'user', id, { preferences })
}

const mine = { owned_by_me: true, owned_by_nobody: true, subscribed: true, no: false }
const due = { owned_by_me: true, owned_by_nobody: false, subscribed: false, no: false }
const channel = { email: true, online: true }

/** Of what a new agent is told, and how, in the form that existing clients know (reference, section 3.3). */
export const defaultNotifications = {
  matrix: {
    create: { criteria: mine, channel },
    update: { criteria: mine, channel },
    reminder_reached: { criteria: due, channel: { ...channel, email: false } },
    escalation: { criteria: due, channel: { ...channel, email: false } },
  },
}
