import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { at, calendar } from '../testing/calendars.ts'
import { businessTime, type Hours } from './business-time.ts'
import { type Clocks, clocksOf, type PublicMessage, type Timeline, type Limits } from './sla-clocks.ts'

/** Parses limits such as `F60 R120 U90 S180`: first response, response, update and solution, in minutes. */
function limits(text: string): Limits {
  const minutes = (letter: string) => Number(new RegExp(`${letter}(\\d+)`).exec(text)?.[1] ?? 0) || null
  return {
    first_response_time: minutes('F'),
    response_time: minutes('R'),
    update_time: minutes('U'),
    solution_time: minutes('S'),
  }
}

/** Parses a timeline: `new 09:30`, `c` and `a` for messages of customer and agent, `answer`, `close`, `pause from..to`. */
function timeline(day: string, text: string): Timeline {
  const time = (clock: string) => at(clock.includes('T') ? clock : `${day}T${clock}`)
  const events = text.split(', ').map((event) => event.split(' ') as [string, string])
  const timesOf = (kind: string) => events.flatMap(([name, when]) => (name === kind ? [when] : []))
  const messages = events.flatMap(([name, when]): PublicMessage[] =>
    name === 'c' || name === 'a' ? [{ at: time(when), by: name === 'c' ? 'customer' : 'agent' }] : [],
  )
  const timeOf = (kind: string) => timesOf(kind).map(time)[0] ?? null
  const pauses = timesOf('pause').map((span) => span.split('..') as [string, string])
  return {
    created_at: time(timesOf('new')[0] as string),
    first_response_at: timeOf('answer'),
    close_at: timeOf('close'),
    messages,
    pauses: pauses.map(([from, to]) => [time(from), to === '' ? Infinity : time(to)] as const),
    isPaused: pauses.some(([, to]) => to === ''),
  }
}

/** Returns the clocks in the notation of the examples: the deadlines, and `f`, `u` and `c` as "minutes used/minutes left". */
function describeClocks(clocks: Clocks, day: string): Record<string, string> {
  const clock = (time: string | null) => (time?.startsWith(day) ? time.slice(11, 16) : time?.slice(0, 16)) ?? '-'
  return {
    first: clock(clocks.first_response_escalation_at),
    update: clock(clocks.update_escalation_at),
    close: clock(clocks.close_escalation_at),
    escalation: clock(clocks.escalation_at),
    f: formatMinutes(clocks.first_response_in_min, clocks.first_response_diff_in_min),
    u: formatMinutes(clocks.update_in_min, clocks.update_diff_in_min),
    c: formatMinutes(clocks.close_in_min, clocks.close_diff_in_min),
  }
}

const formatMinutes = (needed: number | null, left: number | null) =>
  needed === null ? '-' : `${needed}/${left ?? '-'}`

const always = calendar('always', 'UTC')
const [march, june, autumn] = ['2013-03-21', '2013-06-04', '2016-11-01']
const allLimits = 'F60 R120 S180'
const answered = 'new 09:30, c 09:30, answer 14:00'
const holidayInAutumn = calendar('weekdays 8-20', 'Europe/Berlin', [autumn])

/** The times are in UTC; a calendar without a named zone is in Berlin, an hour or two ahead. */
const examples: [what: string, hours: Hours, limits: string, day: string, timeline: string, result: object][] = [
  [
    'a new ticket',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    'new 09:30, c 09:30',
    { first: '10:30', update: '11:30', close: '12:30', escalation: '10:30', f: '-', u: '-', c: '-' },
  ],
  [
    'an answer in time',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    'new 09:30, c 09:30, answer 10:00',
    { f: '30/30', first: '-', escalation: '11:30' },
  ],
  ['a late answer', calendar('weekdays 8-18'), allLimits, march, answered, { f: '270/-210' }],
  [
    'an agent who writes',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    `${answered}, a 11:00`,
    { update: '-', u: '90/30', escalation: '12:30' },
  ],
  ['an agent who writes late', calendar('weekdays 8-18'), allLimits, march, `${answered}, a 12:00`, { u: '150/-30' }],
  [
    'a customer who writes again',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    `${answered}, a 12:00, c 12:05`,
    { update: '14:05', u: '150/-30' },
  ],
  [
    'a second, faster answer',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    `${answered}, a 12:00, c 12:05, a 12:10`,
    { update: '-', u: '150/-30' },
  ],
  [
    'a closing in time',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    `${answered}, close 11:30, pause 11:30..`,
    { c: '120/60', escalation: '-' },
  ],
  [
    'a late closing',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    `${answered}, close 13:00, pause 13:00..`,
    { c: '210/-30', escalation: '-' },
  ],
  [
    'an answer just before a pause',
    calendar('weekdays 8-18'),
    allLimits,
    march,
    'new 09:30, c 09:30, a 09:45, answer 09:45, pause 09:45..',
    { f: '15/45', escalation: '-' },
  ],
  [
    'a ticket without messages',
    calendar('weekdays 9-17'),
    'F60 R180 S240',
    march,
    'new 09:30',
    { first: '10:30', update: '-', close: '13:30' },
  ],
  [
    'two pauses',
    calendar('daily 9-18'),
    'F120',
    june,
    'new 09:00, pause 09:30..09:45, pause 10:00..10:30',
    { first: '11:45' },
  ],
  [
    'a limit that ends with the last minute of a day',
    calendar('daily 9-18'),
    'F120',
    june,
    'new 09:00, pause 10:00..15:00',
    { first: '2013-06-05T07:00' },
  ],
  [
    'a pause before the answer',
    calendar('daily 9-18'),
    'F120 S250',
    june,
    'new 09:00, pause 10:00..10:30, answer 10:45, close 12:00, pause 12:00..',
    { f: '75/45', c: '150/100' },
  ],
  [
    'a ticket that was always pending',
    calendar('daily 9-18'),
    'S240',
    june,
    'new 09:00, pause 09:00..12:00, close 12:00, pause 12:00..',
    { c: '0/240' },
  ],
  [
    'a ticket that was open for a while',
    calendar('daily 9-18'),
    'S240',
    june,
    'new 09:00, pause 09:00..10:30, pause 11:00..11:30, close 12:00, pause 12:00..',
    { c: '60/180' },
  ],
  [
    'a holiday',
    holidayInAutumn,
    'F120 R1200',
    autumn,
    'new 13:56:21, c 13:56:21',
    { first: '2016-11-02T09:00', update: '2016-11-03T15:00' },
  ],
  [
    'a pause over days',
    holidayInAutumn,
    'F120 R1200',
    autumn,
    'new 13:56:21, c 13:56:21, answer 15:25:40, a 15:25:40, c 15:59:14, pause 15:59..2016-11-07T13:26, c 2016-11-07T13:26:36',
    { first: '-', update: '2016-11-09T09:26' },
  ],
  [
    'a start before the opening',
    calendar('weekdays 9-17'),
    'F120 S240',
    '2013-10-21',
    'new 05:30',
    { first: '09:00', close: '11:00' },
  ],
  [
    'a holiday in between',
    calendar('weekdays 9-17', 'Europe/Berlin', ['2015-09-22']),
    'F120 S240',
    '2015-09-21',
    'new 14:30',
    { first: '2015-09-23T08:30', close: '2015-09-23T10:30' },
  ],
  [
    'an answer in the first minute of a day',
    calendar('weekdays 8-18'),
    'F60',
    '2013-03-29',
    'new 2013-03-28T23:49, answer 07:00:03',
    { f: '0/60' },
  ],
  ['an answer after a minute', always, 'R45', march, 'new 09:00, c 09:00, a 09:01', { u: '1/44' }],
  [
    'answers after ten and five minutes',
    always,
    'R45',
    march,
    'new 09:00, c 09:00, a 09:10, c 10:00, a 10:05',
    { u: '10/35' },
  ],
  [
    'updates after 20 and 30 minutes',
    always,
    'U60',
    march,
    'new 09:00, a 09:20, a 09:50',
    { u: '30/30', update: '10:50' },
  ],
  ['an update after a message', always, 'U60', march, 'new 09:00, a 09:20, c 09:30, a 10:05', { u: '45/15' }],
  [
    'a pause of ten minutes',
    always,
    'U60 S75',
    march,
    'new 09:00, pause 09:10..09:20',
    { update: '10:10', close: '10:25' },
  ],
  ['an answer after the limit', always, 'F30 S75', march, 'new 09:00, answer 10:15', { f: '75/-45' }],
  ['a closing before the limit', always, 'F30 S75', march, 'new 09:00, close 10:10', { c: '70/5' }],
  [
    'a ticket with a pause',
    always,
    'S75',
    march,
    'new 09:00, pause 10:30..11:00, close 11:00, pause 11:00..',
    { c: '90/-15' },
  ],
]

describe('clocks of a service level agreement', () => {
  for (const [what, hours, limitsText, day, text, result] of examples) {
    test(`${limitsText}: ${what}`, () => {
      const clocks = describeClocks(clocksOf(businessTime(hours), limits(limitsText), timeline(day, text)), day)
      assert.deepEqual(Object.fromEntries(Object.keys(result).map((key) => [key, clocks[key]])), result)
    })
  }
})
