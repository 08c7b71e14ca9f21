import type { Desk, FieldValues } from '../../kernel/context.ts'
import { UnreadableSecret } from '../../kernel/secrets.ts'
import type { EmailInbound, EmailOutbound } from './email.ts'

/** A mail account with its decrypted secrets, for connecting. It must never be part of a response. */
export interface EmailChannel {
  readonly id: number
  readonly name: string
  readonly group_id: number
  readonly active: boolean
  readonly inbound: EmailInbound & MaybeUnreadable
  readonly outbound: EmailOutbound & MaybeUnreadable
}

interface MaybeUnreadable {
  /** The reason why the secrets of this direction cannot be decrypted; they are null in this case. */
  readonly unreadable?: string
}

/** Reads the active mail accounts, or the accounts with these ids, active or not. */
export async function emailChannels(desk: Desk, ids?: readonly number[]): Promise<EmailChannel[]> {
  const accounts = desk.database.sql
    .selectFrom('channels')
    .select(['id', 'name', 'group_id', 'active', 'inbound', 'outbound', 'secrets'])
    .where('kind', '=', 'email')
    .orderBy('id')
  const rows = await (ids ? accounts.where('id', 'in', ids) : accounts.where('active', '=', true)).execute()
  return rows.map(({ secrets, ...row }) => {
    const { inbound, outbound } = row as unknown as Record<string, FieldValues>
    const stored = secrets as unknown as Record<string, FieldValues>
    return {
      ...row,
      inbound: { ...inbound, ...decryptOptions(desk, stored['inbound']) } as unknown as EmailInbound,
      outbound: { ...outbound, ...decryptOptions(desk, stored['outbound']) } as unknown as EmailOutbound,
    }
  })
}

function decryptOptions({ secrets }: Desk, stored: FieldValues = {}): FieldValues {
  const entries = Object.entries(stored)
  try {
    return Object.fromEntries(entries.map(([key, value]) => [key, secrets.decrypt(value as string)]))
  } catch (failure) {
    if (!(failure instanceof UnreadableSecret)) throw failure
    return { ...Object.fromEntries(entries.map(([key]) => [key, null])), unreadable: failure.message }
  }
}

/** Checks that the secrets of a direction were decrypted. @throws Error with a sentence for administrators. */
export function requireDecrypted({ unreadable }: MaybeUnreadable): void {
  if (unreadable !== undefined) throw new Error(unreadable)
}
