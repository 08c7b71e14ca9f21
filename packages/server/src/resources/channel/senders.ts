/** Reads from which address the e-mails of each group leave, and whether they do. */
import type { Connection } from '../../db/dialect.ts'
import type { Context, FieldValues } from '../../kernel/context.ts'

/** The states of a sender: its e-mails leave, wait because the mail server refuses them, or have no way out. */
export const senderStates = ['ready', 'failing', 'missing'] as const

/** The sender of the e-mails of a group. */
export interface MailSender {
  readonly group_id: number
  readonly address: string | null
  readonly state: (typeof senderStates)[number]
  /** What the mail server answered; null unless the state is `failing`. */
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
    const isFailing = channel?.status_out === 'error'
    const state = channel ? (isFailing ? 'failing' : 'ready') : 'missing'
    return { group_id: id, address: email, state, error: isFailing ? channel.last_log_out : null }
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
