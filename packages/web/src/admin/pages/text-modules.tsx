import type { AdminPageProps } from '../admin-pages.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import { textIn } from '../fields/text-in.ts'
import { TextPreview } from '../fields/text-preview.tsx'

const textModules: RecordListSpec = {
  path: 'text_modules',
  resource: 'text_module',
  texts: {
    title: 'text_modules_title',
    create: 'text_modules_create',
    find: 'text_modules_find',
    help: 'text_modules_help',
  },
  columns: [{ id: 'keywords', label: 'f_keywords', cell: ({ keywords }) => textIn(keywords) }],
  fields: [
    { name: 'name' },
    { name: 'keywords', help: 'text_modules_keywords_help' },
    { name: 'content', help: 'placeholders_help', as: 'html' },
    { name: 'group_ids', label: 'f_limited_to_groups', help: 'limited_to_groups_help' },
    { name: 'note' },
    { name: 'active' },
  ],
  Preview: TextPreview,
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={textModules} pathParts={pathParts} />
