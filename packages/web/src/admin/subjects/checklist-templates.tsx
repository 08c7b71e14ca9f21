import { ItemsField } from '../fields/items-field.tsx'
import { PlainScreen } from '../plain/plain-screen.tsx'
import type { PlainSubject } from '../plain/plain-subject.ts'
import type { AdminRecord } from '../plain/records.ts'
import type { SubjectProps } from '../subjects.ts'

const itemsOf = ({ item_ids }: AdminRecord): number => (Array.isArray(item_ids) ? item_ids.length : 0)

const templates: PlainSubject = {
  path: 'checklist_templates',
  resource: 'checklist_template',
  texts: {
    title: 'checklist_templates_title',
    create: 'checklist_templates_create',
    find: 'checklist_templates_find',
    help: 'checklist_templates_help',
  },
  columns: [{ id: 'items', label: 'f_items', cell: itemsOf, order: itemsOf }],
  fields: [{ name: 'name' }, { name: 'items', Editor: ItemsField }, { name: 'active' }],
}

/** Lists of tasks that agents put into tickets. */
export const Screen = ({ parts }: SubjectProps) => <PlainScreen subject={templates} parts={parts} />
