/** Reads the sender of the e-mails of each group, and whether they can be sent. */
import type { Connection } from '../../db/dialect.ts'
import type { Context, FieldValues } from '../../kernel/context.ts'

/** The states of a sender: its e-mails are sent, wait because the last attempt failed, or have no channel that sends them. */
export const senderStates = ['ready', 'failing', 'missing'] as const

/** The sender of the e-mails of a group. */
export interface MailSender {
  readonly group_id: number
  readonly address: string | null
  readonly state: (typeof senderStates)[number]
  /** The error of the last attempt to send; null unless the state is `failing`. */
  readonly error: string | null
}

/** Returns the senders of all groups to which the caller has access. */
export async function mailSenders({ db, actor }: Context): Promise<MailSender[]> {
  const groups = [...new Set(Object.values(actor.groups).flat())]
  if (groups.length === 0) return []
  const channels = new Map((await sendingChannels(db)).map((channel) => [channel.id, channel]))
  const rows = await db.sql
    .selectFrom('groups')
    .leftJoin('email_addresses', (join) =>
      join.onRef('email_addresses.id', '=', 'groups.email_address_id').on('email_addresses.active', '=', true),
    )
    .select(['groups.id', 'email_addresses.email', 'email_addresses.channel_id'])
    .where('groups.id', 'in', groups)
    .orderBy('groups.id')
    .execute()
  return rows.map(({ id, email, channel_id }) => {
    const channel = channels.get(channel_id ?? 0)
    if (!channel) return { group_id: id, address: email, state: 'missing', error: null }
    if (channel.status_out !== 'error') return { group_id: id, address: email, state: 'ready', error: null }
    return { group_id: id, address: email, state: 'failing', error: channel.last_log_out }
  })
}

/** Returns the active channels that send. */
export async function sendingChannels({ sql }: Connection) {
  const rows = await sql
    .selectFrom('channels')
    .select(['id', 'outbound', 'status_out', 'last_log_out'])
    .where('active', '=', true)
    .execute()
  return rows.filter(({ outbound }) => ((outbound as unknown as FieldValues)['adapter'] ?? 'none') !== 'none')
}
