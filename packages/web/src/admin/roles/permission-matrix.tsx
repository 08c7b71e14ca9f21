import type { Permission } from '@deskbell/contract'
import { useState } from 'react'
import { match } from '../../components/matching.ts'
import { Segments } from '../../components/segments.tsx'
import { Icon } from '../../icon/icon.tsx'
import { useUser } from '../../state/session.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { FilterBox } from '../../components/filter-box.tsx'
import { MatrixFrame } from './matrix-frame.tsx'
import { MatrixHead } from './matrix-head.tsx'
import { grants, type PermissionGroup, permissionGroups, parentOf } from './permission-rows.ts'
import type { PermissionRecord, Role } from './role-data.ts'
import { RoleSaveBar } from './role-save-bar.tsx'
import { useRoleChanges } from './use-role-changes.ts'

interface PermissionMatrixProps {
  savedRoles: readonly Role[]
  permissions: readonly PermissionRecord[]
}

/** A row for each permission: the roles that give it. Changes are saved together. */
export function PermissionMatrix({ savedRoles, permissions }: PermissionMatrixProps) {
  const a = useAdminTexts()
  const changes = useRoleChanges(savedRoles)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<'all' | 'different'>('all')
  const matrix = readMatrix(changes.roles, permissions)
  const toggle = (role: Role, name: Permission) => {
    const id = permissions.find((permission) => permission.name === name)?.id
    if (id === undefined) return
    const others = role.permission_ids.filter((other) => other !== id)
    const isGiven = others.length < role.permission_ids.length
    // Sorted, so that removing a permission and giving it again leaves no change.
    changes.change(role, { permission_ids: isGiven ? others : [...others, id].toSorted((x, y) => x - y) })
  }
  const isShown = (name: Permission) =>
    match(typed, a(`p_${name}`)) !== undefined && (shown === 'all' || matrix.differs(name))
  return (
    <>
      <div className="admin-tools">
        <FilterBox label={a('permissions_find')} value={typed} onChange={setTyped} />
        <Segments
          label={a('permissions_shown')}
          value={shown}
          onChange={setShown}
          segments={[
            { id: 'all', name: a('permissions_all') },
            { id: 'different', name: a('permissions_different') },
          ]}
        />
        <span className="spacer" />
        <Legend />
      </div>
      <MatrixFrame label={a('roles_permissions')}>
        <MatrixHead roles={changes.roles} rowLabel={a('permission')} />
        {permissionGroups.map((group) => (
          <Rows
            key={group.title}
            {...{ group, matrix, toggle }}
            members={group.members.filter(isShown)}
            savedRoles={savedRoles}
            permissions={permissions}
            roles={changes.roles}
          />
        ))}
      </MatrixFrame>
      <RoleSaveBar changes={changes} permissions={permissions} />
    </>
  )
}

interface Matrix {
  /** Returns the names of the permissions of a role. */
  readonly namesOf: (role: Role) => ReadonlySet<string>
  /** True if some roles give the permission and others do not. */
  readonly differs: (name: Permission) => boolean
}

function readMatrix(roles: readonly Role[], permissions: readonly PermissionRecord[]): Matrix {
  const names = new Map(permissions.map(({ id, name }) => [id, name]))
  const namesOf = (role: Role) => new Set(role.permission_ids.map((id) => names.get(id) ?? ''))
  const differs = (name: Permission) => new Set(roles.map((role) => grants(namesOf(role), name))).size > 1
  return { namesOf, differs }
}

interface RowsProps {
  group: PermissionGroup
  members: readonly Permission[]
  roles: readonly Role[]
  /** The roles as they are saved. */
  savedRoles: readonly Role[]
  permissions: readonly PermissionRecord[]
  matrix: Matrix
  toggle: (role: Role, name: Permission) => void
}

function Rows({ group: { title, parent }, members, ...cells }: RowsProps) {
  const a = useAdminTexts()
  if (members.length === 0) return null
  return (
    <tbody>
      <tr className="group-row">
        <th scope="rowgroup" colSpan={parent ? 1 : cells.roles.length + 1}>
          {a(title)} {parent && <small>{a('permissions_below')}</small>}
        </th>
        {parent && cells.roles.map((role) => <Cell key={role.id} name={parent} role={role} {...cells} />)}
      </tr>
      {members.map((name) => (
        <tr key={name} className="child-row">
          <th scope="row">{a(`p_${name}`)}</th>
          {cells.roles.map((role) => (
            <Cell key={role.id} name={name} role={role} {...cells} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

interface CellProps extends Omit<RowsProps, 'group' | 'members'> {
  name: Permission
  role: Role
}

/** A checkbox that gives a permission to a role; a plain check mark if another permission of the role includes it. */
function Cell({ name, role, savedRoles, permissions, ...props }: CellProps) {
  const a = useAdminTexts()
  const label = a('permission_of', { role: role.name, permission: a(`p_${name}`) })
  const id = permissions.find((permission) => permission.name === name)?.id ?? 0
  const saved = savedRoles.find((other) => other.id === role.id)
  const isChanged = saved !== undefined && saved.permission_ids.includes(id) !== role.permission_ids.includes(id)
  const parent = parentOf(name)
  return (
    <td className={isChanged ? 'is-changed' : undefined}>
      {parent && props.matrix.namesOf(role).has(parent) ? (
        <span className="inherited" role="img" aria-label={a('comes_with', { label })} title={a('comes_with_group')}>
          <Icon name="check" />
        </span>
      ) : (
        <PermissionBox {...{ name, role, label, ...props }} />
      )}
    </td>
  )
}

type PermissionBoxProps = Pick<CellProps, 'name' | 'role' | 'roles' | 'matrix' | 'toggle'> & { label: string }

/**
 * A checkbox. That of `admin.role`, or of `admin`, which includes it, is disabled in the user's last role that gives
 * the permission to change roles.
 */
function PermissionBox({ name, role, roles, matrix, toggle, label }: PermissionBoxProps) {
  const a = useAdminTexts()
  const ownRoleIds = useUser().role_ids ?? []
  const names = matrix.namesOf(role)
  const others = roles.filter(({ id, active }) => id !== role.id && active && ownRoleIds.includes(id))
  const isLast =
    (name === 'admin' || name === 'admin.role') &&
    names.has(name) &&
    ownRoleIds.includes(role.id) &&
    !others.some((other) => grants(matrix.namesOf(other), 'admin.role'))
  return (
    <label title={isLast ? a('last_admin_role') : undefined}>
      <input
        type="checkbox"
        className="checkbox"
        checked={names.has(name)}
        disabled={isLast}
        aria-label={isLast ? `${label}. ${a('last_admin_role')}` : label}
        onChange={() => toggle(role, name)}
      />
    </label>
  )
}

function Legend() {
  const a = useAdminTexts()
  return (
    <div className="legend" aria-hidden="true">
      <span>
        <span className="checkbox is-given" />
        {a('legend_given')}
      </span>
      <span>
        <Icon name="check" />
        {a('legend_inherited')}
      </span>
      <span>
        <span className="checkbox" />
        {a('legend_not_given')}
      </span>
    </div>
  )
}
