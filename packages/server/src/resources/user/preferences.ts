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

/** Preferences that the service or the web interface reads, with the values that they may have. Other keys are not checked. */
const checkedKeys: Readonly<
  Record<string, { readonly expected: string; readonly isValid: (value: unknown) => boolean }>
> = {
  theme: oneOf('light', 'dark', 'auto'),
  density: oneOf('comfortable', 'compact'),
  mail_digest: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
  mail_digest_hour: {
    expected: 'an hour from 0 to 23',
    isValid: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23,
  },
  keyboard_shortcuts: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
  locale: { expected: 'a language such as en-us', isValid: (value) => typeof value === 'string' && isLocale(value) },
  timezone: {
    expected: 'a name such as Europe/Berlin',
    isValid: (value) => typeof value === 'string' && isZone(value),
  },
}

function oneOf(...values: readonly string[]) {
  return { expected: `one of ${values.join(', ')}`, isValid: (value: unknown) => values.includes(value as string) }
}

/**
 * Checks that preferences can be stored, and that those in `checkedKeys` are valid, null or an empty text.
 * @throws Fault `invalid`.
 */
export function checkPreferences(preferences: Readonly<Record<string, unknown>>): void {
  valueOf('preferences', resources.user.fields.preferences, preferences)
  for (const [key, { expected, isValid }] of Object.entries(checkedKeys)) {
    const value = preferences[key] ?? ''
    if (value !== '' && !isValid(value)) throw invalid(key, `${key}: expected ${expected}.`)
  }
}

/** Sets some preferences of a user and keeps the others. @throws Fault `invalid` if they get too large. */
export async function mergePreferences(
  unit: Unit,
  id: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const preferences = { ...(await preferencesOf(unit, id)), ...changes }
  if (JSON.stringify(preferences).length > MAX_SIZE)
    throw invalid('preferences', `The preferences are too long (maximum is ${MAX_SIZE} characters of JSON).`)
  await update(unit, 'user', id, { preferences })
}
