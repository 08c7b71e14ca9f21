import { boolean, id, integer, object, ref, stamps, text, time } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

const within = <const D extends string>(doc: D) => integer({ null: true, doc })

export const sla = resource('sla', {
  path: 'slas',
  model: 'Sla',
  doc: 'How soon tickets that fulfil a condition have to be answered and solved.',
  label: 'name',
  fields: {
    id: id(),
    calendar_id: ref('calendar', { doc: 'The hours that count.' }),
    name: text({ max: 150, unique: true, doc: 'Its name; no two are alike.' }),
    first_response_time: within('Minutes until the first answer.'),
    response_time: within('Minutes until each answer to a customer.'),
    update_time: within('Minutes between two answers.'),
    solution_time: within('Minutes until it is closed.'),
    condition: object({ doc: 'Which tickets: `{"ticket.priority_id": {"operator": "is", "value": ["3"]}}`.' }),
    ...stamps,
  },
  can: { read: ['admin.sla'], create: ['admin.sla'], update: ['admin.sla'], delete: ['admin.sla'] },
})

export const calendar = resource('calendar', {
  path: 'calendars',
  model: 'Calendar',
  doc: 'The hours in which people work.',
  label: 'name',
  fields: {
    id: id(),
    name: text({ max: 250, unique: true, doc: 'Its name; no two are alike.' }),
    timezone: text({ max: 250, doc: 'An IANA name, such as `Europe/Berlin`.' }),
    business_hours: object({
      doc: 'For `mon` to `sun`: `{"active": true, "timeframes": [["09:00", "17:00"]]}`.',
    }),
    default: boolean({ default: false, doc: 'The one that counts where none is named; there is one.' }),
    ical_url: text({ max: 500, null: true, search: false, doc: 'Where its holidays come from.' }),
    public_holidays: object({ doc: 'By day: `{"2026-12-25": {"active": true, "summary": "Christmas"}}`.' }),
    last_log: text({ max: 500, null: true, write: 'server', search: false, doc: 'What went wrong when they came.' }),
    last_sync: time({ null: true, write: 'server', doc: 'When they came last.' }),
    ...stamps,
  },
  can: { read: ['admin.calendar'], create: ['admin.calendar'], update: ['admin.calendar'], delete: ['admin.calendar'] },
})
