/** Sends the notifications of rules: mails, which become articles of the ticket, and calls of webhooks. */
import { resources } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import type { FieldValues, WriteContext } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { senders, types } from '../resources/article/kinds.ts'
import { articleBody } from '../resources/article/prepare.ts'
import { filesOfArticle } from '../resources/article/read-files.ts'
import { mailbox, mailAddressOf } from '../resources/article/sender.ts'
import { recordMail } from '../resources/automatic_mail/admit.ts'
import type { Effect } from '../resources/macro/perform.ts'
import { sanitizeHtml } from '../text/sanitize.ts'
import { enqueueTicket } from '../webhooks/enqueue.ts'
import { create } from '../writing/write.ts'
import type { RuleRun } from './rule-run.ts'
import { isReplyForbidden, kindOf, recipientsOf } from './recipients.ts'

type Notification = Effect['notifications'][number]

/** Reads the article of the event, to which the mails of a rule may be replies. */
export async function articleOfEvent({ ctx, records }: RuleRun): Promise<FieldValues | undefined> {
  if (records.article === undefined) return undefined
  const rows = dynamic(ctx.db).selectFrom('ticket_articles').selectAll().where('id', '=', records.article)
  return rows.executeTakeFirst()
}

/** Returns true if a rule would reply to an article that forbids automatic replies. The whole rule then does nothing. */
export const wouldSendForbiddenReply = ({ notifications }: Effect, article: FieldValues | undefined): boolean =>
  notifications.some(({ kind, value }) => kind === 'email' && isReplyForbidden(recipientKinds(value), article))

const recipientKinds = ({ recipient }: FieldValues): string[] =>
  (Array.isArray(recipient) ? recipient : [recipient]).filter((kind) => typeof kind === 'string')

/** Sends a notification. @returns sentences about the parts that were skipped. */
export async function sendNotification(
  run: RuleRun,
  { kind, value }: Notification,
  article: FieldValues | undefined,
): Promise<readonly string[]> {
  if (kind === 'email') return sendMail(run, value, article)
  if (kind === 'webhook') return callWebhook(run, value)
  return [`There is no channel for notifications by ${kind}.`]
}

async function callWebhook({ ctx, row, records, rule, eventId }: RuleRun, value: FieldValues): Promise<string[]> {
  const id = Number(value['webhook_id'])
  const subject = {
    ticket_id: row['id'] as number,
    article_id: records.article ?? null,
    event_id: (await eventId?.()) ?? 0,
  }
  return (await enqueueTicket(ctx, id, subject, rule.source.name)) ? [] : [`The webhook ${id} is not active.`]
}

/** Creates a mail as an article of the ticket; the task of the article sends it. */
async function sendMail(
  run: RuleRun,
  value: FieldValues,
  article: FieldValues | undefined,
): Promise<readonly string[]> {
  const { ctx, row } = run
  const from = await mailAddressOf(ctx, row['group_id'] as number)
  if (!from) return ['No mail: the group has no e-mail address.']
  const { addresses, skipped } = await recipientsOf(ctx, row, article, recipientKinds(value))
  if (addresses.length === 0) return skipped.length === 0 ? ['No mail: there is no recipient.'] : skipped
  const values = {
    ...(await contentOf(run, value)),
    from: mailbox(from.name, from.email),
    to: addresses.join(', '),
  }
  const includesFiles = isYes(value['include_attachments']) && article !== undefined
  const files = includesFiles ? await filesOfArticle(ctx.db, article['id'] as number) : []
  // The text of the mail refers to no file, so the copies are attachments, not embedded pictures.
  const copies = files.map((file) => ({ ...file, content_id: null }))
  await create(ctx, resources.article, articleBody({ values, files: copies, mentioned: [] }, row['id']))
  for (const address of addresses) {
    await recordMail(ctx, { kind: kindOf(article, address), address, ticket: row['id'] as number }, 'sent')
  }
  return skipped
}

const contentOf = async ({ ctx, row, rule }: RuleRun, value: FieldValues) => ({
  type_id: types.email,
  sender_id: senders.system,
  subject: await subjectOf(ctx, row, String(value['subject'])),
  body: sanitizeHtml(String(value['body'])),
  content_type: 'text/html',
  internal: isYes(value['internal']),
  preferences: { perform_origin: rule.source.type.toLowerCase() },
})

const isYes = (value: unknown): boolean => value === true || value === 'true'

/** Maximum length of the subject before the number of the ticket, in characters. */
const MAX_SUBJECT = 250

/** Returns the subject with the number of the ticket, by which replies are assigned to the ticket. */
async function subjectOf(ctx: WriteContext, row: FieldValues, subject: string): Promise<string> {
  const hook = `[${await settingOf(ctx, 'ticket_hook')}${String(row['number'])}]`
  const plain = subject.replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT)
  return plain.includes(hook) ? plain : `${plain} ${hook}`
}
