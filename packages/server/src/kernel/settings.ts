import { type Setting, type SettingName, settings, type SettingValue } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import { storedSettingsKey } from './cache.ts'
import type { Context, Unit } from './context.ts'

/** A setting that an administrator has changed, stored as JSON. */
interface StoredSetting {
  readonly value: boolean | number | string
  /** The time of the change. */
  readonly at: string
}

/** Separates the settings from other values that the service stores in the same table. */
const prefix = 'setting.'

/** Returns the settings that were changed, by name; all others have their defaults. */
export async function storedSettings({ sql }: Connection): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await sql.selectFrom('settings').select(['name', 'value']).where('name', 'like', `${prefix}%`).execute()
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), JSON.parse(value) as StoredSetting]))
}

/**
 * Returns the value of a setting. It is cached until the next commit; in a transaction, until the transaction changes a
 * setting.
 */
export async function settingOf<N extends SettingName>(
  { cache, db }: Pick<Context, 'cache' | 'db'>,
  name: N,
): Promise<SettingValue<N>> {
  const stored = await cache.getOrCompute(storedSettingsKey, () => storedSettings(db), 2048)
  const setting: Setting = settings[name]
  return (stored.get(name)?.value ?? setting.default) as SettingValue<N>
}

/** Returns a stored setting as a column, to select with other columns; `parseStoredSetting` parses it. */
export const storedSettingColumn = (name: SettingName) =>
  sql<string | null>`(select value from settings where name = ${prefix + name})`

/** Parses the value of a stored setting; undefined where the default applies. */
export const parseStoredSetting = (text: string | null): StoredSetting['value'] | undefined =>
  text === null ? undefined : (JSON.parse(text) as StoredSetting).value

/** Changes a setting. */
export async function writeSetting(unit: Unit, name: SettingName, value: StoredSetting['value']): Promise<void> {
  const stored: StoredSetting = { value, at: unit.now }
  await writeStoredValue(unit.db, prefix + name, JSON.stringify(stored))
  unit.cache.clear()
}

/** Reads a value that the service stores about its database; undefined if it was never written. */
export async function readStoredValue({ sql }: Pick<Connection, 'sql'>, name: string): Promise<string | undefined> {
  const row = await sql.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Stores a value about the database under a name, and replaces its previous value. */
export async function writeStoredValue({ sql }: Pick<Connection, 'sql'>, name: string, value: string): Promise<void> {
  await sql
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
