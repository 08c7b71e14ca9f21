import { giveUpQueuedMail, queuedMails, sendQueuedMail } from '../../channels/email/queue.ts'
import { idIn } from '../query.ts'
import type { Input, Route, WriteRoute } from '../route.ts'
import { recipientSchema } from './mail-recipient.ts'

const can = ['admin.channel_email'] as const
const tag = 'mail_queue'
const text = { type: 'string' }
const nullable = { type: ['string', 'null'] }
const integer = { type: 'integer' }
const time = { type: 'string', format: 'date-time' }

const mail = {
  title: 'QueuedMail',
  type: 'object',
  properties: {
    id: integer,
    state: { type: 'string', enum: ['waiting', 'failed'], description: '`failed`: it was given up.' },
    channel_id: { type: 'integer', description: 'The mail account through which it is sent.' },
    article_id: integer,
    ticket_id: integer,
    ticket_number: text,
    subject: nullable,
    to: { type: ['string', 'null'], description: 'The recipients as written in the article.' },
    recipients: { type: 'array', items: recipientSchema, description: 'Empty until the mail is composed.' },
    attempts: { type: 'integer', description: 'Number of attempts so far.' },
    due_at: { ...time, description: 'Time of the next attempt; for `failed`, of the last one.' },
    error: { type: ['string', 'null'], description: 'The error of the last attempt.' },
    created_at: time,
  },
  required: [
    'id',
    'state',
    'channel_id',
    'article_id',
    'ticket_id',
    'ticket_number',
    'recipients',
    'attempts',
    'due_at',
  ],
}

const idOf = ({ params }: Input): number => idIn(params['id'] ?? '', 'QueuedMail')

/** The mails that have not been sent, for administrators of the mail accounts. */
export const mailQueueRoutes: readonly (Route | WriteRoute)[] = [
  {
    method: 'GET',
    path: '/mail_queue',
    tag,
    summary: 'List the mails that have not been sent',
    description:
      'Returns the newest 500 of the mails that wait for an attempt or were given up in the last 30 days. Administrators of mail accounts see subjects and recipients of all tickets, but no texts.',
    can,
    response: { type: 'array', items: mail },
    run: async ({ db }) => ({ body: JSON.stringify(await queuedMails(db)) }),
  },
  {
    method: 'POST',
    path: '/mail_queue/:id/send',
    tag,
    summary: 'Send a waiting or failed mail now',
    description: 'The mail gets all its attempts again. Recipients who have the mail already are left out.',
    can,
    response: { type: 'object', maxProperties: 0 },
    write: (_, input) => async (ctx) => {
      await sendQueuedMail(ctx, idOf(input))
      return { body: '{}' }
    },
  },
  {
    method: 'DELETE',
    path: '/mail_queue/:id',
    tag,
    summary: 'Delete a mail from the queue',
    description:
      'A mail that waits is not attempted again: its article is marked as failed, and an internal note in the ticket says so. A mail that has been given up is only removed from the list.',
    can,
    response: { type: 'object', maxProperties: 0 },
    write: (_, input) => async (ctx) => {
      await giveUpQueuedMail(ctx, idOf(input))
      return { body: '{}' }
    },
  },
]
