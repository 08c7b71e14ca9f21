import type { AuditAction, Resource } from '@deskbell/contract'
import type { Changes, Unit } from '../kernel/context.ts'
import { insert } from './unit-of-work.ts'

/** An action, and its record. */
export interface Audited {
  readonly action: AuditAction
  /** The record; undefined for an account that does not exist. */
  readonly of?: { readonly object: string; readonly id: number | null; readonly name?: string | null } | undefined
  readonly changes?: Readonly<Record<string, object>>
  /** The address of the client, where it is not that of the running request. */
  readonly address?: string
  /** The id of the user who did it; null if that is unknown. By default the caller. */
  readonly by?: number | null
}

/** Writes an entry of the audit log, in the transaction of the change. It must contain no secret. */
export async function audit(unit: Unit, { action, of, changes = {}, address, by }: Audited): Promise<void> {
  const user_id = by === undefined ? (unit.origin?.caller ?? unit.by) : by
  await insert(unit, 'audit_entry', {
    action,
    user_id,
    login: user_id === null ? null : await loginOf(unit, user_id),
    object: of?.object ?? null,
    o_id: of?.id ?? null,
    name: (of?.object === 'user' && of.id !== null ? await loginOf(unit, of.id) : of?.name) ?? null,
    changes: { ...changes },
    address: address ?? unit.origin?.address ?? null,
  })
}

/** Writes an entry about the account of a user. */
export const auditUser = (unit: Unit, action: AuditAction, user: number, more: Partial<Audited> = {}): Promise<void> =>
  audit(unit, { action, of: { object: 'user', id: user }, ...more })

async function loginOf({ db }: Unit, id: number): Promise<string | null> {
  const row = await db.sql.selectFrom('users').select('login').where('id', '=', id).executeTakeFirst()
  return row?.login ?? null
}

/** The attributes of a resource whose values affect what people may do. */
interface Watched {
  /** Undefined for all attributes. */
  readonly attributes?: readonly string[]
  /** Names without values: some are secrets, and addresses may contain some. */
  readonly withoutValues?: true
}

/** The resources whose changes are recorded. */
const watched: Readonly<Record<string, Watched>> = {
  user: { attributes: ['login', 'email', 'active', 'roles', 'groups'] },
  role: {},
  group: { attributes: ['name', 'active', 'parent'] },
  channel: { withoutValues: true },
  webhook: { withoutValues: true },
}

/** Records a change of a record if it is one of rights or of connections to other systems. */
export async function auditChange(
  unit: Unit,
  action: 'created' | 'updated' | 'deleted',
  resource: Resource,
  id: number,
  row: Readonly<Record<string, unknown>>,
  changes: Changes = {},
): Promise<void> {
  const watch = watched[resource.name]
  if (!watch) return
  const names = Object.keys(changes).filter((name) => watch.attributes?.includes(name) ?? true)
  if (action === 'updated' && names.length === 0) return
  const valueOf = (name: string) => (watch.withoutValues ? {} : (changes[name] ?? {}))
  const name = resource.label === null ? null : (row[resource.label] as string | null)
  await audit(unit, {
    action,
    of: { object: resource.name, id, name },
    changes: Object.fromEntries(names.map((attribute) => [attribute, valueOf(attribute)])),
  })
}
