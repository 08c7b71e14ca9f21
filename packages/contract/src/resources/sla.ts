import { boolean, id, integer, object, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const minutes = <const D extends string>(doc: D) => integer({ null: true, doc })

export const sla = resource('sla', {
  path: 'slas',
  model: 'Sla',
  doc: 'Time limits for answering and solving the tickets that match a condition.',
  label: 'name',
  fields: {
    id: id(),
    calendar_id: ref('calendar', { doc: 'The calendar that defines the business hours.' }),
    name: text({ max: 150, unique: true, doc: 'Unique name.' }),
    first_response_time: minutes('Minutes until the first response.'),
    response_time: minutes('Minutes from a message of the customer to the answer.'),
    update_time: minutes(
      'Minutes from one answer to the next, even without a message of the customer; ignored if `response_time` is set.',
    ),
    solution_time: minutes('Minutes until the ticket is closed.'),
    condition: object({
      doc: 'Condition for tickets, such as `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`.',
    }),
    ...stamps,
  },
  can: { read: ['admin.sla'], create: ['admin.sla'], update: ['admin.sla'], delete: ['admin.sla'] },
})

export const calendar = resource('calendar', {
  path: 'calendars',
  model: 'Calendar',
  doc: 'Business hours and holidays.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Unique name.' }),
    timezone: text({ max: 250, doc: 'An IANA name, such as `Europe/Berlin`.' }),
    business_hours: object({
      doc: 'Hours of each day, `mon` to `sun`, in the form `{"active": true, "timeframes": [["09:00", "17:00"]]}`.',
    }),
    default: boolean({
      default: false,
      doc: 'True for exactly one calendar, which is the default for clients; the service itself does not use it.',
    }),
    ical_url: text({
      max: 500,
      null: true,
      search: false,
      doc: 'URL of an iCalendar file whose all-day events become holidays. It is fetched once a day, and every hour after a failure.',
    }),
    public_holidays: object({
      doc: 'Holidays by day, such as `{"2026-12-25": {"active": true, "summary": "Christmas"}}`. Those from `ical_url` also have the key `feed`, the MD5 of that address.',
    }),
    last_log: text({
      max: 500,
      null: true,
      write: 'server',
      search: false,
      doc: 'The reason why the last attempt to fetch `ical_url` failed; null after a success.',
    }),
    last_sync: time({ null: true, write: 'server', doc: 'Time of the last attempt to fetch `ical_url`.' }),
    ...stamps,
  },
  can: { read: ['admin.calendar'], create: ['admin.calendar'], update: ['admin.calendar'], delete: ['admin.calendar'] },
})
