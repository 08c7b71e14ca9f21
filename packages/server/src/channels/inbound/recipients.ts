import type { Desk } from '../../kernel/context.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'

/**
 * Returns the id of the channel of a recipient; `paused` if it accepts no mail at the moment, undefined if the address is
 * unknown. Mail for `postmaster` is always accepted (RFC 5321, 4.5.1).
 */
export async function channelOfRecipient(
  { database: { sql } }: Desk,
  listening: EmailChannel,
  address: string,
): Promise<number | 'paused' | undefined> {
  const plain = address.toLowerCase()
  const row = await sql
    .selectFrom('email_addresses')
    .leftJoin('channels', 'channels.id', 'email_addresses.channel_id')
    .select(['email_addresses.active', 'channel_id', 'channels.active as isChannelActive'])
    .where('email_addresses.email', 'in', [plain, plain.replace(/\+[^@]*@/, '@')])
    .limit(1)
    .executeTakeFirst()
  if (row) return row.active && (row.isChannelActive ?? true) ? (row.channel_id ?? listening.id) : 'paused'
  return /^postmaster(?:@|$)/.test(plain) ? listening.id : undefined
}
