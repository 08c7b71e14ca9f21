import { useState } from 'react'
import { match } from '../../components/matching.ts'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { RecordOption } from '../fields/options.ts'
import { FilterBox } from '../../components/filter-box.tsx'
import { withLevels } from './access.ts'
import { Levels } from './levels.tsx'
import { MatrixFrame } from './matrix-frame.tsx'
import { MatrixHead } from './matrix-head.tsx'
import type { Role } from './role-data.ts'
import { RoleSaveBar } from './role-save-bar.tsx'
import { type RoleChanges, useRoleChanges } from './use-role-changes.ts'

/** A row for each group: the access that each role gives. Changes are saved together. */
export function GroupMatrix({ savedRoles, groups }: { savedRoles: readonly Role[]; groups: readonly RecordOption[] }) {
  const a = useAdminTexts()
  const changes = useRoleChanges(savedRoles)
  const [typed, setTyped] = useState('')
  const shown = groups.filter(({ name, isActive }) => isActive && match(typed, name))
  return (
    <>
      <div className="admin-tools">
        <FilterBox label={a('groups_find')} value={typed} onChange={setTyped} />
        <span className="spacer" />
        <Legend />
      </div>
      <MatrixFrame label={a('roles_groups')}>
        <MatrixHead roles={changes.roles} rowLabel={a('group')} />
        <tbody>
          {shown.map((group) => (
            <GroupRow key={group.id} {...{ group, savedRoles, changes }} />
          ))}
        </tbody>
      </MatrixFrame>
      <RoleSaveBar changes={changes} permissions={[]} />
    </>
  )
}

function Legend() {
  const a = useAdminTexts()
  const t = useMessages()
  return (
    <p className="legend">
      {(['read', 'create', 'change', 'overview', 'full'] as const).map((level) => (
        <span key={level}>
          <b>{a(`level_${level}`)}</b> {t(`person.level_${level}`)}
        </span>
      ))}
    </p>
  )
}

interface GroupRowProps {
  group: RecordOption
  /** The roles as they are saved. */
  savedRoles: readonly Role[]
  changes: RoleChanges
}

function GroupRow({ group: { id, name }, savedRoles, changes }: GroupRowProps) {
  const a = useAdminTexts()
  const isChanged = (role: Role) =>
    JSON.stringify(savedRoles.find((saved) => saved.id === role.id)?.group_ids[id] ?? []) !==
    JSON.stringify(role.group_ids[id] ?? [])
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {changes.roles.map((role) => (
        <td key={role.id} className={isChanged(role) ? 'is-changed' : undefined}>
          <Levels
            label={a('permission_of', { role: role.name, permission: name })}
            levels={role.group_ids[id] ?? []}
            onChange={(levels) => changes.change(role, { group_ids: withLevels(role.group_ids, id, levels) })}
          />
        </td>
      ))}
    </tr>
  )
}
