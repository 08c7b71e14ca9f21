import type { AdminPageProps } from '../admin-pages.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'

const signatures: RecordListSpec = {
  path: 'signatures',
  resource: 'signature',
  texts: { title: 'signatures_title', create: 'signatures_create', find: 'signatures_find', help: 'signatures_help' },
  columns: [],
  fields: [
    { name: 'name' },
    { name: 'body', help: 'placeholders_help', as: 'html' },
    { name: 'note' },
    { name: 'active' },
  ],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={signatures} pathParts={pathParts} />
