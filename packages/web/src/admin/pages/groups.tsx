import type { AdminPageProps } from '../admin-pages.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import { textIn } from '../fields/text-in.ts'

const groups: RecordListSpec = {
  path: 'groups',
  resource: 'group',
  texts: { title: 'groups_title', create: 'groups_create', find: 'groups_find', help: 'groups_help' },
  columns: [
    {
      id: 'agents',
      label: 'c_agents',
      cell: ({ user_ids }) => count(user_ids),
      order: ({ user_ids }) => count(user_ids),
    },
    {
      id: 'email',
      label: 'f_email_address_id',
      cell: (record, lookup) => textIn(lookup('email_address', record['email_address_id'])?.['email']),
    },
  ],
  fields: [
    { name: 'name', help: 'groups_name_help' },
    { name: 'parent_id' },
    { name: 'email_address_id' },
    { name: 'signature_id' },
    {
      name: 'follow_up_possible',
      values: {
        yes: 'v_follow_up_yes',
        new_ticket: 'v_follow_up_new',
        new_ticket_after_certain_time: 'v_follow_up_days',
      },
    },
    {
      name: 'reopen_time_in_days',
      isShown: ({ follow_up_possible }) => follow_up_possible === 'new_ticket_after_certain_time',
    },
    { name: 'follow_up_assignment' },
    { name: 'assignment_timeout', help: 'groups_timeout_help' },
    { name: 'shared_drafts' },
    { name: 'offered_to_customers' },
    { name: 'note' },
    { name: 'active', help: 'groups_active_help' },
  ],
}

const count = (ids: unknown) => (Array.isArray(ids) ? ids.length : 0)

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={groups} pathParts={pathParts} />
