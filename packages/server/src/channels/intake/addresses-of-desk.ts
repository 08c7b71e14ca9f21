/** The addresses of this service, at which mail arrives and from which it leaves. */
import type { Unit } from '../../kernel/context.ts'
import type { Mail } from '../message/mail.ts'

/** An active address of the service. */
export interface OwnAddress {
  readonly id: number
  /** In lower case. */
  readonly email: string
  readonly channel_id: number | null
}

/** Reads the active addresses. Returns a function that finds an address, with or without an extension such as `help+tag`. */
export async function readOwnAddresses({ db }: Pick<Unit, 'db'>): Promise<(address: string) => OwnAddress | undefined> {
  const rows = await db.sql
    .selectFrom('email_addresses')
    .select(['id', 'email', 'channel_id'])
    .where('active', '=', true)
    .execute()
  const byEmail = new Map(rows.map((row) => [row.email.toLowerCase(), { ...row, email: row.email.toLowerCase() }]))
  return (address) => {
    const plain = address.toLowerCase()
    return byEmail.get(plain) ?? byEmail.get(plain.replace(/\+[^@]*@/, '@'))
  }
}

/** All addresses that a mail was sent to, in lower case: the envelope, then headers such as `Delivered-To`, `To` and `Cc`. */
export const recipientsOf = (mail: Mail, envelope: readonly string[]): string[] => [
  ...new Set(
    [
      ...envelope,
      ...mail.delivered_to,
      ...mail.to.map(({ address }) => address),
      ...mail.cc.map(({ address }) => address),
    ].map((address) => address.toLowerCase()),
  ),
]

/**
 * Returns the group of a new ticket: the one whose address the mail was sent to, else that of its channel, else the first
 * active one.
 */
export async function groupOfRecipients(
  { db }: Unit,
  addresses: readonly OwnAddress[],
  channel_id: number | null,
): Promise<{ readonly id: number; readonly reason: string }> {
  for (const { id, email } of addresses) {
    const group = await db.sql
      .selectFrom('groups')
      .select(['id', 'name'])
      .where('email_address_id', '=', id)
      .where('active', '=', true)
      .orderBy('id')
      .executeTakeFirst()
    if (group) return { id: group.id, reason: `The group "${group.name}" has the address ${email}.` }
  }
  const channels = [...new Set([...addresses.map((address) => address.channel_id), channel_id])]
  for (const channel of channels) {
    if (channel === null) continue
    const group = await db.sql
      .selectFrom('channels')
      .innerJoin('groups', 'groups.id', 'channels.group_id')
      .select(['groups.id', 'groups.name', 'channels.name as channel'])
      .where('channels.id', '=', channel)
      .executeTakeFirst()
    if (group) return { id: group.id, reason: `"${group.name}" is the group of the channel "${group.channel}".` }
  }
  const first = await db.sql
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { id: first.id, reason: `"${first.name}" is the first active group; the mail was sent to no known address.` }
}
