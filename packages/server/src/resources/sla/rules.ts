import { resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { FieldValues, Rules, WriteContext } from '../../kernel/context.ts'
import { update } from '../../writing/unit-of-work.ts'
import { boundCondition } from '../../search/condition.ts'
import { isZone } from '../../kernel/zone.ts'
import { isDay } from '../../writing/values.ts'
import { checkPeriods, isHttp } from '../values.ts'
import { refusalOf } from '../webhook/targets.ts'

const times = ['first_response_time', 'response_time', 'update_time', 'solution_time'] as const

/** Requires that the times, in minutes, are in the permitted range and do not exclude each other, and that the condition is valid. */
export const slaRules: Rules = {
  derive(ctx, { before, values }) {
    checkPeriods(values, 'minutes', ...times)
    if (values['response_time'] || values['update_time']) checkUpdateLimits({ ...before, ...values })
    if (values['condition'] !== undefined) boundCondition(ctx, resources.ticket, values['condition'])
    return {}
  },
}

/** Refuses both times together, because only one of them can set the deadline `update_escalation_at`. */
function checkUpdateLimits({ response_time, update_time }: FieldValues): void {
  if (response_time && update_time) throw invalid('update_time', 'Cannot have both response time and update time.')
}

/** Validates time zone, hours, holidays and the iCalendar address, and keeps exactly one default calendar. */
export const calendarRules: Rules = {
  async derive(ctx, { before, values }) {
    const { timezone, business_hours, public_holidays, ical_url } = values
    if (typeof timezone === 'string' && !isZone(timezone)) {
      throw invalid('timezone', `timezone: there is no zone "${timezone.slice(0, 60)}".`)
    }
    if (business_hours !== undefined) checkHours(business_hours as FieldValues)
    if (public_holidays !== undefined) checkHolidays(public_holidays as FieldValues)
    if (typeof ical_url === 'string' && ical_url !== '') checkFeed(ical_url)
    const hours = before || business_hours !== undefined ? {} : { business_hours: defaultHours }
    // A feed that was never fetched is due at once.
    const isOtherFeed = ical_url !== undefined && ical_url !== before?.['ical_url']
    const derived = { ...hours, ...(isOtherFeed ? { last_sync: null, last_log: null } : {}) }
    // Exactly one calendar is the default. It remains the default until another one becomes the default.
    if (before?.['default'] === true) return { ...derived, default: true }
    return (await defaultCalendar(ctx)) === undefined ? { ...derived, default: true } : derived
  },
  async afterWrite(ctx, id, { values }) {
    if (values['default'] === true) await makeDefault(ctx, id)
  },
  async beforeDelete(ctx, id, before) {
    if (before['default'] !== true) return
    const next = await ctx.db.sql
      .selectFrom('calendars')
      .select('id')
      .where('id', '<>', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (next) await update(ctx, 'calendar', next.id, { default: true })
  },
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const defaultHours = Object.fromEntries(
  days.map((day, index) => [day, { active: index < 5, timeframes: [['09:00', '17:00']] }]),
)

function checkHours(hours: FieldValues): void {
  for (const [day, value] of Object.entries(hours)) {
    const path = `business_hours.${day}`
    if (!days.includes(day)) throw invalid(path, `${path}: the days are ${days.join(', ')}.`)
    const { active, timeframes } = (value ?? {}) as FieldValues
    const areTimeframes = Array.isArray(timeframes) && timeframes.every(isTimeframe)
    if (typeof active === 'boolean' && (areTimeframes || (!active && timeframes === undefined))) continue
    throw invalid(path, `${path}: expected {"active": true, "timeframes": [["09:00", "17:00"]]}.`)
  }
  if (Object.values(hours).some((day) => (day as FieldValues)['active'] === true)) return
  throw invalid('business_hours', 'No configured business hours found!')
}

const isTimeframe = (frame: unknown): boolean => {
  if (!Array.isArray(frame) || frame.length !== 2 || !frame.every((time) => isTimeOfDay(time))) return false
  const [from, to] = frame as [string, string]
  // A period may end at midnight, written as 24:00 or 00:00.
  return from < to || to === '00:00'
}

const isTimeOfDay = (time: unknown): boolean =>
  typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(time)

function checkHolidays(holidays: FieldValues): void {
  for (const [day, value] of Object.entries(holidays)) {
    const path = `public_holidays.${day.slice(0, 20)}`
    if (!isDay(day)) {
      throw invalid(path, `${path}: expected a day such as 2026-12-25.`)
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid(path, `${path}: expected {"active": true, "summary": "..."}.`)
    }
  }
}

/** Checks the address of a feed. Addresses that only some policies allow are refused when the feed is fetched. */
function checkFeed(url: string): void {
  if (!isHttp(url)) throw invalid('ical_url', 'ical_url: expected an address that begins with http:// or https://.')
  const refusal = refusalOf(new URL(url), 'any')
  if (refusal) throw invalid('ical_url', `ical_url: ${refusal}.`)
}

async function defaultCalendar(ctx: WriteContext): Promise<number | undefined> {
  const calendar = await ctx.db.sql.selectFrom('calendars').select('id').where('default', '=', true).executeTakeFirst()
  return calendar?.id
}

async function makeDefault(ctx: WriteContext, id: number): Promise<void> {
  const others = await ctx.db.sql
    .selectFrom('calendars')
    .select('id')
    .where('default', '=', true)
    .where('id', '<>', id)
    .execute()
  for (const other of others) await update(ctx, 'calendar', other.id, { default: false })
}
