import { type Setting, type SettingName, settings } from '@deskbell/contract'
import { isLocale } from '../../kernel/locale.ts'
import type { Context, Unit, WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { audit } from '../../writing/audit.ts'
import { valueOf } from '../../writing/values.ts'
import { isZone } from '../../kernel/zone.ts'
import { storedSettings, writeSetting } from '../../kernel/settings.ts'

const names = Object.keys(settings) as SettingName[]

/**
 * Returns all settings in the order of their ids, in the form that existing clients expect. Their `created_at` is that of
 * user 1, who is created with the desk.
 */
export async function settingRecords(ctx: Context): Promise<object[]> {
  const stored = await storedSettings(ctx.db)
  const { created_at } = await ctx.db.sql
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return names.map((name, index) => ({ id: index + 1, ...toRecord(name, stored.get(name), created_at) }))
}

function toRecord(name: (typeof names)[number], current: StoredSetting | undefined, created_at: string): object {
  const { title, doc, area, default: initial, readers }: Setting = settings[name]
  return {
    title,
    name,
    area,
    description: doc,
    options: {},
    state_current: { value: current?.value ?? initial },
    state_initial: { value: initial },
    frontend: readers !== undefined,
    preferences: {},
    created_at,
    updated_at: current?.at ?? created_at,
  }
}

type StoredSetting =
  Awaited<ReturnType<typeof storedSettings>> extends ReadonlyMap<string, infer Stored> ? Stored : never

/** Returns the name of the setting with an id. @throws Fault `not_found`. */
export function settingAt(id: string): SettingName {
  const name = /^\d{1,4}$/.test(id) ? names[Number(id) - 1] : undefined
  if (name) return name
  throw new Fault('not_found', `Couldn't find Setting with 'id'=${id.slice(0, 40)}`)
}

/** Changes a setting. @throws Fault `invalid` for an invalid value. */
export async function changeSetting(ctx: WriteContext, name: SettingName, input: unknown): Promise<void> {
  await storeSetting(ctx, name, validateSetting(name, input))
}

/** Stores a valid setting and records the change in the audit log. */
export async function storeSetting(unit: Unit, name: SettingName, value: boolean | number | string): Promise<void> {
  const from = (await storedSettings(unit.db)).get(name)?.value ?? settings[name].default
  await writeSetting(unit, name, value)
  if (from === value) return
  await audit(unit, {
    action: 'updated',
    target: { object: 'setting', id: null, name },
    changes: { value: { from, to: value } },
  })
}

/** Validates the value of a setting. @throws Fault `invalid`. */
export function validateSetting(name: SettingName, input: unknown): boolean | number | string {
  const { default: initial, min, max, maxLength = 250 }: Setting = settings[name]
  const kinds = {
    boolean: { kind: 'boolean' },
    number: { kind: 'integer' },
    string: { kind: 'text', max: maxLength },
  } as const
  const kind = kinds[typeof initial as keyof typeof kinds]
  if (input === null || input === undefined) throw invalid(name, `${name}: the value is missing.`)
  const value = valueOf(name, kind, input) as boolean | number | string
  if (typeof value === 'number' && ((min !== undefined && value < min) || (max !== undefined && value > max))) {
    throw invalid(name, `${name}: expected a whole number between ${min} and ${max}.`)
  }
  if (name === 'timezone_default' && !isZone(value as string)) throw invalid(name, `${name}: unknown time zone.`)
  if (name === 'locale_default' && !isLocale(value as string))
    throw invalid(name, `${name}: expected a language such as en-us.`)
  if (name === 'http_type' && value !== 'http' && value !== 'https')
    throw invalid(name, `${name}: expected http or https.`)
  if (name === 'fqdn' && !/^[a-z0-9.-]+(:\d{1,5})?$/i.test(value as string))
    throw invalid(name, `${name}: expected a host name.`)
  return value
}
