import type { AdminPageProps } from '../admin-pages.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import { textIn } from '../fields/text-in.ts'

const organizations: RecordListSpec = {
  path: 'organizations',
  resource: 'organization',
  texts: {
    title: 'organizations_title',
    create: 'organizations_create',
    find: 'organizations_find',
    help: 'organizations_help',
  },
  isLarge: true,
  columns: [
    { id: 'domain', label: 'f_domain', cell: ({ domain }) => textIn(domain) },
    {
      id: 'members',
      label: 'c_members',
      cell: ({ member_ids }) => (Array.isArray(member_ids) ? member_ids.length : ''),
    },
  ],
  fields: [
    { name: 'name' },
    { name: 'domain' },
    { name: 'domain_assignment' },
    { name: 'shared', help: 'organizations_shared_help' },
    { name: 'vip' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={organizations} pathParts={pathParts} />
