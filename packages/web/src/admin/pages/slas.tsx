import { missingInCondition } from '../conditions/condition.ts'
import { ConditionField } from '../conditions/condition-field.tsx'
import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const slas: RecordListSpec = {
  path: 'slas',
  resource: 'sla',
  texts: { title: 'slas_title', create: 'slas_create', find: 'slas_find', help: 'slas_help' },
  columns: [
    {
      id: 'calendar',
      label: 'f_calendar_id',
      cell: ({ calendar_id }, lookup) => textIn(lookup('calendar', calendar_id)?.['name']),
    },
  ],
  fields: [
    { name: 'name' },
    { name: 'calendar_id' },
    { name: 'condition', Editor: ConditionField, missingIn: missingInCondition },
    { name: 'first_response_time', help: 'minutes_help' },
    { name: 'response_time', help: 'minutes_help' },
    { name: 'update_time', help: 'minutes_help' },
    { name: 'solution_time', help: 'minutes_help' },
  ],
  initialValuesFrom: {
    resource: 'calendar',
    values: (calendars) => ({ calendar_id: calendars.find((calendar) => calendar['default'] === true)?.id }),
  },
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={slas} pathParts={pathParts} />
