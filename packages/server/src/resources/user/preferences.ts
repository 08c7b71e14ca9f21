import type { Unit } from '../../kernel/context.ts'
import { isLocale } from '../../kernel/locale.ts'
import { isZone } from '../../kernel/zone.ts'
import { resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { update } from '../../writing/unit-of-work.ts'
import { valueOf } from '../../writing/values.ts'

/** Returns the preferences of a user. */
export async function preferencesOf(unit: Pick<Unit, 'desk' | 'db'>, id: number): Promise<Record<string, unknown>> {
  const run = writeStatement(unit, 'preferences of a user', (input) =>
    unit.db.sql.selectFrom('users').select('preferences').where('id', '=', input<number>(0)),
  )
  const [[preferences] = []] = await run(id)
  const value = typeof preferences === 'string' ? (JSON.parse(preferences) as unknown) : preferences
  return (value ?? {}) as Record<string, unknown>
}

/** Maximum size of the preferences, in characters of JSON. */
const MAX_SIZE = 100_000

/** Preferences that the service or its page reads, with what their values must be; all other keys are free. */
const checkedKeys: Readonly<Record<string, { readonly expected: string; readonly fits: (value: unknown) => boolean }>> =
  {
    theme: oneOf('light', 'dark', 'auto'),
    density: oneOf('comfortable', 'compact'),
    mail_digest: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
    mail_digest_hour: {
      expected: 'an hour from 0 to 23',
      fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23,
    },
    keyboard_shortcuts: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
    locale: { expected: 'a language such as en-us', fits: (value) => typeof value === 'string' && isLocale(value) },
    timezone: {
      expected: 'a name such as Europe/Berlin',
      fits: (value) => typeof value === 'string' && isZone(value),
    },
  }

function oneOf(...values: readonly string[]) {
  return { expected: `one of ${values.join(', ')}`, fits: (value: unknown) => values.includes(value as string) }
}

/** Checks the preferences that have a meaning here; null and a blank text remove one. @throws Fault `invalid`. */
export function checkPreferences(given: Readonly<Record<string, unknown>>): void {
  valueOf('preferences', resources.user.fields.preferences, given)
  for (const [key, { expected, fits }] of Object.entries(checkedKeys)) {
    const value = given[key] ?? ''
    if (value !== '' && !fits(value)) throw invalid(key, `${key}: expected ${expected}.`)
  }
}

/** Sets some preferences of a user and keeps the others. @throws Fault `invalid` if they get too large. */
export async function mergePreferences(
  unit: Unit,
  id: number,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const preferences = { ...(await preferencesOf(unit, id)), ...given }
  if (JSON.stringify(preferences).length > MAX_SIZE)
    throw invalid('preferences', `The preferences are too long (maximum is ${MAX_SIZE} characters of JSON).`)
  await update(unit, 'user', id, { preferences })
}
