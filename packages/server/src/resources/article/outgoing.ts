/** Decides which articles are sent as mails, and computes the columns that sending needs. */
import { randomBytes } from 'node:crypto'
import type { FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { enqueue } from '../../tasks/tasks.ts'
import { sendingChannels } from '../channel/senders.ts'
import { senders, types } from './kinds.ts'

/** The kind of the tasks that send a mail. */
export const mailTaskKind = 'send_mail'

/** Returns true for mails of agents and of the service. */
export const isOutgoing = ({ type_id, sender_id }: FieldValues): boolean =>
  type_id === types.email && sender_id !== senders.customer

/** The sender address of a group, and the channel that sends its mails. */
interface SendingChannel {
  /** Undefined if the group has no active sender address. */
  readonly address: { readonly id: number; readonly email: string } | undefined
  /** The id of the channel; undefined if the channel of the address is inactive or does not send. */
  readonly channel: number | undefined
}

/**
 * Returns the columns of a new outgoing mail: its Message-ID, which stays the same for every attempt so that duplicates are
 * recognised, the mails that it replies to, and the channel that sends it. If the group has no sender address with such a
 * channel, the columns say that the delivery has failed. Returns no columns on a desk that sends no mail.
 */
export async function outgoingColumns(
  ctx: WriteContext,
  { id, group_id }: FieldValues,
  values: FieldValues,
): Promise<FieldValues> {
  const sending = await sendingChannelOf(ctx, group_id as number)
  if (!sending) return {}
  const { address, channel } = sending
  const preferences = values['preferences'] as FieldValues | undefined
  if (!address || channel === undefined) return { preferences: { ...preferences, ...unsendablePreferences(ctx.now) } }
  const previousIds = await messageIdsOf(ctx, id as number)
  const in_reply_to = values['in_reply_to'] || (previousIds.at(-1) ?? null)
  return {
    message_id: values['message_id'] || newMessageId(address.email),
    in_reply_to,
    references: values['references'] || shortenReferences(previousIds) || null,
    preferences: { ...preferences, email_address_id: address.id, delivery_channel_id: channel },
  }
}

const unsendablePreferences = (now: string) => ({
  delivery_status: 'fail',
  delivery_status_message: 'The group has no sender address with an active channel.',
  delivery_status_date: now,
})

/** Queues a new outgoing mail in the transaction that writes it. */
export async function enqueueMail(unit: Unit, article_id: number, { preferences }: FieldValues): Promise<void> {
  const lane = (preferences as FieldValues | undefined)?.['delivery_channel_id']
  if (typeof lane === 'number')
    await enqueue(unit, { kind: mailTaskKind, payload: { article_id }, record: article_id, lane })
}

/** Returns the sender address and channel of a group; undefined if no channel of the desk sends. */
async function sendingChannelOf({ db }: Unit, group: number): Promise<SendingChannel | undefined> {
  const sending = await sendingChannels(db)
  if (sending.length === 0) return undefined
  const address = await db.sql
    .selectFrom('groups')
    .innerJoin('email_addresses', 'email_addresses.id', 'groups.email_address_id')
    .select(['email_addresses.id', 'email_addresses.email', 'email_addresses.channel_id'])
    .where('groups.id', '=', group)
    .where('email_addresses.active', '=', true)
    .executeTakeFirst()
  return { address, channel: sending.find(({ id }) => id === address?.channel_id)?.id }
}

/** Creates a Message-ID with 80 random bits, in the domain of the sender. */
export const newMessageId = (sender: string): string =>
  `<${Date.now().toString(36)}.${randomBytes(10).toString('hex')}@${sender.split('@').at(-1) ?? 'localhost'}>`

/** Returns the Message-IDs of the last mails of a ticket, without internal ones, oldest first. */
async function messageIdsOf({ db }: Unit, ticket: number): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('ticket_articles')
    .select('message_id')
    .where('ticket_id', '=', ticket)
    .where('type_id', '=', types.email)
    .where('internal', '=', false)
    .where('message_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_IDS)
    .execute()
  return rows.flatMap(({ message_id }) => (message_id ? [message_id] : [])).toReversed()
}

/** Maximum number of Message-IDs that are read. */
const MAX_IDS = 500

/**
 * Maximum number of ids in `References` in addition to the first one, which identifies the conversation. Mail servers
 * truncate long headers.
 */
const MAX_REFERENCE_IDS = 20
/** Maximum length of `References`, in characters. */
const MAX_REFERENCES_LENGTH = 2000

function shortenReferences(ids: readonly string[]): string {
  const [first, ...others] = ids
  if (first === undefined) return ''
  const lastIds: string[] = []
  let length = first.length
  for (const id of others.slice(-MAX_REFERENCE_IDS).toReversed()) {
    length += id.length + 1
    if (length > MAX_REFERENCES_LENGTH) break
    lastIds.unshift(id)
  }
  return [first, ...lastIds].join(' ')
}
