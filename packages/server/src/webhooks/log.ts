import type { Connection } from '../db/dialect.ts'
import type { Tables } from '../db/tables.ts'
import type { Unit } from '../kernel/context.ts'
import type { deliveryStates } from './deliveries.ts'
import { newDelivery } from './enqueue.ts'

/** The columns of a delivery in a list. */
export const deliveryColumns = [
  'id',
  'webhook_id',
  'event_id',
  'event',
  'delivery',
  'state',
  'attempts',
  'due_at',
  'response_status',
  'error',
  'duration',
  'replay_of_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Tables['webhook_deliveries'])[]

/** The columns of a single delivery. */
const detailColumns = [...deliveryColumns, 'payload', 'response_body'] as const

/** Selects a page of the deliveries of a webhook. */
export interface DeliveryQuery {
  readonly state: (typeof deliveryStates)[number] | undefined
  /** The number of the page, from 1. */
  readonly page: number
  readonly perPage: number
}

/** Reads a page of the matching deliveries of a webhook, newest first, and counts all matching ones. */
export async function listDeliveries({ sql }: Connection, webhook: number, { state, page, perPage }: DeliveryQuery) {
  let matching = sql.selectFrom('webhook_deliveries').where('webhook_id', '=', webhook)
  if (state !== undefined) matching = matching.where('state', '=', state)
  const rows = await matching
    .select(deliveryColumns)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Reads a delivery of a webhook, with its payload and response; undefined for an unknown id. */
export const deliveryOf = ({ sql }: Connection, webhook: number, id: number) =>
  sql
    .selectFrom('webhook_deliveries')
    .select(detailColumns)
    .where('id', '=', id)
    .where('webhook_id', '=', webhook)
    .executeTakeFirst()

/** Creates a delivery that sends the payload of another one again, or builds it from the same ticket if it was never sent. */
export async function replayDelivery({ db, now }: Unit, { id }: { readonly id: number }) {
  const { webhook_id, event_id, event, payload, ticket_id, article_id } = await db.sql
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const record = { payload, ticket_id, article_id, replay_of_id: id }
  return db.sql
    .insertInto('webhook_deliveries')
    .values({ ...newDelivery({ webhook_id, event_id, event }, now), ...record })
    .returning(detailColumns)
    .executeTakeFirstOrThrow()
}
