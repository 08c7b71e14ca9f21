import { missingAction } from '../actions/actions.ts'
import { missingInCondition } from '../conditions/condition.ts'
import { JobActions } from '../trials/rule-trial.tsx'
import { Moment } from '../../components/moment.tsx'
import { ConditionField } from '../conditions/condition-field.tsx'
import { Timeplan } from '../fields/timeplan.tsx'
import { JobRuns } from '../log/runs-link.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const jobs: RecordListSpec = {
  path: 'jobs',
  resource: 'job',
  texts: { title: 'jobs_title', create: 'jobs_create', find: 'jobs_find', help: 'jobs_help' },
  columns: [
    {
      id: 'last_run_at',
      label: 'c_last_run',
      cell: ({ last_run_at }) => typeof last_run_at === 'string' && <Moment at={last_run_at} form="dayAndTime" />,
    },
    {
      id: 'next_run_at',
      label: 'c_next_run',
      cell: ({ next_run_at }) => typeof next_run_at === 'string' && <Moment at={next_run_at} form="dayAndTime" />,
    },
  ],
  fields: [
    { name: 'name' },
    { name: 'timeplan', Editor: Timeplan },
    { name: 'condition', Editor: ConditionField, missingIn: missingInCondition },
    { name: 'perform', Editor: JobActions, missingIn: missingAction },
    { name: 'note' },
    { name: 'active' },
  ],
  Extras: JobRuns,
  initialValues: { timeplan: { days: { Mon: true }, hours: { 9: true }, minutes: { 0: true } } },
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={jobs} pathParts={pathParts} />
