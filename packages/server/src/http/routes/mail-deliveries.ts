import { resources } from '@deskbell/contract'
import { deliveryOf } from '../../channels/email/deliveries.ts'
import { retryMail } from '../../channels/email/retry.ts'
import { Fault } from '../../errors/fault.ts'
import { representOne, requireReadable } from '../../kernel/read-records.ts'
import { mailSenders, senderStates } from '../../resources/channel/senders.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { idIn } from '../query.ts'
import type { Route, WriteRoute } from '../route.ts'
import { recipientSchema } from './mail-recipient.ts'
import { readableId } from './writes.ts'

const { article } = resources
const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

const sender = {
  title: 'MailSender',
  type: 'object',
  properties: {
    group_id: { type: 'integer' },
    address: textOrNull,
    state: { type: 'string', enum: senderStates },
    error: { ...textOrNull, description: 'The error, if the state is `failing`.' },
  },
  required: ['group_id', 'address', 'state', 'error'],
}

export const mailDeliveryRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/mail_senders',
    tag: 'groups',
    summary: 'List the senders of e-mails',
    description:
      'Returns the sender address of each group of the caller, and whether its e-mails are sent. `missing`: the group has no address with an active channel that sends; its e-mails are only stored. `failing`: the last attempt failed, so e-mails wait.',
    can: ['ticket.agent'],
    response: { type: 'array', items: sender },
    run: async (ctx) => ({ body: JSON.stringify(await mailSenders(ctx)) }),
  },
  {
    method: 'GET',
    path: '/ticket_articles/:id/delivery',
    tag: article.path,
    summary: 'Get the delivery of a mail',
    description: 'Returns the result for each recipient. 404 for an article whose mail has not been composed.',
    can: ['ticket.agent'],
    response: {
      type: 'object',
      properties: { sender: text, size: { type: 'integer' }, recipients: { type: 'array', items: recipientSchema } },
      required: ['sender', 'size', 'recipients'],
    },
    async run(ctx, { params }) {
      const id = idIn(params['id'] ?? '', article.model)
      await requireReadable(ctx, article, id)
      const delivery = await deliveryOf(ctx.db, id)
      if (!delivery) throw new Fault('not_found', `The mail of article ${id} has not been composed.`)
      const { sender, size, recipients } = delivery
      return { body: JSON.stringify({ sender, size, recipients }) }
    },
  },
  {
    method: 'POST',
    path: '/ticket_articles/:id/retry',
    tag: article.path,
    summary: 'Send a mail again',
    description:
      'Sends a mail at once to the recipients who did not get it. Works, too, for a mail that was only stored because its group had no sender. Failures are retried as for a new mail. 422 for a mail that was sent.',
    can: ['ticket.agent'],
    response: recordSchema(article),
    conditional: true,
    write: (_, input) => async (ctx) => {
      const id = await readableId(ctx, article, input)
      await retryMail(ctx, id)
      return { body: await representOne(ctx, article, id, { mode: 'written' }) }
    },
  },
]
