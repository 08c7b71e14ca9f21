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
    chosen(plan, 'days', (name) => days.indexOf(name)),
    chosen(plan, 'hours', upTo(23)),
    chosen(plan, 'minutes', upTo(59)),
  ]
  if (onDays.size === 0 || atHours.size === 0 || atMinutes.size === 0) return undefined
  const start = Math.floor(now.getTime() / MINUTE) + 1
  const local = localTimes(zone)
  for (let at = start; at <= start + WEEK; at++) {
    const time = local(at)
    if (atMinutes.has(time.minute) && atHours.has(time.hour) && onDays.has(time.day)) {
      return new Date(at * MINUTE).toISOString()
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
  let known: { from: number; day: number; hour: number; minute: number } | undefined
  return (at) => {
    const from = at - (at % CLOCK_STEP)
    if (known?.from !== from) {
      const parts = Object.fromEntries(format.formatToParts(from * MINUTE).map(({ type, value }) => [type, value]))
      known = {
        from,
        day: days.indexOf(parts['weekday'] ?? ''),
        hour: Number(parts['hour']),
        minute: Number(parts['minute']),
      }
    }
    return { day: known.day, hour: known.hour, minute: known.minute + (at - from) }
  }
}

const upTo = (most: number) => (name: string) => (/^\d{1,2}$/.test(name) && Number(name) <= most ? Number(name) : -1)

function chosen(plan: FieldValues, part: string, read: (name: string) => number): Set<number> {
  const given = plan[part] ?? {}
  const path = `timeplan.${part}`
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid('timeplan', `${path}: expected an object.`)
  const names = Object.entries(given as FieldValues)
  for (const [name] of names) {
    if (read(name) < 0) throw invalid('timeplan', `${path}: there is no "${name.slice(0, 20)}".`)
  }
  return new Set(names.flatMap(([name, on]) => (on === true || on === 'true' ? [read(name)] : [])))
}
