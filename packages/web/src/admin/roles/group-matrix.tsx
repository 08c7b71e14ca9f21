import { useState } from 'react'
import { match } from '../../components/matching.ts'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import type { RecordOption } from '../fields/options.ts'
import { FilterBox } from '../records/filter-box.tsx'
import { withLevels } from './access.ts'
import { Levels } from './levels.tsx'
import { MatrixFrame } from './matrix-frame.tsx'
import { MatrixHead } from './matrix-head.tsx'
import type { Role } from './role-data.ts'
import { RoleSaveBar } from './role-save-bar.tsx'
import { useRoleChanges } from './use-role-changes.ts'

/** Groups by roles: the access that each role gives. Changes are saved together. */
export function GroupMatrix({ known, groups }: { known: readonly Role[]; groups: readonly RecordOption[] }) {
  const a = useAdminTexts()
  const t = useMessages()
  const changes = useRoleChanges(known)
  const [typed, setTyped] = useState('')
  const isChanged = (role: Role, group: number) =>
    JSON.stringify(known.find(({ id }) => id === role.id)?.group_ids[group] ?? []) !==
    JSON.stringify(role.group_ids[group] ?? [])
  return (
    <>
      <div className="admin-tools">
        <FilterBox label={a('groups_find')} value={typed} onChange={setTyped} />
        <span className="spacer" />
        <p className="legend">
          {(['read', 'create', 'change', 'overview', 'full'] as const).map((level) => (
            <span key={level}>
              <b>{a(`level_${level}`)}</b> {t(`person.level_${level}`)}
            </span>
          ))}
        </p>
      </div>
      <MatrixFrame label={a('roles_groups')}>
        <MatrixHead roles={changes.roles} first={a('group')} />
        <tbody>
          {groups
            .filter(({ name, isActive }) => isActive && match(typed, name))
            .map((group) => (
              <tr key={group.id}>
                <th scope="row">
                  <bdi>{group.name}</bdi>
                </th>
                {changes.roles.map((role) => (
                  <td key={role.id} className={isChanged(role, group.id) ? 'is-changed' : undefined}>
                    <Levels
                      label={a('permission_of', { role: role.name, permission: group.name })}
                      levels={role.group_ids[group.id] ?? []}
                      onChange={(levels) =>
                        changes.change(role, { group_ids: withLevels(role.group_ids, group.id, levels) })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </MatrixFrame>
      <RoleSaveBar changes={changes} permissions={[]} />
    </>
  )
}
