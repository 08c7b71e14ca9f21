import type { Context } from '../kernel/context.ts'
import { checkCursor, extentOf, readBatch } from './batch.ts'
import type { Wanted } from './names.ts'
import { serializeFor } from './serializer.ts'

/** What is asked of the feed. */
export interface FeedQuery {
  /** The cursor: only what came behind this event; 0 for all that is kept. */
  readonly after: number
  readonly limit: number
  readonly wanted?: Wanted
  /** No further than this event. */
  readonly until?: number
}

/** A page of the feed. */
export interface FeedPage {
  /** The events as JSON, by id. */
  readonly events: readonly (readonly [id: number, text: string])[]
  /** Where to go on. Behind the last event where there were others that the caller may not see. */
  readonly cursor: number
  /** Whether there is more by now. */
  readonly more: boolean
}

/** Events that are looked through at once, and how many times for one page: what nobody may see costs time too. */
const step = 1000
const mostSteps = 20

/**
 * One page of the feed as the caller may see it. It can be empty and still have more behind it.
 * @throws Fault `gone` for a cursor that cannot be followed.
 */
export async function readFeed(ctx: Context, { after, limit, wanted, until }: FeedQuery): Promise<FeedPage> {
  const extent = await extentOf(ctx.desk)
  await checkCursor(ctx.desk, after, extent)
  const end = Math.min(until ?? Infinity, extent.committedUpTo)
  const events: (readonly [number, string])[] = []
  let cursor = after
  for (let steps = 0; steps < mostSteps && cursor < end; steps++) {
    const size = steps === 0 ? Math.min(step, 2 * limit) : step
    const batch = await readBatch(ctx.desk, cursor, end, size)
    const texts = await serializeFor(ctx, batch)
    for (const [index, { id, name }] of batch.events.entries()) {
      cursor = id
      const text = texts[index]
      if (text === undefined || (wanted && !wanted(name))) continue
      events.push([id, text])
      if (events.length === limit) return { events, cursor, more: cursor < end }
    }
    if (batch.events.length < size) cursor = end
  }
  return { events, cursor: Math.max(cursor, after), more: cursor < end }
}

/** Where the feed ends by now: the cursor of whoever wants only what is to come. */
export const endOfFeed = async ({ desk }: Pick<Context, 'desk'>): Promise<number> =>
  (await extentOf(desk)).committedUpTo
