import { HttpError } from '@deskbell/client'
import { client } from './client.ts'
import type { QueuedWrite, TicketChange } from './write-types.ts'

type Values = TicketChange['seen']

/** Attempts after which a ticket that others change all the time counts as changed. */
const MAX_ATTEMPTS = 5

/**
 * Sends a change of a ticket that waited, unless somebody else has changed the same attributes since the person saw them.
 * Changes of other attributes do not matter.
 * @throws ConflictError with the status 412 if they have.
 */
export async function sendChange({ path, json = {} }: QueuedWrite, { seen, tag }: TicketChange): Promise<unknown> {
  const values = json as Values
  let ifMatch = tag
  for (let attempts = 1; ; attempts++) {
    try {
      return await client.request('PUT', path, { json, ifMatch, retry: false })
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412 || attempts === MAX_ATTEMPTS) throw error
      const now = await read(path)
      // The answer of an earlier attempt was lost.
      if (hasAll(now.record, values)) return now.record
      if (!hasAll(now.record, seen)) throw error
      ifMatch = now.tag
    }
  }
}

async function read(path: string) {
  let tag = ''
  const onResponse = ({ headers }: Response) => (tag = headers.get('etag') ?? '')
  const record = await client.request<Values>('GET', path, { onResponse })
  return { record, tag }
}

const hasAll = (record: Values, values: Values) =>
  Object.entries(values).every(([name, value]) => JSON.stringify(record[name]) === JSON.stringify(value))
