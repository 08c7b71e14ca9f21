import { useLive } from '../../state/use-live.ts'
import { useSession } from '../../state/session.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { peopleCount, type Role } from './role-data.ts'

/** The head of a matrix: a column for each role, with the number of people that have it. */
export function MatrixHead({ roles, rowLabel }: { roles: readonly Role[]; rowLabel: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{rowLabel}</th>
        {roles.map((role) => (
          <RoleHead key={role.id} role={role} />
        ))}
      </tr>
    </thead>
  )
}

function RoleHead({ role }: { role: Role }) {
  const a = useAdminTexts()
  const count = usePeopleCount(role.id)
  return (
    <th scope="col">
      <b>
        <bdi>{role.name}</bdi>
      </b>
      {count !== undefined && <small>{a('people', { count })}</small>}
    </th>
  )
}

/** Returns the number of people with a role; undefined until it is loaded, or if the user may not search for people. */
export function usePeopleCount(roleId: number): number | undefined {
  const { may } = useSession()
  return useLive(may('admin.user') || may('ticket.agent') ? peopleCount(roleId) : undefined).value
}
