import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** A minute in milliseconds. */
const MINUTE = 60_000
const MINUTES_PER_WEEK = 7 * 24 * 60

/**
 * Returns the first time after `now` that fits a plan:
 * `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`.
 * @param zone the time zone of the plan.
 * @returns undefined if the plan contains no time.
 * @throws Fault `invalid` for an invalid plan.
 */
export function nextRun(plan: FieldValues, now: Date, zone: string): string | undefined {
  const selectedDays = selectedValues(plan, 'days', (name) => days.indexOf(name))
  const hours = selectedValues(plan, 'hours', upTo(23))
  const minutes = selectedValues(plan, 'minutes', upTo(59))
  if (selectedDays.size === 0 || hours.size === 0 || minutes.size === 0) return undefined
  const start = Math.floor(now.getTime() / MINUTE) + 1
  const local = localTimes(zone)
  for (let minute = start; minute <= start + MINUTES_PER_WEEK; minute++) {
    const time = local(minute)
    if (minutes.has(time.minute) && hours.has(time.hour) && selectedDays.has(time.day)) {
      return new Date(minute * MINUTE).toISOString()
    }
  }
  return undefined
}

/** Minutes for which a converted time is cached: in every time zone, clocks change only at full quarters of an hour. */
const CLOCK_STEP = 15

/** Returns a function that converts minutes since 1970 to local times. */
function localTimes(zone: string): (minutesSince1970: number) => { day: number; hour: number; minute: number } {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  let cached: { step: number; day: number; hour: number; minute: number } | undefined
  return (minutes) => {
    const step = minutes - (minutes % CLOCK_STEP)
    if (cached?.step !== step) {
      const parts = Object.fromEntries(format.formatToParts(step * MINUTE).map(({ type, value }) => [type, value]))
      cached = {
        step,
        day: days.indexOf(parts['weekday'] ?? ''),
        hour: Number(parts['hour']),
        minute: Number(parts['minute']),
      }
    }
    return { day: cached.day, hour: cached.hour, minute: cached.minute + (minutes - step) }
  }
}

const upTo = (max: number) => (name: string) => (/^\d{1,2}$/.test(name) && Number(name) <= max ? Number(name) : -1)

function selectedValues(plan: FieldValues, part: string, read: (name: string) => number): Set<number> {
  const input = plan[part] ?? {}
  const path = `timeplan.${part}`
  if (typeof input !== 'object' || Array.isArray(input)) throw invalid('timeplan', `${path}: expected an object.`)
  const names = Object.entries(input as FieldValues)
  for (const [name] of names) {
    if (read(name) < 0) throw invalid('timeplan', `${path}: there is no "${name.slice(0, 20)}".`)
  }
  return new Set(names.flatMap(([name, on]) => (on === true || on === 'true' ? [read(name)] : [])))
}
