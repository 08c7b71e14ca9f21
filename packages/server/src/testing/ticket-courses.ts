import assert from 'node:assert/strict'
import { integersFrom } from './random.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000

/** The expected course of a ticket: its values now, and its times (created, closed, ...), in milliseconds since 1970. */
export interface Course {
  readonly id: number
  readonly number: string
  readonly created: number
  readonly closings: number[]
  readonly reopenings: number[]
  answered?: number
  group: string
  priority: number
  tags: string[]
  isOpen: boolean
  isMerged: boolean
}

/** Creates, answers, closes, reopens, moves, merges and deletes tickets for some weeks of the world's clock. */
export async function simulate(w: World, courses: Course[]) {
  const next = integersFrom(7)
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
  for (let step = 0; step < 130; step++) {
    // Some things happen at the same instant.
    if (step % 4 > 0) w.pass(next(16) * HOUR + next(3600) * 1000)
    const ticket = pick(courses)
    const action = step < 8 ? 0 : next(10)
    if (action < 3 || !ticket) courses.push(await createTicket(w, pick, next))
    else if (action < 4) await answer(w, ticket)
    else if (action < 8) await toggle(w, ticket)
    else if (action < 9) await move(w, ticket, pick(['Users', 'Printers', 'Network']))
    else if (step % 3 === 0) await remove(w, courses, ticket)
    else await merge(w, ticket, pick(courses))
  }
}

async function createTicket(
  w: World,
  pick: <T>(list: readonly T[]) => T,
  next: (limit: number) => number,
): Promise<Course> {
  const [group, priority] = [pick(['Users', 'Printers', 'Network']), 1 + next(3)]
  const tags = [[], ['red'], ['red', 'blue']][next(3)] as string[]
  const isOpen = next(5) > 0
  const state = isOpen ? 'open' : 'closed'
  const article = { body: 'Hello', type: pick(['phone', 'web']), sender: 'Customer' }
  const body = {
    title: 'Anything',
    customer: 'nils@desk.example',
    group,
    priority_id: priority,
    state,
    tags,
    article,
  }
  const { id, number } = await sendWrite(w, 'POST', 'tickets', body)
  const closings = isOpen ? [] : [now(w)]
  return { id, number, created: now(w), closings, reopenings: [], group, priority, tags, isOpen, isMerged: false }
}

async function answer(w: World, ticket: Course) {
  if (ticket.isMerged) return
  await sendWrite(w, 'POST', 'ticket_articles', {
    ticket_id: ticket.id,
    body: 'Answer',
    type: 'phone',
    sender: 'Agent',
  })
  ticket.answered ??= now(w)
}

async function toggle(w: World, ticket: Course) {
  if (ticket.isMerged) return
  await sendWrite(w, 'PUT', `tickets/${ticket.id}`, { state: ticket.isOpen ? 'closed' : 'open' })
  const times = ticket.isOpen ? ticket.closings : ticket.reopenings
  times.push(now(w))
  ticket.isOpen = !ticket.isOpen
}

async function move(w: World, ticket: Course, group: string) {
  await sendWrite(w, 'PUT', `tickets/${ticket.id}`, { group })
  ticket.group = group
}

async function remove(w: World, courses: Course[], ticket: Course) {
  await sendWrite(w, 'DELETE', `tickets/${ticket.id}`)
  courses.splice(courses.indexOf(ticket), 1)
}

async function merge(w: World, ticket: Course, target: Course) {
  if (ticket === target || ticket.isMerged || target.isMerged) return
  await sendWrite(w, 'PUT', `ticket_merge/${ticket.id}/${target.number}`)
  ticket.isMerged = true
  // The answers of the merged ticket are now answers of the target.
  const answers = [target.answered, ticket.answered].filter((at) => at !== undefined)
  if (answers.length > 0) target.answered = Math.min(...answers)
  delete ticket.answered
}

/** Counts ticket by ticket, and day by day on the calendar of the zone. */
export function bruteForce(courses: readonly Course[], zone: string, days: readonly string[]) {
  const dayOf = (time: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(time)
  const on = (times: readonly number[], day: string) => times.filter((time) => dayOf(time) === day).length
  const upTo = (times: readonly number[], day: string) => times.filter((time) => dayOf(time) <= day).length
  const sum = (count: (course: Course) => number) => courses.reduce((total, course) => total + count(course), 0)
  return days.map((date) => {
    return {
      date,
      created: sum(({ created }) => on([created], date)),
      closed: sum(({ closings }) => on(closings, date)),
      reopened: sum(({ reopenings }) => on(reopenings, date)),
      open: sum(
        ({ created, closings, reopenings }) => upTo([created], date) - upTo(closings, date) + upTo(reopenings, date),
      ),
    }
  })
}

/** Sends a write, which must succeed. */
export async function sendWrite(w: World, method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) {
  const reply = await w.request(path, { method, body })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.json
}

const now = (w: World): number => w.desk.now().getTime()

export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(first).add({ days }).toString())

/** The number of tickets in a list of durations, and the percentiles of these, by linear interpolation. */
export function summary(list: readonly number[]) {
  const sorted = list.map(Math.floor).toSorted((a, b) => a - b)
  const percentile = (percent: number) => {
    if (sorted.length === 0) return null
    const place = ((sorted.length - 1) * percent) / 100
    const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]] as [number, number]
    return Math.round(lower + (upper - lower) * (place % 1))
  }
  return {
    tickets: sorted.length,
    p10: percentile(10),
    median: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
  }
}

/** Counts how many deadlines of SLAs (agreements) were kept, and how many broken. */
export const keptAmong = (outcomes: readonly string[]) => ({
  kept: outcomes.filter((outcome) => outcome === 'kept').length,
  broken: outcomes.filter((outcome) => outcome === 'broken').length,
})
