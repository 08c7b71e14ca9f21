import type { ReactNode } from 'react'
import { LoadError } from '../../components/load-error.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { optionsOf } from '../fields/options.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import { AccessField } from '../roles/access-field.tsx'
import { GroupMatrix } from '../roles/group-matrix.tsx'
import { PermissionMatrix } from '../roles/permission-matrix.tsx'
import { permissionsView, rolesView } from '../roles/role-data.ts'
import type { AdminPageProps } from '../admin-pages.ts'
import { Tabs } from '../tabs.tsx'
import '../roles/matrix.css'

const roles: RecordListSpec = {
  path: 'roles',
  resource: 'role',
  texts: { title: 'roles_title', create: 'roles_create', find: 'roles_find', help: 'roles_help' },
  columns: [
    {
      id: 'permissions',
      label: 'c_permissions',
      cell: ({ permission_ids }) => (Array.isArray(permission_ids) ? permission_ids.length : 0),
    },
  ],
  fields: [
    { name: 'name' },
    { name: 'default_at_signup' },
    { name: 'group_ids', help: 'roles_groups_help', Editor: AccessField },
    { name: 'note' },
    { name: 'active' },
  ],
}

/** The roles: their list, their permissions, and their access to groups. */
export function Screen({ pathParts }: AdminPageProps) {
  const [part] = pathParts
  if (part === 'permissions') return <Permissions />
  if (part === 'groups') return <Groups />
  return <RecordListScreen list={roles} pathParts={pathParts} aboveTable={<RoleTabs current="" />} />
}

function Permissions() {
  const views = [rolesView(), permissionsView()] as const
  const roleList = useLive(views[0])
  const permissions = useLive(views[1])
  const error = roleList.error ?? permissions.error
  const isLoaded = roleList.value && permissions.value
  return (
    <MatrixPage current="permissions" views={views} {...(isLoaded ? {} : { error })}>
      {roleList.value && permissions.value && (
        <PermissionMatrix savedRoles={roleList.value.filter(({ active }) => active)} permissions={permissions.value} />
      )}
    </MatrixPage>
  )
}

function Groups() {
  const views = [rolesView(), optionsOf('group')] as const
  const roleList = useLive(views[0])
  const groups = useLive(views[1])
  const error = roleList.error ?? groups.error
  return (
    <MatrixPage current="groups" views={views} {...(roleList.value && groups.value ? {} : { error })}>
      {roleList.value && groups.value && (
        <GroupMatrix savedRoles={roleList.value.filter(({ active }) => active)} groups={groups.value} />
      )}
    </MatrixPage>
  )
}

interface MatrixPageProps {
  current: string
  /** The data of the matrix. A retry loads all of it again. */
  views: readonly { refresh: () => Promise<unknown> }[]
  error?: unknown
  children: ReactNode
}

function MatrixPage({ current, views, error, children }: MatrixPageProps) {
  const a = useAdminTexts()
  const retry = () => void Promise.all(views.map((view) => view.refresh())).catch(() => undefined)
  return (
    <>
      <PageBar title={a('roles_title')} />
      <div className="matrix-page">
        <RoleTabs current={current} />
        {error !== undefined && <LoadError title={a('list_failed')} error={error} onRetry={retry} />}
        {children ??
          (error === undefined && (
            <Loading label={a('roles_title')}>
              <Skeleton height="20rem" />
            </Loading>
          ))}
      </div>
    </>
  )
}

function RoleTabs({ current }: { current: string }) {
  const a = useAdminTexts()
  const { may } = useSession()
  const tabs = [
    { id: '', name: a('roles_list') },
    { id: 'permissions', name: a('roles_permissions') },
    ...(may('admin.group') ? [{ id: 'groups', name: a('roles_groups') }] : []),
  ]
  return <Tabs label={a('roles_title')} path="roles" tabs={tabs} current={current} />
}
