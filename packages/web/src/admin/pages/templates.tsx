import { TemplateValues } from '../actions/actions-field.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const templates: RecordListSpec = {
  path: 'templates',
  resource: 'template',
  texts: { title: 'templates_title', create: 'templates_create', find: 'templates_find', help: 'templates_help' },
  columns: [],
  fields: [{ name: 'name' }, { name: 'options', Editor: TemplateValues }, { name: 'active' }],
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={templates} pathParts={pathParts} />
