import type { Hours } from '../automation/business-time.ts'

/** The hours of each calendar. They apply from Monday to Friday, and with `weekend` on all days. */
const calendars = {
  K8: { timeframes: [['08:00', '18:00']], weekend: false },
  K9: { timeframes: [['09:00', '17:00']], weekend: false },
  K12: { timeframes: [['08:00', '20:00']], weekend: false },
  K2: {
    timeframes: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    weekend: false,
  },
  K7: { timeframes: [['09:00', '18:00']], weekend: true },
  K24: { timeframes: [['00:00', '24:00']], weekend: true },
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
