import { Notice } from '../../components/notice.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { BusinessHours } from '../fields/business-hours.tsx'
import { Holidays } from '../fields/holidays.tsx'
import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminRecord } from '../records/records.ts'
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
  Extras: FeedFailure,
}

/** The reason why the last attempt to fetch the holidays failed. */
function FeedFailure({ record }: { record: AdminRecord }) {
  const t = useMessages()
  const reason = textIn(record['last_log'])
  return reason === '' ? null : <Notice kind="error">{t.refusal(reason)}</Notice>
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={calendars} pathParts={pathParts} />
