import { ItemsField } from '../fields/items-field.tsx'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminRecord } from '../records/records.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const itemCount = ({ item_ids }: AdminRecord): number => (Array.isArray(item_ids) ? item_ids.length : 0)

const templates: RecordListSpec = {
  path: 'checklist_templates',
  resource: 'checklist_template',
  texts: {
    title: 'checklist_templates_title',
    create: 'checklist_templates_create',
    find: 'checklist_templates_find',
    help: 'checklist_templates_help',
  },
  columns: [{ id: 'items', label: 'f_items', cell: itemCount, order: itemCount }],
  fields: [{ name: 'name' }, { name: 'items', Editor: ItemsField }, { name: 'active' }],
}

/** Checklists that agents add to tickets. */
export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={templates} pathParts={pathParts} />
