import { BusinessHours } from '../fields/business-hours.tsx'
import { Holidays } from '../fields/holidays.tsx'
import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const calendars: RecordListSpec = {
  path: 'calendars',
  resource: 'calendar',
  texts: { title: 'calendars_title', create: 'calendars_create', find: 'calendars_find', help: 'calendars_help' },
  columns: [{ id: 'timezone', label: 'f_timezone', cell: ({ timezone }) => textIn(timezone) }],
  fields: [
    { name: 'name' },
    { name: 'timezone', as: 'timezone' },
    { name: 'business_hours', Editor: BusinessHours },
    { name: 'public_holidays', Editor: Holidays },
    { name: 'ical_url', help: 'calendars_ical_help', as: 'url' },
    { name: 'default', help: 'calendars_default_help' },
  ],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={calendars} pathParts={pathParts} />
