import { datesIn } from '@deskbell/contract'
import type { Context, Desk } from './context.ts'
import { invalid } from '../errors/fault.ts'
import { settingOf } from './settings.ts'

/**
 * Returns the time zone in which days begin and end for a caller: the one in the request, else the one in the user's
 * preferences (`timezone`), else that of the desk (the setting `timezone_default`).
 * @throws Fault `invalid` for an unknown name in the request.
 */
export async function zoneOf(ctx: Context, requested: string | undefined): Promise<string> {
  if (requested !== undefined) {
    if (isZone(requested)) return requested
    throw invalid('time_zone', `time_zone: expected a name such as Europe/Berlin, got "${requested.slice(0, 60)}".`)
  }
  return ctx.cache.getOrCompute(`zone:${ctx.actor.id}`, () => preferredZone(ctx))
}

/** Returns the current date in the caller's time zone, as `YYYY-MM-DD`. */
export async function todayOf(ctx: Context): Promise<string> {
  return dateIn(await zoneOf(ctx, undefined), ctx.desk.now())
}

/** Returns the current date in the time zone of the desk, as `YYYY-MM-DD`. It decides which agents are absent. */
export async function dateOfDesk(ctx: Pick<Context, 'cache' | 'db'> & { readonly now: string }): Promise<string> {
  return dateIn(await settingOf(ctx, 'timezone_default'), new Date(ctx.now))
}

/** Returns the current date in a time zone. @throws RangeError for an unknown zone. */
export const todayIn = (desk: Pick<Desk, 'now'>, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(desk.now().getTime()).toZonedDateTimeISO(zone).toPlainDate()

const dateIn = (zone: string, now: Date): string => datesIn({ now, zone }).days('now').first

async function preferredZone(ctx: Context): Promise<string> {
  const { db, actor } = ctx
  const row = await db.sql.selectFrom('users').select('preferences').where('id', '=', actor.id).executeTakeFirst()
  const preferences: unknown = typeof row?.preferences === 'string' ? JSON.parse(row.preferences) : row?.preferences
  const zone = (preferences as { timezone?: unknown } | null | undefined)?.timezone
  return typeof zone === 'string' && isZone(zone) ? zone : settingOf(ctx, 'timezone_default')
}

/** Returns true for the name of a time zone. Offsets such as `+01:00` are refused: they have no daylight saving time. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    // Throws a RangeError for an unknown name.
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
