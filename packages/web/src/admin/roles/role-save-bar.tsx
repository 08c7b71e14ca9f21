import { useAction } from '../../components/use-action.ts'
import type { Permission } from '@deskbell/contract'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { toasts } from '../../components/toasts.ts'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { LeaveGuard } from '../records/leave-guard.tsx'
import { usePeopleCount } from './matrix-head.tsx'
import type { PermissionRecord } from './role-data.ts'
import { type ChangedRole, type RoleChanges, RoleConflict } from './use-role-changes.ts'

interface RoleSaveBarProps {
  changes: RoleChanges
  permissions: readonly PermissionRecord[]
}

/** The bar that shows which people the changes of a matrix affect, before they are saved. */
export function RoleSaveBar({ changes, permissions }: RoleSaveBarProps) {
  const a = useAdminTexts()
  const save = useAction(async () => {
    await changes.save()
    toasts.show({ key: 'saved', icon: 'check', seconds: 4, text: a('roles_saved') })
  })
  if (changes.changed.length === 0) return null
  return (
    <footer className="save-bar">
      {save.failure === undefined ? (
        <span role="status">
          {changes.changed.map((change) => (
            <AffectedPeople key={change.before.id} change={change} permissions={permissions} />
          ))}
        </span>
      ) : (
        <SaveFailure failure={save.failure} />
      )}
      <Button isSmall onClick={changes.discard}>
        {a('discard')}
      </Button>
      <Button look="primary" isSmall isBusy={save.isBusy} onClick={() => void save.run()}>
        {a('save')}
      </Button>
      <LeaveGuard isDirty={() => changes.changed.length > 0} />
    </footer>
  )
}

function SaveFailure({ failure }: { failure: unknown }) {
  const a = useAdminTexts()
  const t = useMessages()
  if (failure instanceof RoleConflict)
    return <span role="alert">{a('role_conflict', { name: failure.role.name })}</span>
  return <span role="alert">{failure instanceof Error ? sentenceOf(t, failure) : a('list_failed')}</span>
}

/** The number of people that a change of a role affects, and the permissions that they gain or lose. */
function AffectedPeople({ change, permissions }: { change: ChangedRole; permissions: readonly PermissionRecord[] }) {
  const a = useAdminTexts()
  const formats = useFormats()
  const { before, after } = change
  const count = usePeopleCount(before.id)
  const namesOfDifference = (ids: readonly number[], others: readonly number[]) =>
    permissions
      .filter(({ id }) => ids.includes(id) && !others.includes(id))
      .map(({ name }) => a(`p_${name as Permission}`))
  const gained = namesOfDifference(after.permission_ids, before.permission_ids)
  const lost = namesOfDifference(before.permission_ids, after.permission_ids)
  const hasOtherGroups = JSON.stringify(before.group_ids) !== JSON.stringify(after.group_ids)
  return (
    <span className="reach">
      <b>{count === undefined ? before.name : a('people_in', { count, role: before.name })}</b>{' '}
      {[
        ...(gained.length > 0 ? [a('get', { names: formats.list(gained) })] : []),
        ...(lost.length > 0 ? [a('lose', { names: formats.list(lost) })] : []),
        ...(hasOtherGroups ? [a('other_groups')] : []),
      ].join('; ')}
    </span>
  )
}
