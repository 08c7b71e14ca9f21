import { dynamic } from '../../db/dynamic.ts'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import { writeStatement } from '../../kernel/statement.ts'

/** The sender of service mails: an address of the desk, and the channel that sends them. */
export interface ServiceSender {
  readonly name: string
  readonly email: string
  readonly channel: number
}

/**
 * Returns the sender of notifications, links and digests: the address in the setting `notification_sender` if it has an
 * active channel that sends, otherwise the first address that has one.
 * @returns undefined for a desk that sends no mail.
 */
export async function serviceSender(
  ctx: Pick<WriteContext, 'cache'> & Pick<Unit, 'desk' | 'db'>,
): Promise<ServiceSender | undefined> {
  const run = writeStatement(ctx, 'channel:service senders', () =>
    dynamic(ctx.db)
      .selectFrom('email_addresses')
      .innerJoin('channels', 'channels.id', 'email_addresses.channel_id')
      .select(['email_addresses.name', 'email_addresses.email', 'channels.id', 'channels.outbound'])
      .select(['email_addresses.active', 'channels.active as channel_active'])
      .orderBy('email_addresses.id'),
  )
  const rows = (await run()) as [string, string, number, unknown, unknown, unknown][]
  const senders = rows
    .filter(
      ([, , , outbound, isActive, isChannelActive]) => Boolean(isActive) && Boolean(isChannelActive) && sends(outbound),
    )
    .map(([name, email, channel]) => ({ name, email, channel }))
  if (senders.length === 0) return undefined
  const preferred = await settingOf(ctx, 'notification_sender')
  return senders.find(({ email }) => email === preferred.toLowerCase()) ?? senders[0]
}

function sends(outbound: unknown): boolean {
  const { adapter = 'none' } = (typeof outbound === 'string' ? JSON.parse(outbound) : outbound) as FieldValues
  return adapter !== 'none'
}
