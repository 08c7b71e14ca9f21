/** Reports the result of a mail to the agents of its ticket: in its article, and by a note if a recipient did not get it. */
import { resources, systemUser } from '@deskbell/contract'
import type { FieldValues, Unit } from '../../kernel/context.ts'
import { senders, types } from '../../resources/article/kinds.ts'
import { articleBody } from '../../resources/article/prepare.ts'
import { notifyAgents } from '../../resources/ticket/notify.ts'
import { systemActor } from '../../resources/user/actor.ts'
import type { ClaimedTask } from '../../tasks/tasks.ts'
import { record, update, writeContext } from '../../writing/unit-of-work.ts'
import { create } from '../../writing/write.ts'
import { changeRecipients, type Recipient, statusOf } from './deliveries.ts'
import { reopen } from './reopen.ts'

/** The result of an attempt to send a mail. */
interface Outcome {
  /** Undefined if the mail could not be composed. */
  readonly recipients: readonly Recipient[] | undefined
  /** True if there will be no further attempt. */
  readonly isFinal: boolean
  /** Why the mail waits or is given up; absent if the mail server has decided about every recipient. */
  readonly error?: string
}

/**
 * Stores the result of an attempt. `delivery_status` of the article is `success`, `partial`, `fail`, or `delayed` if there
 * will be another attempt.
 */
export async function writeOutcome(
  unit: Unit,
  task: ClaimedTask,
  { recipients: results, isFinal, error = '' }: Outcome,
): Promise<void> {
  const id = Number(task.payload['article_id'])
  const article = await unit.db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'ticket_id', 'sender_id', 'subject', 'to', 'preferences'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!article) return
  // Empty if the mail could not be composed.
  const recipients = (results && (await storeResults(unit, id, results))) ?? []
  const status = isFinal ? statusOf(recipients) : 'delayed'
  const failures = recipients.filter(({ state }) => state === 'failed')
  const preferences = {
    ...(article.preferences as unknown as FieldValues),
    delivery_status: status,
    delivery_status_message: status === 'success' ? null : error || failures.map(describeFailure).join(' '),
    delivery_status_date: unit.now,
    delivery_retry: task.attempts,
  }
  await update(unit, 'article', id, { preferences })
  // The event of an attempt does not state the previous status.
  const changes = { delivery_status: { from: null, to: status } }
  await record(unit, { type: 'updated', name: 'article', id, ticket: article.ticket_id, changes })
  if (status === 'fail' || status === 'partial') await noteFailure(unit, article, failures, error)
}

/** Stores the results of waiting recipients. Others may have been reported as failed by a bounce meanwhile. */
const storeResults = (unit: Unit, article: number, results: readonly Recipient[]) =>
  changeRecipients(unit, article, (recipient) => {
    if (recipient.state !== 'waiting') return recipient
    return results.find(({ address }) => address === recipient.address) ?? recipient
  })

const describeFailure = ({ address, text }: Recipient): string => `${address}: ${text}`

/** The maximum length of the subject of an article, in characters. */
const MAX_SUBJECT = 3000

interface FailedArticle {
  readonly id: number
  readonly ticket_id: number
  readonly sender_id: number
  readonly subject: string | null
}

/**
 * Adds an internal note to the ticket. If an agent wrote the mail, also reopens the ticket and notifies its agents. The note
 * starts no triggers, because a trigger that sends a mail about it would cause a loop.
 */
async function noteFailure(
  unit: Unit,
  { id, ticket_id, sender_id, subject }: FailedArticle,
  failures: readonly Recipient[],
  error: string,
): Promise<void> {
  const base = { desk: unit.desk, db: unit.db }
  const withoutTriggers: Unit = { ...unit, by: systemUser, changes: undefined }
  const ctx = writeContext({ ...base, actor: await systemActor(base) }, withoutTriggers)
  const reasons = failures.length > 0 ? failures.map(describeFailure).join('\n') : error
  const values = {
    type_id: types.note,
    sender_id: senders.system,
    internal: true,
    subject: `Not delivered: ${subject ?? ''}`.slice(0, MAX_SUBJECT),
    body: `This message could not be delivered:\n${reasons}`,
    preferences: { delivery_message: true, delivery_article_id_related: id, notification: true },
  }
  await create(ctx, resources.article, articleBody({ values, files: [], mentioned: [] }, ticket_id))
  if (sender_id !== senders.agent) return
  await reopen(ctx, ticket_id)
  await notifyAgents(ctx, ticket_id, 'update')
}
