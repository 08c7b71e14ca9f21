/** The task that sends the mail of an article. */
import type { Context, Desk } from '../../kernel/context.ts'
import { systemUser } from '@deskbell/contract'
import { type EmailChannel, emailChannels } from '../../resources/channel/read.ts'
import { asSystem } from '../../resources/user/actor.ts'
import type { ClaimedTask, TaskHandler, AttemptResult } from '../../tasks/tasks.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { composeMail } from './compose.ts'
import { type Delivery, deliveryOf, insertDelivery, type Recipient } from './deliveries.ts'
import { writeOutcome } from './outcome.ts'
import { blocked, reportFailure, sendThrough } from './send-through.ts'
import type { RecipientResult } from './smtp.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** Minutes between attempts; the last one is about 48 hours after the first. */
const RETRY_PAUSES = [1, 2, 5, 15, 30, 60, 120, ...Array.from({ length: 11 }, () => 240)]

export const sendMailTask: TaskHandler = {
  pauses: RETRY_PAUSES,
  async attempt(desk, task, signal) {
    const [channel] = await emailChannels(desk, [task.lane])
    if (!channel?.active || channel.outbound.adapter === 'none') {
      return blocked('The channel is not active or does not send.')
    }
    try {
      return await send(desk, channel, task, signal)
    } catch (failure) {
      return handleFailure(desk, channel, task, { failure, isStopped: signal.aborted })
    }
  },
}

async function send(desk: Desk, channel: EmailChannel, task: ClaimedTask, signal: AbortSignal): Promise<AttemptResult> {
  const article = articleOf(task)
  const ctx = await asSystem(desk)
  const delivery = (await deliveryOf(desk.database, article)) ?? (await composeOnce(ctx, channel, article))
  // The article has been deleted.
  if (!delivery) return { state: 'done' }
  const mail = { ...delivery, recipients: waitingAddresses(delivery) }
  const results = await sendThrough(desk, channel, mail, () => openMail(desk, delivery), signal)
  return attemptResultOf(desk, task, delivery, results)
}

const articleOf = ({ payload }: ClaimedTask): number => Number(payload['article_id'])

const waitingAddresses = ({ recipients }: Delivery): string[] =>
  recipients.filter(({ state }) => state === 'waiting').map(({ address }) => address)

const openMail = async ({ files }: Desk, { sha256 }: Delivery) => (await files.open(sha256)).body

/** Composes the mail of an article and stores it, unless another process has done so. */
async function composeOnce(ctx: Context, channel: EmailChannel, article: number): Promise<Delivery | undefined> {
  const mail = await composeMail(ctx, channel, article)
  if (!mail) return undefined
  await unitOfWork(ctx.desk, systemUser, (unit) => insertDelivery(unit, article, mail))
  return deliveryOf(ctx.desk.database, article)
}

function attemptResultOf(
  desk: Desk,
  task: ClaimedTask,
  { recipients }: Delivery,
  results: ReadonlyMap<string, RecipientResult>,
): AttemptResult {
  const at = desk.now().toISOString()
  const updated = recipients.map((recipient): Recipient => {
    const result = results.get(recipient.address)
    return result ? { ...recipient, ...result, at } : recipient
  })
  const waiting = updated.find(({ state }) => state === 'waiting')
  if (!waiting)
    return { state: 'done', write: (unit) => writeOutcome(unit, task, { recipients: updated, isFinal: true }) }
  return retryLater(task, updated, waiting.text)
}

/** Schedules another attempt; ends the task after the last one. */
function retryLater(task: ClaimedTask, recipients: readonly Recipient[] | undefined, error: string): AttemptResult {
  const state = task.attempts > RETRY_PAUSES.length ? 'failed' : 'later'
  const results = state === 'later' ? recipients : recipients?.map((recipient) => markFailed(recipient, error))
  return {
    state,
    error,
    write: (unit) => writeOutcome(unit, task, { recipients: results, isFinal: state === 'failed', error }),
  }
}

const markFailed = (recipient: Recipient, error: string): Recipient =>
  recipient.state === 'waiting' ? { ...recipient, state: 'failed', text: recipient.text || error } : recipient

/** Handles an error that concerns the whole mail. If the account does not work, all mails of the channel wait. */
async function handleFailure(
  desk: Desk,
  channel: EmailChannel,
  task: ClaimedTask,
  { failure, isStopped }: { failure: unknown; isStopped: boolean },
): Promise<AttemptResult> {
  const error = failureMessage(failure)
  if (isStopped) return { state: 'later', error }
  const blockedResult = await reportFailure(desk, channel, failure, error)
  if (blockedResult) return blockedResult
  desk.log.warn({ error: failure, task: task.id, channel: channel.id }, 'a mail could not be sent')
  return retryLater(task, (await deliveryOf(desk.database, articleOf(task)))?.recipients, error)
}
