/** Adds the days of iCalendar feeds to the holidays of calendars. */
import { hash } from 'node:crypto'
import { resources, systemUser } from '@deskbell/contract'
import { failureMessage } from '../../errors/failure-message.ts'
import type { Desk, FieldValues } from '../../kernel/context.ts'
import { todayIn } from '../../kernel/zone.ts'
import { asSystem } from '../../resources/user/actor.ts'
import { findChanges } from '../../writing/differences.ts'
import { attempt } from '../attempt.ts'
import { record, unitOfWork, update, writeContext } from '../../writing/unit-of-work.ts'
import { lockRecord, rowOf } from '../../writing/write.ts'
import type { FeedDays } from './days-in-feed.ts'
import { fetchDays, type FetchOptions } from './fetch-feed.ts'
import { mergeHolidays } from './merge-holidays.ts'

/** In milliseconds. */
const HOUR = 3_600_000

/** Maximum number of characters of the reason of a failure; the rest is cut off. */
const MAX_REASON = 400

/** A calendar whose feed is due. */
interface DueCalendar {
  readonly id: number
  readonly ical_url: string
  readonly timezone: string
  readonly last_sync: string | null
}

/** The result of an attempt to fetch a feed: its days, or the reason of the failure. */
type Fetched = { readonly days: FeedDays } | { readonly reason: string }

/**
 * Fetches the feeds that are due and stores their days. A feed is due if its address is new, if it was fetched a day ago, or if
 * that failed an hour ago.
 * @param signal aborts the current attempt, which does not count then.
 * @param pausedUntil the times, by calendar, before which this process does not try again, because a result could not be stored.
 */
export async function syncHolidays(
  desk: Desk,
  options: FetchOptions,
  signal: AbortSignal,
  pausedUntil: Map<number, number> = new Map(),
): Promise<void> {
  for (const calendar of await dueCalendars(desk)) {
    if (signal.aborted) return
    if ((pausedUntil.get(calendar.id) ?? 0) > desk.now().getTime()) continue
    await attempt(desk, 'could not store the holidays of a feed', async () => {
      pausedUntil.set(calendar.id, desk.now().getTime() + HOUR)
      const today = todayIn(desk, calendar.timezone)
      const fetched = await fetchFor(calendar, today, options, signal)
      if (!signal.aborted) await store(desk, calendar, fetched, today.toString())
      pausedUntil.delete(calendar.id)
    })
  }
}

async function dueCalendars(desk: Desk): Promise<DueCalendar[]> {
  const before = (hours: number) => new Date(desk.now().getTime() - hours * HOUR).toISOString()
  const rows = await desk.database.sql
    .selectFrom('calendars')
    .select(['id', 'ical_url', 'timezone', 'last_sync'])
    .where('ical_url', '<>', '')
    .where((eb) =>
      eb.or([
        eb('last_sync', 'is', null),
        eb('last_sync', '<=', before(24)),
        eb.and([eb('last_log', 'is not', null), eb('last_sync', '<=', before(1))]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows as DueCalendar[]
}

async function fetchFor(
  { ical_url }: DueCalendar,
  today: Temporal.PlainDate,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const period = { first: today.subtract({ years: 1 }).toString(), last: today.add({ years: 3 }).toString() }
  try {
    return { days: await fetchDays(ical_url, period, options, signal) }
  } catch (error) {
    return { reason: failureMessage(error) }
  }
}

/** Stores the result of an attempt, unless the calendar has another address or another process has stored a result meanwhile. */
async function store(desk: Desk, calendar: DueCalendar, fetched: Fetched, today: string): Promise<void> {
  const system = await asSystem(desk)
  await unitOfWork(desk, systemUser, async (unit) => {
    const ctx = writeContext(system, unit)
    await lockRecord(ctx, resources.calendar, calendar.id)
    const before = await rowOf(ctx, resources.calendar, calendar.id)
    if (before?.['ical_url'] !== calendar.ical_url || before['last_sync'] !== calendar.last_sync) return
    const values = valuesAfter(before, fetched, today)
    const changes = await findChanges(ctx, resources.calendar, before, values)
    await update(ctx, 'calendar', calendar.id, { ...values, last_sync: ctx.now })
    // The time of an attempt without news is stored without an event, which would start a recalculation of all deadlines.
    if (Object.keys(changes).length > 0)
      await record(ctx, { type: 'updated', name: 'calendar', id: calendar.id, changes })
  })
}

function valuesAfter(calendar: FieldValues, fetched: Fetched, today: string) {
  if ('reason' in fetched)
    return { last_log: `The holidays could not be fetched: ${fetched.reason.slice(0, MAX_REASON).toWellFormed()}.` }
  const feed = hash('md5', calendar['ical_url'] as string)
  const holidays = mergeHolidays(calendar['public_holidays'] as FieldValues, fetched.days, feed, today)
  return { last_log: null, ...(holidays && { public_holidays: holidays }) }
}
