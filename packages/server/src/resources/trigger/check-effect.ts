import { invalid } from '../../errors/fault.ts'
import type { Context, FieldValues } from '../../kernel/context.ts'
import type { Effect } from '../macro/perform.ts'

/** Validates the actions of a trigger or job. @throws Fault `invalid` that names the missing or invalid part. */
export async function checkEffect(ctx: Context, { change, notifications }: Effect): Promise<void> {
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) throw invalid(`perform.ticket.${name}`, `perform.ticket.${name}: value is missing.`)
  }
  for (const { kind, value } of notifications) {
    const path = `perform.notification.${kind}`
    if (kind === 'email') checkMail(value, path)
    if (kind === 'webhook') await checkWebhook(ctx, value, path)
  }
}

function checkMail(value: FieldValues, path: string): void {
  for (const name of ['recipient', 'subject', 'body'])
    if (isBlank(value[name])) throw invalid(path, `${path}: ${name} is missing.`)
  const recipients: unknown[] = Array.isArray(value['recipient']) ? value['recipient'] : [value['recipient']]
  const invalidRecipient = recipients.find((recipient) => typeof recipient !== 'string' || !RECIPIENT.test(recipient))
  if (invalidRecipient !== undefined)
    throw invalid(path, `${path}: there is no recipient ${JSON.stringify(invalidRecipient).slice(0, 60)}.`)
}

const RECIPIENT = /^(?:ticket_customer|ticket_owner|ticket_agents|article_last_sender|userid_\d{1,15})$/

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

async function checkWebhook({ db }: Context, { webhook_id }: FieldValues, path: string): Promise<void> {
  const id = Number(webhook_id)
  const webhook =
    Number.isSafeInteger(id) &&
    (await db.sql.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst())
  if (!webhook) throw invalid(path, `${path}: expected webhook_id to be the id of a webhook.`)
}
