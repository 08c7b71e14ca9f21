import type { Readable } from 'node:stream'
import { readFeed } from '../events/feed.ts'
import type { Live } from '../events/live.ts'
import type { Wanted } from '../events/names.ts'
import type { Context } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type authentication, credentialsOf } from './auth.ts'
import type { Input } from './route.ts'

/**
 * Opens a stream of events from a cursor on, or with what is to come.
 * @throws Fault `gone` for a cursor that cannot be followed, `too_many_requests` when too many listen already.
 */
export type Listen = (after: number | undefined, wanted: Wanted | undefined) => Promise<Readable>

/** The way for one caller to listen, for as long as their credentials and rights last. */
export function listening(
  live: Live,
  authenticate: ReturnType<typeof authentication>,
  ctx: Context,
  { headers, address }: Pick<Input, 'headers' | 'address'>,
): Listen {
  return async (after, wanted) => {
    // A cursor that cannot be followed is refused before anything is sent.
    if (after !== undefined) await readFeed(ctx, { after, limit: 1, until: after })
    const credentials = await credentialsOf(ctx.desk, headers)
    if (!credentials) throw new Fault('no_credentials')
    const again = async () => authenticate(headers, ctx.desk.cache.current(), address)
    return live.open({ actor: ctx.actor, credentials, again, after, wanted })
  }
}
