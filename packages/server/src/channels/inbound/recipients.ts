import { sql } from 'kysely'
import type { Desk } from '../../kernel/context.ts'
import { runCompiled } from '../../kernel/statement.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'

/**
 * Returns the id of the channel of a recipient; `paused` if the address or its channel is inactive, undefined if the address
 * is unknown. Mail for `postmaster` is accepted even if there is no such address (RFC 5321, 4.5.1).
 * @param listener the channel that receives the mail. Its id is the result for an address without a channel.
 */
export async function channelOfRecipient(
  desk: Desk,
  listener: EmailChannel,
  address: string,
): Promise<number | 'paused' | undefined> {
  const plain = address.toLowerCase()
  // Mail for `help+printer@desk.example` also belongs to `help@desk.example`.
  const withoutTag = plain.replace(/\+[^@]*@/, '@')
  const [row] = await runCompiled<AddressRow>(
    { db: desk.database },
    'address of a recipient',
    (input) =>
      desk.database.sql
        .selectFrom('email_addresses')
        .leftJoin('channels', 'channels.id', 'email_addresses.channel_id')
        .select(['email_addresses.active', 'channel_id', 'channels.active as isChannelActive'])
        .where('email_addresses.email', 'in', [input<string>(0), input<string>(1)])
        .limit(sql.lit(1)),
    plain,
    withoutTag,
  )
  if (row) return row.active && (row.isChannelActive ?? true) ? (row.channel_id ?? listener.id) : 'paused'
  return /^postmaster(?:@|$)/.test(plain) ? listener.id : undefined
}

interface AddressRow {
  readonly active: boolean
  readonly channel_id: number | null
  readonly isChannelActive: boolean | null
}
