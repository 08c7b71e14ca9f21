import type { AuditAction, Resource } from '@deskbell/contract'
import type { Changes, Unit } from '../kernel/context.ts'
import { insert } from './unit-of-work.ts'

/** An action for the audit log, and the record that it affects. */
export interface AuditedAction {
  readonly action: AuditAction
  /** The record; undefined for an account that does not exist. */
  readonly target?: AuditTarget | undefined
  readonly changes?: Readonly<Record<string, object>>
  /** The address of the client, if it differs from that of the current request. */
  readonly address?: string
  /** The id of the user who acted; null if unknown. By default the caller. */
  readonly by?: number | null
}

interface AuditTarget {
  readonly object: string
  readonly id: number | null
  readonly name?: string | null
}

/** Writes an entry of the audit log, in the transaction of the change. It must contain no secret. */
export async function audit(unit: Unit, { action, target, changes = {}, address, by }: AuditedAction): Promise<void> {
  const user_id = by === undefined ? (unit.origin?.caller ?? unit.by) : by
  await insert(unit, 'audit_entry', {
    action,
    user_id,
    login: user_id === null ? null : await loginOf(unit, user_id),
    object: target?.object ?? null,
    o_id: target?.id ?? null,
    name: target === undefined ? null : await nameOf(unit, target),
    changes: { ...changes },
    address: address ?? unit.origin?.address ?? null,
  })
}

/** Returns the name of a record for the log; for a user, the login. */
const nameOf = async (unit: Unit, { object, id, name }: AuditTarget): Promise<string | null> =>
  object === 'user' && id !== null ? loginOf(unit, id) : (name ?? null)

/** Writes an entry about the account of a user. */
export const auditAccount = (
  unit: Unit,
  action: AuditAction,
  user: number,
  details: Partial<AuditedAction> = {},
): Promise<void> => audit(unit, { action, target: { object: 'user', id: user }, ...details })

async function loginOf({ db }: Unit, id: number): Promise<string | null> {
  const row = await db.sql.selectFrom('users').select('login').where('id', '=', id).executeTakeFirst()
  return row?.login ?? null
}

/** The attributes of a resource whose changes are recorded. */
interface WatchedAttributes {
  /** Undefined for all attributes. */
  readonly attributes?: readonly string[]
  /** True if only the names of changed attributes are recorded: some values are secrets, and URLs may contain secrets. */
  readonly withoutValues?: true
}

/** The resources whose changes are recorded. */
const watchedResources: Readonly<Record<string, WatchedAttributes>> = {
  user: { attributes: ['login', 'email', 'active', 'roles', 'groups'] },
  role: {},
  group: { attributes: ['name', 'active', 'parent'] },
  channel: { withoutValues: true },
  webhook: { withoutValues: true },
}

/** Writes an entry if a change of a record affects rights or connections to other systems. */
export async function auditChange(
  unit: Unit,
  action: 'created' | 'updated' | 'deleted',
  resource: Resource,
  id: number,
  row: Readonly<Record<string, unknown>>,
  changes: Changes = {},
): Promise<void> {
  const watch = watchedResources[resource.name]
  if (!watch) return
  const names = Object.keys(changes).filter((name) => watch.attributes?.includes(name) ?? true)
  if (action === 'updated' && names.length === 0) return
  const valueOf = (name: string) => (watch.withoutValues ? {} : (changes[name] ?? {}))
  const name = resource.label === null ? null : (row[resource.label] as string | null)
  await audit(unit, {
    action,
    target: { object: resource.name, id, name },
    changes: Object.fromEntries(names.map((attribute) => [attribute, valueOf(attribute)])),
  })
}
