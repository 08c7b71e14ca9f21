/** Stores outgoing mails, with the result for each of their recipients. */
import type { Connection } from '../../db/dialect.ts'
import type { FieldValues, Unit } from '../../kernel/context.ts'
import type { ComposedMail } from './compose.ts'
import type { RecipientResult } from './smtp.ts'

/** A recipient of a mail. The state is `waiting` as long as the mail may still be sent to this address. */
export interface Recipient extends RecipientResult {
  readonly address: string
  /** Time of the mail server's last reply, of a bounce, or of the end of the delivery by an administrator; null before these. */
  readonly at: string | null
}

/** A mail as it was composed, with its recipients. */
export interface Delivery {
  readonly sender: string
  readonly sha256: string
  readonly size: number
  readonly recipients: readonly Recipient[]
}

/** Reads the delivery of an article; undefined if its mail has not been composed. */
export async function deliveryOf({ sql }: Connection, article: number): Promise<Delivery | undefined> {
  const row = await sql
    .selectFrom('mail_deliveries')
    .select(['sender', 'sha256', 'size', 'recipients'])
    .where('article_id', '=', article)
    .executeTakeFirst()
  return row && { ...row, recipients: JSON.parse(row.recipients) as readonly Recipient[] }
}

/** Stores a composed mail, unless another process has stored one for the article meanwhile. */
export async function insertDelivery({ db, now }: Unit, article_id: number, mail: ComposedMail): Promise<void> {
  const { sender, sha256, size } = mail
  const recipients = mail.recipients.map((address): Recipient => ({
    address,
    state: 'waiting',
    code: null,
    text: '',
    at: null,
  }))
  await db.sql
    .insertInto('mail_deliveries')
    .values({
      article_id,
      sender,
      sha256,
      size,
      recipients: JSON.stringify(recipients),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('article_id').doNothing())
    .execute()
}

/** Changes the recipients of a delivery, and returns them; undefined if the mail has not been composed. */
export async function changeRecipients(
  { db, now }: Unit,
  article: number,
  change: (recipient: Recipient, recipients: readonly Recipient[]) => Recipient,
): Promise<readonly Recipient[] | undefined> {
  const delivery = await deliveryOf(db, article)
  if (!delivery) return undefined
  const recipients = delivery.recipients.map((recipient) => change(recipient, delivery.recipients))
  await db.sql
    .updateTable('mail_deliveries')
    .set({ recipients: JSON.stringify(recipients), updated_at: now })
    .where('article_id', '=', article)
    .execute()
  return recipients
}

/** Makes failed recipients wait again, so that the mail is sent to them once more. */
export const reopenDelivery = (unit: Unit, article: number): Promise<unknown> =>
  changeRecipients(unit, article, (recipient) =>
    recipient.state === 'failed' ? { ...recipient, state: 'waiting' } : recipient,
  )

/** Returns the `delivery_status` of an article whose recipients all have a result; `fail` without recipients. */
export function statusOf(recipients: readonly Recipient[]): 'success' | 'partial' | 'fail' {
  const failures = recipients.filter(({ state }) => state === 'failed').length
  if (failures === recipients.length) return 'fail'
  return failures === 0 ? 'success' : 'partial'
}

/** Returns the preferences of an article without its delivery status and message, for a mail that is sent again. */
export function withoutResult(preferences: FieldValues): FieldValues {
  const { delivery_status: _, delivery_status_message: __, ...others } = preferences
  return others
}
