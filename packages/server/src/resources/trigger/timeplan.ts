import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MINUTE = 60_000
const WEEK = 7 * 24 * 60

/**
 * Returns the next time of a plan in a time zone: `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`.
 * @returns undefined if the plan contains no time.
 * @throws Fault `invalid` for an invalid plan.
 */
export function nextRun(plan: FieldValues, now: Date, zone: string): string | undefined {
  const [onDays, atHours, atMinutes] = [
    selectedValues(plan, 'days', (name) => days.indexOf(name)),
    selectedValues(plan, 'hours', upTo(23)),
    selectedValues(plan, 'minutes', upTo(59)),
  ]
  if (onDays.size === 0 || atHours.size === 0 || atMinutes.size === 0) return undefined
  const start = Math.floor(now.getTime() / MINUTE) + 1
  const local = localTimes(zone)
  for (let minute = start; minute <= start + WEEK; minute++) {
    const time = local(minute)
    if (atMinutes.has(time.minute) && atHours.has(time.hour) && onDays.has(time.day)) {
      return new Date(minute * MINUTE).toISOString()
    }
  }
  return undefined
}

/** Minutes between the times at which clocks can change: in every time zone, they change at a quarter of an hour. */
const CLOCK_STEP = 15

/** Returns a function that converts minutes since 1970 to local times. */
function localTimes(zone: string): (at: number) => { day: number; hour: number; minute: number } {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  let cached: { from: number; day: number; hour: number; minute: number } | undefined
  return (at) => {
    const from = at - (at % CLOCK_STEP)
    if (cached?.from !== from) {
      const parts = Object.fromEntries(format.formatToParts(from * MINUTE).map(({ type, value }) => [type, value]))
      cached = {
        from,
        day: days.indexOf(parts['weekday'] ?? ''),
        hour: Number(parts['hour']),
        minute: Number(parts['minute']),
      }
    }
    return { day: cached.day, hour: cached.hour, minute: cached.minute + (at - from) }
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
