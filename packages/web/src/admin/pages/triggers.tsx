import { missingAction } from '../actions/actions.ts'
import { missingInCondition } from '../conditions/condition.ts'
import { TriggerActions } from '../trials/rule-trial.tsx'
import { TriggerConditionField } from '../conditions/condition-field.tsx'
import { TriggerRuns } from '../log/runs-link.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const triggers: RecordListSpec = {
  path: 'triggers',
  resource: 'trigger',
  texts: { title: 'triggers_title', create: 'triggers_create', find: 'triggers_find', help: 'triggers_help' },
  columns: [],
  fields: [
    { name: 'name' },
    { name: 'activator', values: { action: 'v_activator_action', time: 'v_activator_time' } },
    {
      name: 'execution_condition_mode',
      values: { selective: 'v_mode_selective', always: 'v_mode_always' },
      isShown: ({ activator }) => activator !== 'time',
    },
    { name: 'condition', Editor: TriggerConditionField, missingIn: missingInCondition },
    { name: 'perform', Editor: TriggerActions, missingIn: missingAction },
    { name: 'note' },
    { name: 'active' },
  ],
  Extras: TriggerRuns,
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={triggers} pathParts={pathParts} />
