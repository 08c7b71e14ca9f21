import { useState } from 'react'
import { client } from '../../state/client.ts'
import { readVersion } from '../../state/read-version.ts'
import { saveUnlessChanged } from '../../state/save-unless-changed.ts'
import { type Role, rolesView } from './role-data.ts'

/** The part of a role that a matrix changes. */
export type RoleValues = Pick<Role, 'permission_ids'> | Pick<Role, 'group_ids'>

/** A role with its changes, and its state before the first of them. */
export interface ChangedRole {
  readonly before: Role
  readonly after: Role
}

export interface RoleChanges {
  /** The roles with their unsaved changes. */
  readonly roles: readonly Role[]
  readonly changed: readonly ChangedRole[]
  readonly change: (role: Role, values: RoleValues) => void
  readonly discard: () => void
  /**
   * Saves the changes role by role.
   * @throws RoleConflict if somebody else has changed a role meanwhile. The roles before it are saved.
   */
  readonly save: () => Promise<void>
}

/** Thrown when somebody else has changed a role. */
export class RoleConflict extends Error {
  readonly role: Role

  constructor(role: Role) {
    super('the role has changed')
    this.role = role
  }
}

/** Keeps the changes of a matrix until they are saved together. */
export function useRoleChanges(savedRoles: readonly Role[]): RoleChanges {
  const [edits, setEdits] = useState<ReadonlyMap<number, ChangedRole>>(new Map())
  const change = (role: Role, values: RoleValues) => {
    const before = edits.get(role.id)?.before ?? role
    const after = { ...role, ...values }
    const next = new Map(edits)
    if (JSON.stringify(after) === JSON.stringify(before)) next.delete(role.id)
    else next.set(role.id, { before, after })
    setEdits(next)
  }
  const save = async () => {
    for (const edit of edits.values()) {
      await saveRole(edit)
      setEdits((unsaved) => new Map([...unsaved].filter(([id]) => id !== edit.before.id)))
    }
    await rolesView().refresh()
  }
  return {
    roles: savedRoles.map((role) => edits.get(role.id)?.after ?? role),
    changed: [...edits.values()],
    change,
    discard: () => setEdits(new Map()),
    save,
  }
}

async function saveRole({ before, after }: ChangedRole): Promise<void> {
  const path = `roles/${before.id}`
  const values = {
    ...(before.permission_ids !== after.permission_ids && { permission_ids: after.permission_ids }),
    ...(before.group_ids !== after.group_ids && { group_ids: after.group_ids }),
  }
  const saved = await saveUnlessChanged({
    values,
    seen: { record: { ...before } },
    send: (ifMatch) => client.request('PUT', path, { json: values, ifMatch }),
    read: () => readVersion(path),
  })
  if (saved.conflict) throw new RoleConflict(before)
}
