import { type Setting, type SettingName, settings, type SettingValue } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../db/dialect.ts'
import type { Context, Unit } from './context.ts'

/** What an administrator has said about a setting, as it is kept: JSON under its name, apart from the service's own. */
interface Said {
  readonly value: boolean | number | string
  readonly at: string
}

const prefix = 'setting.'

/** What has been said about settings; the others hold their defaults. */
export async function saidOf({ sql }: Connection): Promise<ReadonlyMap<string, Said>> {
  const rows = await sql.selectFrom('settings').select(['name', 'value']).where('name', 'like', `${prefix}%`).execute()
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), JSON.parse(value) as Said]))
}

/** The value of a setting; read once for each state of the database. */
export async function settingOf<N extends SettingName>(
  { cache, db }: Pick<Context, 'cache' | 'db'>,
  name: N,
): Promise<SettingValue<N>> {
  const said = await cache.getOrCompute('settings', () => saidOf(db), 2048)
  const setting: Setting = settings[name]
  return (said.get(name)?.value ?? setting.default) as SettingValue<N>
}

/** What has been said about a setting, to be selected beside something else; `saidValue` reads it. */
export const said = (name: SettingName) =>
  sql<string | null>`(select value from settings where name = ${prefix + name})`

/** The value in what has been said; undefined where nothing has. */
export const saidValue = (text: string | null): Said['value'] | undefined =>
  text === null ? undefined : (JSON.parse(text) as Said).value

/** Says what a setting holds from now on. */
export async function writeSetting(unit: Unit, name: SettingName, value: Said['value']): Promise<void> {
  const said: Said = { value, at: unit.now }
  await writeFact(unit, prefix + name, JSON.stringify(said))
}

/** Keeps a fact about the database under a name, in place of what was there. */
export async function writeFact(unit: Unit, name: string, value: string): Promise<void> {
  await unit.db.sql
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
