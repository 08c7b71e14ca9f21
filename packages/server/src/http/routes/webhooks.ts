import { resources } from '@deskbell/contract'
import { respondWithPage, listParameters } from '../paging.ts'
import { idIn, textOf, wholeNumber } from '../query.ts'
import type { RouteResponse, Input, Route, Schema, WriteRoute } from '../route.ts'
import type { Context, WriteContext } from '../../kernel/context.ts'
import { requireReadable } from '../../kernel/read-records.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { deliveryStates } from '../../webhooks/deliveries.ts'
import { deliveryColumns, deliveryOf, listDeliveries, replayDelivery } from '../../webhooks/log.ts'

const DEFAULT_SIZE = 10
const MAX_SIZE = 1000

const properties: Readonly<Record<(typeof deliveryColumns)[number], Schema>> = {
  id: { type: 'integer' },
  webhook_id: { type: 'integer' },
  event_id: { type: 'integer' },
  event: { type: 'string', description: 'Name of the event, or of the rule that sends a ticket.' },
  delivery: { type: 'string', description: 'Value of the header `X-Deskbell-Delivery`.' },
  state: { type: 'string', enum: deliveryStates },
  attempts: { type: 'integer' },
  due_at: { type: 'string', format: 'date-time', description: 'Time of the next or last attempt.' },
  response_status: { type: ['integer', 'null'], description: 'Status of the last response.' },
  error: { type: ['string', 'null'], description: 'The error of the last attempt.' },
  duration: { type: ['integer', 'null'], description: 'Duration of the last attempt in milliseconds.' },
  replay_of_id: { type: ['integer', 'null'], description: 'The delivery that this one repeats.' },
  created_at: { type: 'string', format: 'date-time' },
  updated_at: { type: 'string', format: 'date-time' },
}

const deliverySchema: Schema = {
  title: 'WebhookDelivery',
  description: 'A delivery to a webhook, of an event or of a ticket that a rule sends.',
  type: 'object',
  properties: {
    ...properties,
    payload: { type: ['string', 'null'], description: 'The body that was sent; returned for a single delivery only.' },
    response_body: {
      type: ['string', 'null'],
      description: 'Beginning of the response; returned for a single delivery only.',
    },
  },
  required: deliveryColumns,
}

const shared = { tag: 'webhooks', can: ['admin.webhook'] } as const
const path = '/webhooks/:id/deliveries'

/** The log of the deliveries of webhooks. */
export const webhookRoutes: readonly (Route | WriteRoute)[] = [
  {
    ...shared,
    method: 'GET',
    path,
    summary: 'List the deliveries of a webhook',
    description: 'Newest first.',
    parameters: [
      ...listParameters.filter(({ name }) => ['page', 'per_page', 'limit'].includes(name)),
      { name: 'state', doc: 'Only deliveries in this state.', schema: { type: 'string', enum: deliveryStates } },
    ],
    response: { type: 'array', items: deliverySchema },
    run: listOfWebhook,
  },
  {
    ...shared,
    method: 'GET',
    path: `${path}/:delivery_id`,
    summary: 'Get a delivery of a webhook',
    description: 'Includes the payload and the beginning of the response.',
    response: deliverySchema,
    run: async (ctx, input) => ({ body: JSON.stringify(await readDelivery(ctx, input)) }),
  },
  {
    ...shared,
    method: 'POST',
    path: `${path}/:delivery_id/replay`,
    summary: 'Repeat a delivery of a webhook',
    description: 'Sends the same payload again as a new delivery.',
    status: 201,
    response: deliverySchema,
    write: (_, input) => (ctx) => replay(ctx, input),
  },
]

async function listOfWebhook(ctx: Context, { params, query, url }: Input): Promise<RouteResponse> {
  const webhook = await webhookIn(ctx, params)
  const text = textOf(query, 'state')
  const state = deliveryStates.find((candidate) => candidate === text)
  if (text !== undefined && state === undefined) {
    throw invalid('state', `state: expected one of ${deliveryStates.join(', ')}, got ${JSON.stringify(text)}.`)
  }
  const perPage =
    wholeNumber(query, 'per_page', 1, MAX_SIZE) ?? wholeNumber(query, 'limit', 1, MAX_SIZE) ?? DEFAULT_SIZE
  const page = wholeNumber(query, 'page', 1, 1_000_000_000) ?? 1
  const { rows, total } = await listDeliveries(ctx.db, webhook, { state, page, perPage })
  return respondWithPage(url, { page, perPage, sort: [] }, { body: JSON.stringify(rows), total, ids: [] })
}

async function readDelivery(ctx: Context, { params }: Input) {
  const webhook = await webhookIn(ctx, params)
  const id = idIn(params['delivery_id'] ?? '', 'WebhookDelivery')
  const row = await deliveryOf(ctx.db, webhook, id)
  if (!row) throw new Fault('not_found', `Couldn't find WebhookDelivery with 'id'=${id}`)
  return row
}

async function replay(ctx: WriteContext, input: Input): Promise<RouteResponse> {
  const created = await replayDelivery(ctx, await readDelivery(ctx, input))
  return { status: 201, body: JSON.stringify(created) }
}

/** Returns the id of the webhook in the path. @throws Fault if the caller may not read it. */
async function webhookIn(ctx: Context, params: Input['params']): Promise<number> {
  const id = idIn(params['id'] ?? '', resources.webhook.model)
  await requireReadable(ctx, resources.webhook, id)
  return id
}
