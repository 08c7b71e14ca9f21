import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const addresses: RecordListSpec = {
  path: 'email_addresses',
  resource: 'email_address',
  texts: {
    title: 'email_addresses_title',
    create: 'email_addresses_create',
    find: 'email_addresses_find',
    help: 'email_addresses_help',
  },
  nameField: 'email',
  nameOf: ({ email }) => textIn(email),
  columns: [
    { id: 'name', label: 'mail_sender', cell: ({ name }) => textIn(name), order: ({ name }) => textIn(name) },
    {
      id: 'channel_id',
      label: 'mail_account',
      cell: ({ channel_id }, lookup) => textIn(lookup('channel', channel_id)?.['name']),
    },
  ],
  fields: [
    { name: 'email', as: 'email' },
    { name: 'name', label: 'mail_sender', help: 'mail_sender_help' },
    { name: 'channel_id', label: 'mail_account' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={addresses} pathParts={pathParts} />
