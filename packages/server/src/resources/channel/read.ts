import type { Connection } from '../../db/dialect.ts'
import type { FieldValues } from '../../kernel/context.ts'
import type { EmailInbound, EmailOutbound } from './email.ts'

/** A mail account with its secrets, for the code that connects. It never leaves the service. */
export interface EmailChannel {
  readonly id: number
  readonly name: string
  readonly group_id: number
  readonly active: boolean
  readonly inbound: EmailInbound
  readonly outbound: EmailOutbound
}

/** Reads the active mail accounts, or those with these ids. */
export async function emailChannels({ sql }: Connection, ids?: readonly number[]): Promise<EmailChannel[]> {
  const all = sql
    .selectFrom('channels')
    .select(['id', 'name', 'group_id', 'active', 'inbound', 'outbound', 'secrets'])
    .where('kind', '=', 'email')
    .orderBy('id')
  const rows = await (ids ? all.where('id', 'in', ids) : all.where('active', '=', true)).execute()
  return rows.map(({ secrets, ...row }) => {
    const { inbound, outbound } = row as unknown as Record<string, FieldValues>
    const stored = secrets as unknown as Record<string, FieldValues>
    return {
      ...row,
      inbound: { ...inbound, ...stored['inbound'] } as unknown as EmailInbound,
      outbound: { ...outbound, ...stored['outbound'] } as unknown as EmailOutbound,
    }
  })
}
