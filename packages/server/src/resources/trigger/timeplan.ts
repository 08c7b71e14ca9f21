import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const minute = 60_000
const week = 7 * 24 * 60

/**
 * Returns the next time of a plan, in UTC: `{"days": {"Mon": true}, "hours": {"9": true}, "minutes": {"0": true}}`.
 * @returns undefined if the plan contains no time.
 * @throws Fault `invalid` for an invalid plan.
 */
export function nextRun(plan: FieldValues, now: Date): string | undefined {
  const [onDays, atHours, atMinutes] = [
    chosen(plan, 'days', (name) => days.indexOf(name)),
    chosen(plan, 'hours', upTo(23)),
    chosen(plan, 'minutes', upTo(59)),
  ]
  if (onDays.size === 0 || atHours.size === 0 || atMinutes.size === 0) return undefined
  const start = Math.floor(now.getTime() / minute) + 1
  for (let at = start; at <= start + week; at++) {
    const time = new Date(at * minute)
    if (atMinutes.has(time.getUTCMinutes()) && atHours.has(time.getUTCHours()) && onDays.has(time.getUTCDay())) {
      return time.toISOString()
    }
  }
  return undefined
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
