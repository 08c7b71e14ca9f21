import { readFeed } from '../events/feed.ts'
import type { LiveStreams } from '../events/live.ts'
import type { Context } from '../kernel/context.ts'
import { Fault } from '../errors/fault.ts'
import { type Authenticate, credentialsOf } from './auth.ts'
import type { Input, Listen } from './route.ts'

/** Returns the function that opens streams for one caller; a stream lasts as long as their credentials and rights. */
export function streamOpener(
  live: LiveStreams,
  authenticate: Authenticate,
  ctx: Context,
  { headers, address }: Pick<Input, 'headers' | 'address'>,
): Listen {
  return async (after, filter) => {
    // Rejects an unusable cursor before the first byte is sent.
    if (after !== undefined) await readFeed(ctx, { after, limit: 1, until: after })
    const credentials = await credentialsOf(ctx.desk, headers)
    if (!credentials) throw new Fault('no_credentials')
    const refresh = async () => authenticate(headers, await ctx.desk.cache.current(), address)
    return live.open({ actor: ctx.actor, credentials, refresh, after, filter })
  }
}
