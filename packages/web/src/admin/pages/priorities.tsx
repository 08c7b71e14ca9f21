import type { AdminPageProps } from '../admin-pages.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'

const priorities: RecordListSpec = {
  path: 'ticket_priorities',
  resource: 'ticket_priority',
  texts: {
    title: 'ticket_priorities_title',
    create: 'priorities_create',
    find: 'priorities_find',
    help: 'priorities_help',
  },
  columns: [],
  fields: [
    { name: 'name' },
    { name: 'default_create', label: 'f_default_create_priority' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={priorities} pathParts={pathParts} />
