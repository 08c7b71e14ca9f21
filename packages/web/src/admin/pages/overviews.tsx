import { missingInCondition } from '../conditions/condition.ts'
import { ConditionField } from '../conditions/condition-field.tsx'
import { ColumnsField, OrderField } from '../fields/columns-field.tsx'
import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminPageProps } from '../admin-pages.ts'

const overviews: RecordListSpec = {
  path: 'overviews',
  resource: 'overview',
  texts: { title: 'overviews_title', create: 'overviews_create', find: 'overviews_find', help: 'overviews_help' },
  columns: [
    { id: 'prio', label: 'f_prio', cell: ({ prio }) => textIn(prio), order: ({ prio }) => Number(prio) },
    {
      id: 'roles',
      label: 'roles_title',
      cell: ({ role_ids }, lookup) =>
        (Array.isArray(role_ids) ? role_ids : []).map((id) => textIn(lookup('role', id)?.['name'])).join(', '),
    },
  ],
  fields: [
    { name: 'name' },
    { name: 'role_ids', label: 'f_overview_roles' },
    { name: 'condition', Editor: ConditionField, missingIn: missingInCondition },
    { name: 'view', Editor: ColumnsField },
    { name: 'order', Editor: OrderField },
    { name: 'prio', help: 'overviews_prio_help' },
    { name: 'group_ids', label: 'f_limited_to_groups', help: 'limited_to_groups_help' },
    { name: 'organization_shared' },
    { name: 'out_of_office' },
    { name: 'active' },
  ],
  initialValues: {
    // The states `new` and `open` of a new desk.
    condition: { 'ticket.state_id': { operator: 'is', value: ['1', '2'] } },
    view: { s: ['number', 'title', 'customer', 'group', 'created_at'] },
    order: { by: 'created_at', direction: 'ASC' },
    // After the overviews of a new desk.
    prio: 2000,
    role_ids: [],
  },
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={overviews} pathParts={pathParts} />
