import type { AdminPageProps } from '../admin-pages.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import { StateType, StateTypeField } from './state-type-field.tsx'

const states: RecordListSpec = {
  path: 'ticket_states',
  resource: 'ticket_state',
  texts: { title: 'ticket_states_title', create: 'states_create', find: 'states_find', help: 'states_help' },
  columns: [{ id: 'type', label: 'f_state_type_id', cell: ({ state_type_id }) => <StateType id={state_type_id} /> }],
  fields: [
    { name: 'name' },
    { name: 'state_type_id', help: 'states_type_help', Editor: StateTypeField },
    { name: 'next_state_id', help: 'states_next_help' },
    { name: 'ignore_escalation' },
    { name: 'default_create', label: 'f_default_create_state' },
    { name: 'default_follow_up' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={states} pathParts={pathParts} />
