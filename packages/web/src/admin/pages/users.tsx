import type { UserRecord } from '@deskbell/client'
import { Link } from '@tanstack/react-router'
import { Moment } from '../../components/moment.tsx'
import { nameOf } from '../../format/names.ts'
import { PasswordLink, Unlock } from '../../person/person-access.tsx'
import { useSession } from '../../state/session.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { textIn } from '../fields/text-in.ts'
import { RecordListScreen } from '../records/record-list-screen.tsx'
import type { RecordListSpec } from '../records/record-list-spec.ts'
import type { AdminRecord } from '../records/records.ts'
import { UserSessions } from '../users/user-sessions.tsx'
import { UserTokens } from '../users/user-tokens.tsx'
import { AccessField } from '../roles/access-field.tsx'
import type { AdminPageProps } from '../admin-pages.ts'
import '../roles/matrix.css'

const users: RecordListSpec = {
  path: 'users',
  resource: 'user',
  texts: { title: 'users_title', create: 'users_create', find: 'users_find', help: 'users_help' },
  isLarge: true,
  nameField: 'fullname',
  nameOf: (record) => nameOf(record),
  columns: [
    { id: 'email', label: 'f_email', cell: ({ email }) => textIn(email), order: ({ email }) => textIn(email) },
    {
      id: 'roles',
      label: 'roles_title',
      cell: ({ role_ids }, lookup) =>
        (Array.isArray(role_ids) ? role_ids : []).map((id) => textIn(lookup('role', id)?.['name'])).join(', '),
    },
    {
      id: 'last_login',
      label: 'c_last_login',
      cell: ({ last_login }) => typeof last_login === 'string' && <Moment at={last_login} />,
      order: ({ last_login }) => textIn(last_login),
    },
  ],
  fields: [
    { name: 'firstname' },
    { name: 'lastname' },
    { name: 'email', as: 'email' },
    { name: 'login', help: 'users_login_help' },
    { name: 'role_ids', label: 'roles_title' },
    { name: 'group_ids', help: 'users_groups_help', Editor: AccessField },
    { name: 'organization_id' },
    { name: 'phone' },
    { name: 'mobile' },
    { name: 'vip' },
    { name: 'note', as: 'long' },
    { name: 'active', label: 'f_active_user', help: 'users_active_help' },
  ],
  Extras: UserExtras,
}

/** Actions on an account: a link for a new password, unlocking, a link to the person's page, sessions and tokens. */
function UserExtras({ record }: { record: AdminRecord }) {
  const a = useAdminTexts()
  const { may } = useSession()
  return (
    <div className="form-actions">
      <h3>{a('users_account')}</h3>
      <Unlock person={record as unknown as UserRecord} />
      <PasswordLink id={record.id} />
      <Link className="link" to="/people/$id" params={{ id: String(record.id) }}>
        {a('users_page')}
      </Link>
      {may('admin.session') && <UserSessions id={record.id} />}
      <UserTokens id={record.id} />
    </div>
  )
}

export const Screen = ({ pathParts }: AdminPageProps) => <RecordListScreen list={users} pathParts={pathParts} />
