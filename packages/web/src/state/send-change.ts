import { client } from './client.ts'
import { readVersion } from './read-version.ts'
import { saveUnlessChanged, type Values } from './save-unless-changed.ts'
import type { QueuedWrite, TicketChange } from './write-types.ts'

/**
 * Sends a queued change of a ticket, unless somebody else has changed the same attributes since the user saw them.
 * @throws ConflictError with the status 412 in that case.
 */
export async function sendChange({ path, json = {} }: QueuedWrite, { seen, tag }: TicketChange): Promise<unknown> {
  const saved = await saveUnlessChanged({
    values: json as Values,
    seen: { record: seen, etag: tag },
    send: (ifMatch) => client.request('PUT', path, { json, ifMatch, retry: false }),
    read: () => readVersion(path),
  })
  if (saved.conflict) throw saved.refusal as Error
  return saved.response
}
