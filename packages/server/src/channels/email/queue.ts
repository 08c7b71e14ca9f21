/** Lists the mails of articles that wait to be sent or were given up after the last attempt, and sends them again or stops them. */
import { Fault, invalid } from '../../errors/fault.ts'
import type { Connection } from '../../db/dialect.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { mailTaskKind } from '../../resources/article/outgoing.ts'
import { systemActor } from '../../resources/user/actor.ts'
import { restartTask } from '../../tasks/tasks.ts'
import { update } from '../../writing/unit-of-work.ts'
import { deliveryOf, type Recipient, reopenDelivery, withoutResult } from './deliveries.ts'
import { writeOutcome } from './outcome.ts'

/** A mail that waits to be sent, or that was given up after its last attempt. */
export interface QueuedMail {
  /** The id of its task. */
  readonly id: number
  /** `waiting`, or `failed` after the last attempt. */
  readonly state: string
  readonly channel_id: number
  readonly article_id: number
  readonly ticket_id: number
  readonly ticket_number: string
  readonly subject: string | null
  /** The recipients as the author wrote them. */
  readonly to: string | null
  /** The result for each recipient; empty until the mail is composed. */
  readonly recipients: readonly Recipient[]
  readonly attempts: number
  /** Time of the next attempt; for a failed mail, of the last one. */
  readonly due_at: string
  readonly error: string | null
  readonly created_at: string
}

/** Maximum number of mails in the list. */
const MAX_LISTED = 500

/** Reads the mails that wait or have failed, the newest first. */
export async function queuedMails({ sql }: Connection): Promise<QueuedMail[]> {
  const tasks = await sql
    .selectFrom('tasks')
    .select(['id', 'state', 'lane', 'payload', 'attempts', 'due_at', 'error', 'created_at'])
    .where('kind', '=', mailTaskKind)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  if (tasks.length === 0) return []
  const articles = await sql
    .selectFrom('ticket_articles')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .leftJoin('mail_deliveries', 'mail_deliveries.article_id', 'ticket_articles.id')
    .select(['ticket_articles.id', 'ticket_id', 'tickets.number', 'subject', 'to', 'recipients'])
    .where('ticket_articles.id', 'in', tasks.map(articleOf))
    .execute()
  const byId = new Map(articles.map((article) => [article.id, article]))
  return tasks.flatMap(({ lane, payload, ...task }) => {
    const article = byId.get(articleOf({ payload }))
    if (!article) return []
    const { id: article_id, number, recipients, ...columns } = article
    return [
      {
        ...task,
        // The tasks that send the mails of a channel share a lane, whose number is the id of the channel.
        channel_id: lane,
        article_id,
        ticket_number: number,
        ...columns,
        recipients: recipients === null ? [] : (JSON.parse(recipients) as Recipient[]),
      },
    ]
  })
}

const articleOf = ({ payload }: { readonly payload: unknown }): number => Number((payload as FieldValues)['article_id'])

/** Makes a mail due now, even if it has failed, and resets its attempts. It is sent to the recipients who did not get it. */
export async function sendQueuedMail(ctx: WriteContext, id: number): Promise<void> {
  const task = await queuedTask(ctx, id)
  const article = await ctx.db.sql
    .selectFrom('ticket_articles')
    .select('preferences')
    .where('id', '=', articleOf(task))
    .executeTakeFirst()
  if (article && task.state === 'failed') {
    const preferences = withoutResult(article.preferences as unknown as FieldValues)
    await update(ctx, 'article', articleOf(task), { preferences })
    await reopenDelivery(ctx, articleOf(task))
  }
  await restartTask(ctx, id)
}

/**
 * Gives up a waiting mail: the delivery to the recipients who still wait counts as failed, and the ticket gets a note. A mail
 * that has failed is only removed from the list.
 */
export async function giveUpQueuedMail(ctx: WriteContext, id: number): Promise<void> {
  const task = await queuedTask(ctx, id)
  if (task.state === 'waiting') {
    const text = 'An administrator has stopped the delivery.'
    const delivery = await deliveryOf(ctx.db, articleOf(task))
    const recipients = delivery?.recipients.map((recipient) =>
      recipient.state === 'waiting' ? { ...recipient, state: 'failed' as const, text, at: ctx.now } : recipient,
    )
    const claimed = { ...task, kind: mailTaskKind, payload: task.payload as unknown as FieldValues }
    // The note is written by the service: an administrator may have no access to the ticket.
    const service = { ...ctx, actor: await systemActor(ctx) }
    await writeOutcome(service, claimed, { recipients, isFinal: true, error: text })
  }
  await ctx.db.sql.deleteFrom('tasks').where('id', '=', id).execute()
}

/** Reads the task of a mail. @throws Fault `not_found`; `invalid` while the mail is being sent. */
async function queuedTask({ db, now }: WriteContext, id: number) {
  await db.dialect.lock('tasks', id)?.execute(db.sql)
  const task = await db.sql
    .selectFrom('tasks')
    .select(['id', 'state', 'lane', 'payload', 'attempts', 'claimed_until', 'created_at'])
    .where('id', '=', id)
    .where('kind', '=', mailTaskKind)
    .executeTakeFirst()
  if (!task) throw new Fault('not_found', `No mail ${id} waits to be sent.`)
  if (task.claimed_until !== null && task.claimed_until > now) throw invalid('id', 'The mail is being sent just now.')
  return task
}
