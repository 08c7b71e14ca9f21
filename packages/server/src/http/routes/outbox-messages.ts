import { resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import { representOne } from '../../kernel/read-records.ts'
import { acceptMessage } from '../../resources/outbox_message/accept.ts'
import type { Message } from '../../resources/outbox_message/perform.ts'
import { prepareSending, removeMessage } from '../../resources/outbox_message/send.ts'
import { described, field, optional, anything } from '../../writing/parts.ts'
import { viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { newArticle } from '../new-article.ts'
import { recordBody } from '../record-body.ts'
import type { Input, WriteRoute } from '../route.ts'
import { withBody } from '../with-body.ts'
import { respondWithRecord, deleteRoute, readableId } from './writes.ts'

const { outbox_message: message, ticket } = resources

/** Maximum time for which a message can wait to be sent, in seconds. */
const MAX_HOLD = 60

const attributes = { ...recordBody(ticket, 'update', { title: 'TicketAttributesOfMessage' }), required: [] }

const messageParts = {
  action: field({ kind: 'one_of', values: ['create_article', 'update_ticket', 'create_ticket'] }),
  ticket_id: field({ kind: 'ref', null: true, doc: 'The ticket; absent for a new one.' }),
  ticket_attributes: described(
    'Values of the ticket, as in a request that creates or updates one. Not for `create_article`.',
    optional(anything(attributes)),
  ),
  new_article: anything(newArticle),
  hold_seconds: described(`Seconds until the message is sent, from 0 to ${MAX_HOLD}.`, field({ kind: 'integer' })),
}

/** Messages that are sent later, so that their author can take them back. */
export const outboxRoutes: readonly WriteRoute[] = [
  withBody(messageParts, {
    method: 'POST',
    path: `/${message.path}`,
    tag: message.path,
    summary: 'Create a message that is sent later',
    description:
      'Checks the message as if it were sent now, and keeps it until `send_at`. Until then it exists for its author only: there is no article, event or notification for others. The files of the message wait as uploads of the `form_id` in the response.',
    can: ['ticket.agent', 'ticket.customer'],
    parameters: viewParameters,
    files: true,
    status: 201,
    response: recordSchema(message),
    async write(ctx, { body, ...input }) {
      const accept = await acceptMessage(ctx, messageIn(body), checkedHold(body.hold_seconds))
      return async (writing) =>
        respondWithRecord(writing, message, { id: await accept(writing), ignored: [] }, input, 201)
    },
  }),
  {
    ...deleteRoute(message),
    summary: 'Delete a message before it is sent',
    description: 'Returns the message. Its files stay uploads of its `form_id`. 404 if it has been sent.',
    can: ['ticket.agent', 'ticket.customer'],
    response: recordSchema(message),
    write: (_, input) => async (writing) => {
      const id = await readableId(writing, message, input)
      const body = await representOne(writing, message, id, { mode: 'written' })
      await removeMessage(writing, id)
      return { body }
    },
  },
  {
    method: 'PUT',
    path: `/${message.path}/:id/send`,
    tag: message.path,
    summary: 'Send a message now',
    description: 'Does not wait for `send_at`; also sends a message that was refused before. 404 if it has been sent.',
    can: ['ticket.agent', 'ticket.customer'],
    response: {
      type: 'object',
      properties: { ticket_id: { type: 'integer' }, article_id: { type: 'integer' } },
      required: ['ticket_id', 'article_id'],
    },
    async write(ctx, input: Input) {
      const send = await prepareSending(ctx, idIn(input.params['id'] ?? '', message.model))
      return async (writing) => ({ body: JSON.stringify(await send(writing)) })
    },
  },
]

/** @throws Fault `invalid`. */
function checkedHold(seconds: number): number {
  if (seconds >= 0 && seconds <= MAX_HOLD) return seconds
  throw invalid('hold_seconds', `hold_seconds: expected 0 to ${MAX_HOLD}, got ${seconds}.`)
}

/** @throws Fault `invalid` for values that are not objects, and for a ticket that does not fit the action. */
function messageIn(body: {
  readonly action: Message['action']
  readonly ticket_id?: number | null
  readonly ticket_attributes?: unknown
  readonly new_article: unknown
}): Message {
  const { action, ticket_id = null } = body
  const new_article = objectIn('new_article', body.new_article)
  const ticket_attributes = objectIn('ticket_attributes', body.ticket_attributes ?? {})
  if ((ticket_id === null) !== (action === 'create_ticket')) {
    throw invalid('ticket_id', `ticket_id: ${ticket_id === null ? 'required' : 'not allowed'} for ${action}.`)
  }
  if (action === 'create_article' && Object.keys(ticket_attributes).length > 0) {
    throw invalid('ticket_attributes', 'ticket_attributes: not allowed for create_article.')
  }
  return { action, ticket_id, ticket_attributes, new_article }
}

function objectIn(path: string, input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>
  throw invalid(path, `${path}: expected an object.`)
}
