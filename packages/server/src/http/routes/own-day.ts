import { todayIn, zoneOf } from '../../kernel/zone.ts'
import { ownDayOf } from '../../resources/report/own-day.ts'
import { textOf } from '../query.ts'
import type { Route } from '../route.ts'
import { dayIn, zoneParameter } from './report-parameters.ts'
import { count, date, object } from './report-schemas.ts'

/** The work of the caller on a day. */
export const ownDayRoute: Route = {
  method: 'GET',
  tag: 'reports',
  path: '/reports/own_day',
  summary: 'Get the figures of your own day',
  description:
    'Figures of the work of the caller on a day, and of the tickets that the caller owns now. `hours` has an entry for each hour of the day.',
  can: ['ticket.agent'],
  parameters: [{ name: 'date', doc: 'The day, as `YYYY-MM-DD`. Default: today.', schema: date }, zoneParameter],
  response: {
    title: 'OwnDay',
    ...object({
      date,
      time_zone: { type: 'string' },
      answers: { ...count, description: 'Public answers that the caller wrote.' },
      notes: { ...count, description: 'Other articles that the caller wrote, such as internal notes.' },
      tickets: { ...count, description: 'Tickets with one of these answers or notes.' },
      closed: { ...count, description: 'Tickets that the caller closed.' },
      time_unit: { type: 'number', description: 'Time that the caller accounted.' },
      hours: {
        type: 'array',
        items: object({ from: { type: 'string', format: 'date-time' }, answers: count, notes: count }),
      },
      own: object({
        open: count,
        waiting: { ...count, description: 'Open tickets whose customers wait for an answer.' },
        waiting_since: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'The time since which the first of them has been waiting.',
        },
        due: { ...count, description: 'Open tickets with a deadline before the end of the day.' },
        pending_reached: { ...count, description: 'Pending tickets whose time has come.' },
      }),
    }),
  },
  async run(ctx, { query }) {
    const zone = await zoneOf(ctx, textOf(query, 'time_zone'))
    const day = dayIn(query, 'date') ?? todayIn(ctx.desk, zone)
    return { body: JSON.stringify(await ownDayOf(ctx, day, zone)) }
  },
}
