import type { Hours } from '../automation/business-time.ts'

/** The hours of each calendar. They apply from Monday to Friday, or on all days if `weekend` is true. */
const calendars = {
  'weekdays 8-18': { timeframes: [['08:00', '18:00']], weekend: false },
  'weekdays 9-17': { timeframes: [['09:00', '17:00']], weekend: false },
  'weekdays 8-20': { timeframes: [['08:00', '20:00']], weekend: false },
  'weekdays 8-12, 13-17': {
    timeframes: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    weekend: false,
  },
  'daily 9-18': { timeframes: [['09:00', '18:00']], weekend: true },
  always: { timeframes: [['00:00', '24:00']], weekend: true },
  night: { timeframes: [['00:00', '06:00']], weekend: true },
} as const

/** A calendar for tests. */
export function calendar(
  name: keyof typeof calendars,
  timezone = 'Europe/Berlin',
  holidays: readonly string[] = [],
): Hours {
  const { timeframes, weekend } = calendars[name]
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  return {
    timezone,
    business_hours: Object.fromEntries(days.map((day, index) => [day, { active: weekend || index < 5, timeframes }])),
    public_holidays: Object.fromEntries(holidays.map((day) => [day, { active: true }])),
  }
}

/** A time in UTC, such as `2026-03-20T15:30`, in milliseconds since 1970. */
export const at = (time: string): number => Date.parse(`${time}Z`)
