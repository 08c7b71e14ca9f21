/** Reads the recipient of a service mail, with language and time zone. */
import type { Context, FieldValues, Unit } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { isZone } from '../../kernel/zone.ts'
import { type MailTexts, textsFor } from './texts.ts'

/** The recipient of a service mail. */
export interface Recipient {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly firstname: string
  readonly address: string
  readonly preferences: FieldValues
  readonly active: boolean
  readonly locale: string
  readonly zone: string
  readonly texts: MailTexts
}

/** Reads a user as the recipient of a mail; undefined if the user does not exist or has no address. */
export async function recipientOf(
  ctx: Pick<Context, 'cache'> & Pick<Unit, 'db'>,
  id: number,
): Promise<Recipient | undefined> {
  const row = await ctx.db.sql
    .selectFrom('users')
    .select(['id', 'login', 'firstname', 'fullname', 'email', 'preferences', 'active'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.email) return undefined
  const preferences = (row.preferences ?? {}) as unknown as FieldValues
  const { locale: chosenLocale, timezone } = preferences
  const locale =
    typeof chosenLocale === 'string' && chosenLocale !== '' ? chosenLocale : await settingOf(ctx, 'locale_default')
  const zone = typeof timezone === 'string' && isZone(timezone) ? timezone : await settingOf(ctx, 'timezone_default')
  const { login, firstname, fullname, email, active } = row
  const person = { id, login, name: fullname, firstname: firstname ?? '', address: email, active }
  return { ...person, preferences, locale, zone, texts: textsFor(locale) }
}

/** Returns the address of a page of this desk. */
export const pageAddress = async (ctx: Pick<Context, 'cache' | 'db'>, path: string): Promise<string> =>
  `${await settingOf(ctx, 'http_type')}://${await settingOf(ctx, 'fqdn')}${path}`
