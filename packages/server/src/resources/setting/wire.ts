import { type Setting, type SettingName, settings } from '@deskbell/contract'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { valueOf } from '../../writing/values.ts'
import { isZone } from '../../kernel/zone.ts'
import { storedSettings, writeSetting } from '../../kernel/settings.ts'

const names = Object.keys(settings) as SettingName[]

/** All settings in the order of their ids, as existing clients read them. */
export async function settingRecords(ctx: Context): Promise<object[]> {
  const said = await storedSettings(ctx.db)
  const began = await ctx.db.sql.selectFrom('users').select('created_at').where('id', '=', 1).executeTakeFirstOrThrow()
  return names.map((name, index) => {
    const { title, doc, area, default: usual }: Setting = settings[name]
    const now = said.get(name)
    return {
      id: index + 1,
      title,
      name,
      area,
      description: doc,
      options: {},
      state_current: { value: now?.value ?? usual },
      state_initial: { value: usual },
      frontend: false,
      preferences: {},
      created_at: began.created_at,
      updated_at: now?.at ?? began.created_at,
    }
  })
}

/** The setting with an id. @throws Fault `not_found`. */
export function settingAt(id: string): SettingName {
  const name = /^\d{1,4}$/.test(id) ? names[Number(id) - 1] : undefined
  if (name) return name
  throw new Fault('not_found', `Couldn't find Setting with 'id'=${id.slice(0, 40)}`)
}

/**
 * Changes a setting.
 * @param given what is to hold from now on.
 * @throws Fault `invalid` for what cannot hold.
 */
export async function changeSetting(ctx: WriteContext, name: SettingName, given: unknown): Promise<void> {
  await writeSetting(ctx, name, checked(name, given))
}

/** A value of the kind of the setting's own, within its bounds. */
export function checked(name: SettingName, given: unknown): boolean | number | string {
  const { default: usual, least, most, max = 250 }: Setting = settings[name]
  const kinds = { boolean: { kind: 'boolean' }, number: { kind: 'integer' }, string: { kind: 'text', max } } as const
  const kind = kinds[typeof usual as keyof typeof kinds]
  if (given === null || given === undefined) throw invalid(name, `${name}: the value is missing.`)
  const value = valueOf(name, kind, given) as boolean | number | string
  if (typeof value === 'number' && ((least !== undefined && value < least) || (most !== undefined && value > most))) {
    throw invalid(name, `${name}: expected a whole number between ${least} and ${most}.`)
  }
  if (name === 'timezone_default' && !isZone(value as string)) throw invalid(name, `${name}: there is no such zone.`)
  if (name === 'http_type' && value !== 'http' && value !== 'https') throw invalid(name, `${name}: http or https.`)
  if (name === 'fqdn' && !/^[a-z0-9.-]+(:\d{1,5})?$/i.test(value as string))
    throw invalid(name, `${name}: expected a host name.`)
  return value
}
