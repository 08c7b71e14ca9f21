import { missingAction } from '../actions/actions.ts'
import { MacroActions } from '../actions/actions-field.tsx'
import { MacroTrial } from '../trials/macro-trial.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const macros: RecordListSpec = {
  path: 'macros',
  resource: 'macro',
  texts: { title: 'macros_title', create: 'macros_create', find: 'macros_find', help: 'macros_help' },
  columns: [],
  fields: [
    { name: 'name' },
    { name: 'perform', Editor: MacroActions, missingIn: missingAction },
    {
      name: 'ux_flow_next_up',
      values: { none: 'v_flow_none', next_task: 'v_flow_next_task', next_from_overview: 'v_flow_next_from_overview' },
    },
    { name: 'group_ids', label: 'f_limited_to_groups', help: 'limited_to_groups_help' },
    { name: 'note' },
    { name: 'active' },
  ],
  Preview: MacroTrial,
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={macros} pathParts={pathParts} />
