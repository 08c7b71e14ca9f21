/** Sends service mails, which are not articles: notifications, digests and links for accounts. */
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type AutomaticMailKind, systemUser } from '@deskbell/contract'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Context, Desk, WriteContext } from '../../kernel/context.ts'
import { checkAutomaticMail, recordMail } from '../../resources/automatic_mail/admit.ts'
import { type EmailChannel, emailChannels } from '../../resources/channel/read.ts'
import { type ServiceSender, serviceSender } from '../../resources/channel/service-sender.ts'
import { asSystem } from '../../resources/user/actor.ts'
import type { ClaimedTask, TaskHandler, AttemptResult } from '../../tasks/tasks.ts'
import { unitOfWork, writeContext } from '../../writing/unit-of-work.ts'
import { automaticHeaders, signWithDkim } from '../email/compose.ts'
import { mailKey } from '../email/mail-key.ts'
import { blocked, reportFailure, sendThrough } from '../email/send-through.ts'
import type { RecipientResult } from '../email/smtp.ts'
import { type Block, html, plainText } from './content.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** An e-mail of the service to one person. */
export interface ServiceMail {
  readonly kind: AutomaticMailKind
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly content: readonly Block[]
  readonly ticket?: number
  /** Mails with the same conversation are shown together. */
  readonly conversation?: string
  /** The address at which a `POST` turns such mails off. */
  readonly unsubscribe?: string
}

/** The functions that the tasks of one kind of service mail call. */
interface MailWriter {
  /** Writes the mail in a transaction; undefined if there is nothing to send. @param key signs the links in the mail. */
  readonly write: (ctx: WriteContext, task: ClaimedTask, key: string) => Promise<ServiceMail | undefined>
  /** Runs in the transaction that ends the task. */
  readonly afterEnd?: (ctx: Pick<WriteContext, 'db'>, task: ClaimedTask) => Promise<unknown>
}

/** Minutes between attempts. */
const RETRY_PAUSES = [1, 5, 15, 60, 240, 720]

/** Returns the handler of the tasks that send one kind of service mail. */
export const serviceMailTask = ({ write, afterEnd }: MailWriter): TaskHandler => ({
  pauses: RETRY_PAUSES,
  async attempt(desk, task, signal) {
    const ctx = await asSystem(desk)
    const sender = await serviceSender(ctx)
    const [channel] = sender ? await emailChannels(desk, [sender.channel]) : []
    if (!sender || !channel) return blocked('The desk has no address with an active channel that sends.')
    const key = await mailKey(desk)
    const mail = await unitOfWork(desk, systemUser, async (unit) =>
      checkMail(writeContext(ctx, unit), await write(writeContext(ctx, unit), task, key)),
    )
    if (!mail) return { state: 'done', write: async (unit) => afterEnd?.(unit, task) }
    const message_id = messageIdOf(task, sender, key)
    const bytes = await composeBytes(ctx, mail, { sender, channel, message_id })
    const { result, unsent } = await sendBytes(desk, channel, { sender, mail, bytes }, signal)
    if (unsent) {
      const isLast = unsent.state === 'later' && task.attempts > RETRY_PAUSES.length
      return isLast ? { ...unsent, state: 'failed', write: async (unit) => afterEnd?.(unit, task) } : unsent
    }
    return {
      state: 'done',
      async write(unit) {
        const { kind, to, ticket } = mail
        const reason = result.state === 'sent' ? undefined : result.text.slice(0, 1000)
        const entry = { kind, address: to.address.toLowerCase(), ticket, message_id }
        await recordMail(unit, entry, result.state === 'sent' ? 'sent' : 'failed', reason)
        await afterEnd?.(unit, task)
      },
    }
  },
})

const retryLater = (error: string) => ({ state: 'later', error }) as const

/** Returns the mail; undefined if its recipient may not get an automatic mail now, for example because of a limit. */
async function checkMail(ctx: WriteContext, mail: ServiceMail | undefined): Promise<ServiceMail | undefined> {
  if (!mail) return undefined
  const reason = await checkAutomaticMail(ctx, {
    kind: mail.kind,
    address: mail.to.address.toLowerCase(),
    ticket: mail.ticket,
  })
  return reason === undefined ? mail : undefined
}

/**
 * Returns the Message-ID. It is the same at every attempt, so that duplicates are recognized, and cannot be guessed. The prefix
 * `message id 1` keeps its signature apart from others with this key.
 */
function messageIdOf({ id, created_at }: ClaimedTask, { email }: ServiceSender, key: string): string {
  const signature = createHmac('sha256', key).update(`message id 1|${id}|${created_at}`).digest('hex')
  return `<service.${id}.${signature.slice(0, 20)}@${domainOf(email)}>`
}

const domainOf = (email: string): string => email.split('@').at(-1) ?? 'localhost'

function composeBytes(
  { desk }: Context,
  { to, subject, content, conversation, unsubscribe }: ServiceMail,
  { sender, channel, message_id }: { sender: ServiceSender; channel: EmailChannel; message_id: string },
): Promise<Buffer> {
  // No mail has this id: mail programs show mails together that refer to the same one.
  const root = conversation && `<${conversation}@${domainOf(sender.email)}>`
  const mail = new MailComposer({
    from: { name: sender.name, address: sender.email },
    to,
    subject,
    messageId: message_id,
    inReplyTo: root,
    references: root,
    date: desk.now(),
    text: plainText(content),
    html: html(content),
    headers: { ...automaticHeaders, ...(unsubscribe ? unsubscribeHeaders(unsubscribe) : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return buffer(signWithDkim(mail.compile().createReadStream(), channel))
}

/** Returns the headers by which mail programs show a button that sends the `POST` (RFC 8058). */
const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The final result for the recipient, or the result of an attempt that must be repeated. */
type SendOutcome =
  | { readonly result: RecipientResult; readonly unsent?: undefined }
  | { readonly result?: undefined; readonly unsent: AttemptResult }

async function sendBytes(
  desk: Desk,
  channel: EmailChannel,
  { sender, mail, bytes }: { sender: ServiceSender; mail: ServiceMail; bytes: Buffer },
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { address } = mail.to
  try {
    const envelope = { sender: sender.email, recipients: [address], size: bytes.length }
    const results = await sendThrough(desk, channel, envelope, async () => Readable.from([bytes]), signal)
    const result = results.get(address) as RecipientResult
    return result.state === 'waiting' ? { unsent: retryLater(result.text) } : { result }
  } catch (failure) {
    const error = failureMessage(failure)
    if (signal.aborted) return { unsent: retryLater(error) }
    return { unsent: (await reportFailure(desk, channel, failure, error)) ?? retryLater(error) }
  }
}
