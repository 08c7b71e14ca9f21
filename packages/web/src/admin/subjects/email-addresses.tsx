import { textIn } from '../fields/text-in.ts'
import { PlainScreen } from '../plain/plain-screen.tsx'
import type { PlainSubject } from '../plain/plain-subject.ts'
import type { SubjectProps } from '../subjects.ts'

const addresses: PlainSubject = {
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

export const Screen = ({ parts }: SubjectProps) => <PlainScreen subject={addresses} parts={parts} />
