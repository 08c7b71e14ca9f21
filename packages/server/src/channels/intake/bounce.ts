/** Adds reports about undeliverable mail to the ticket of that mail. */
import { resources, systemUser } from '@deskbell/contract'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { senders } from '../../resources/article/kinds.ts'
import { messageIdHash } from '../../resources/article/message-id.ts'
import { articleBody } from '../../resources/article/prepare.ts'
import { mergedInto } from '../../resources/ticket/merged-into.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { create, lockRecord } from '../../writing/write.ts'
import { changeRecipients, type Recipient, statusOf } from '../email/deliveries.ts'
import { reopen } from '../email/reopen.ts'
import { parseAddresses } from '../message/addresses.ts'
import type { DeliveryReport, ReportedRecipient } from '../message/mail.ts'
import { articleOf, type StoredMail } from './article.ts'
import type { Decisions } from './decisions.ts'
import { updateCounters } from '../../resources/ticket/counters.ts'

/** The article that a report is about. */
interface BouncedArticle {
  readonly id: number
  readonly ticket_id: number
  readonly sender_id: number
  readonly to: string | null
  readonly cc: string | null
  readonly preferences: FieldValues
}

/**
 * Adds a report as an internal article to the ticket of the returned mail. If delivery has failed, marks the recipients, and
 * reopens the ticket if an agent wrote that mail. Returns the id of the new article; undefined if the report is about no
 * article of this service.
 */
export async function addReport(
  ctx: WriteContext,
  storedMail: StoredMail,
  report: DeliveryReport,
  decisions: Decisions,
): Promise<number | undefined> {
  const bounced = await bouncedArticle(ctx, report)
  if (!bounced) {
    decisions.note('report', 'It reports about a mail that this service did not send.')
    return undefined
  }
  const failed = report.recipients.filter(({ action }) => action === 'failed')
  const ticket_id = (await mergedInto(ctx.db, bounced.ticket_id)) ?? bounced.ticket_id
  decisions.note('report', `It reports about article ${bounced.id}: ${sentenceOf(report)}`)
  await lockRecord(ctx, resources.ticket, ticket_id)
  const preferences = { 'send-auto-response': false, 'is-auto-response': true, delivery_article_id_related: bounced.id }
  const article = articleOf(storedMail, senders.system, { internal: true, preferences })
  const { id } = await create({ ...ctx, by: systemUser }, resources.article, articleBody(article, ticket_id))
  await updateCounters(ctx, ticket_id)
  await markArticle(ctx, bounced, report)
  await markUsers(ctx, bounced, failed)
  if (failed.length > 0 && bounced.sender_id === senders.agent) await reopen({ ...ctx, by: systemUser }, ticket_id)
  return id
}

/**
 * Records that a service mail, such as a notification, was returned. A service mail belongs to no ticket, and a ticket about the
 * report would notify the same person again. Returns the reason for ignoring the report; undefined if it is about another mail.
 */
export async function recordServiceReport(ctx: WriteContext, report: DeliveryReport): Promise<string | undefined> {
  const { message_ids } = report
  if (message_ids.length === 0) return undefined
  const sent = await ctx.db.sql
    .selectFrom('automatic_mails')
    .select(['id', 'kind', 'address'])
    .where('message_id', 'in', message_ids.slice(0, MAX_IDS))
    .executeTakeFirst()
  if (!sent) return undefined
  const failed = report.recipients.filter(({ action }) => action === 'failed')
  const reason = sentenceOf(report).slice(0, 1000)
  if (failed.length > 0) {
    await ctx.db.sql.updateTable('automatic_mails').set({ state: 'failed', reason }).where('id', '=', sent.id).execute()
  }
  await markUsers(ctx, { to: sent.address, cc: null }, failed)
  return `It reports about a mail of the service (${sent.kind}): ${reason}`
}

/** Maximum number of ids of a report that are looked up. */
const MAX_IDS = 20

/** Finds the article by the ids in the report, among articles that were sent: those of received mail are in `mail_imports`. */
async function bouncedArticle(
  { db }: WriteContext,
  { message_ids }: DeliveryReport,
): Promise<BouncedArticle | undefined> {
  for (const id of message_ids) {
    const row = await db.sql
      .selectFrom('ticket_articles')
      .leftJoin('mail_imports', 'mail_imports.article_id', 'ticket_articles.id')
      .select(['ticket_articles.id', 'ticket_id', 'sender_id', 'to', 'cc', 'preferences'])
      .where('message_id_md5', '=', messageIdHash(id))
      .where('mail_imports.id', 'is', null)
      .orderBy('ticket_articles.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) return row as unknown as BouncedArticle
  }
  return undefined
}

/** Describes the first recipients of a report in a sentence. */
function sentenceOf({ recipients }: DeliveryReport): string {
  if (recipients.length === 0) return 'it names no recipient.'
  const results = recipients
    .slice(0, 5)
    .map(({ address, action, status, diagnostic }) =>
      [`${address} ${action}`, status, diagnostic].filter(Boolean).join(', '),
    )
  return `${results.join('; ')}.`
}

/** If the report says that delivery has failed, marks the article, and those of its recipients that the report names. */
async function markArticle(
  ctx: WriteContext,
  { id, ticket_id, preferences }: BouncedArticle,
  report: DeliveryReport,
): Promise<void> {
  const failed = report.recipients.filter(({ action }) => action === 'failed')
  if (failed.length === 0 && (report.recipients.length > 0 || report.action !== 'failed')) return
  const recipients = await changeRecipients(ctx, id, (recipient, { length }) => {
    const named = failed.find(({ address }) => address === recipient.address.toLowerCase())
    // If the only recipient is not named, their server has forwarded the mail to the address in the report.
    const failure = named ?? (length === 1 ? failed[0] : undefined)
    return failure ? { ...recipient, state: 'failed', ...replyIn(failure), at: ctx.now } : recipient
  })
  const status = recipients && failed.length > 0 ? statusOf(recipients) : 'fail'
  const delivery = {
    // The report names none of the recipients: one is a mailing list or forwards its mail, and somebody did not get it.
    delivery_status: status === 'success' ? 'partial' : status,
    delivery_status_message: sentenceOf(report),
    delivery_status_date: ctx.now,
  }
  await update(ctx, 'article', id, { preferences: { ...preferences, ...delivery } })
  // The event does not state the previous status.
  const changes = { delivery_status: { from: null, to: delivery.delivery_status } }
  await record(ctx, { type: 'updated', name: 'article', id, ticket: ticket_id, changes })
}

function replyIn({ status, diagnostic }: ReportedRecipient): Pick<Recipient, 'code' | 'text'> {
  const code = /\b[45]\d\d\b/.exec(diagnostic)?.[0]
  return { code: code === undefined ? null : Number(code), text: diagnostic || status || 'reported as undeliverable' }
}

/** The status of an address that does not exist. Other statuses may concern a single mail. */
const UNKNOWN_ADDRESS = '5.1.1'

/** Marks users whose address does not exist, but only recipients of the mail, because anybody can write a report. */
async function markUsers(
  ctx: WriteContext,
  { to, cc }: Pick<BouncedArticle, 'to' | 'cc'>,
  failed: readonly ReportedRecipient[],
): Promise<void> {
  const sentTo = new Set(parseAddresses(`${to ?? ''}, ${cc ?? ''}`).map(({ address }) => address.toLowerCase()))
  for (const { address, status } of failed) {
    if (status !== UNKNOWN_ADDRESS || !sentTo.has(address)) continue
    const user = await ctx.db.sql
      .selectFrom('users')
      .select(['id', 'preferences'])
      .where('email', '=', address)
      .where('email', '<>', '')
      .executeTakeFirst()
    if (!user) continue
    const stored = user.preferences as unknown as FieldValues
    // The second key has its name from Zammad; its value is the time.
    const marks = { mail_delivery_failed: true, mail_delivery_failed_data: ctx.now }
    await update(ctx, 'user', user.id, { preferences: { ...stored, ...marks } })
  }
}
