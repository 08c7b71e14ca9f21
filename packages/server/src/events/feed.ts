import type { Context } from '../kernel/context.ts'
import { checkCursor, readExtent, readBatch } from './batch.ts'
import type { EventFilter } from '../kernel/event-patterns.ts'
import { serializeFor } from './serializer.ts'

/** The request for one page of the feed. */
export interface FeedQuery {
  /** The cursor: only events after this id; 0 for all stored events. */
  readonly after: number
  /** Maximum number of events on the page. */
  readonly limit: number
  /** Selects events by name; all events if absent. */
  readonly filter?: EventFilter
  /** The last id to read; the end of the feed if absent. */
  readonly until?: number
}

/** A page of the feed. */
export interface FeedPage {
  /** The events as JSON, with their ids. */
  readonly events: readonly (readonly [id: number, text: string])[]
  /** The cursor of the next page: the last id that was read. The caller may be unable to see its event. */
  readonly cursor: number
  /** True if events follow the cursor. */
  readonly hasMore: boolean
}

/** Number of events that are read together. */
const BATCH_SIZE = 1000

/** Maximum number of reads for one page, because reading events that the caller may not see takes time, too. */
const MAX_BATCHES = 20

/**
 * Reads one page of the events that the caller may see. The page can be empty although more events follow.
 * @throws Fault `gone` for a cursor outside the feed.
 */
export async function readFeed(ctx: Context, { after, limit, filter, until }: FeedQuery): Promise<FeedPage> {
  const extent = await readExtent(ctx.desk)
  await checkCursor(ctx.desk, after, extent)
  const end = Math.min(until ?? Infinity, extent.committedUpTo)
  const events: (readonly [number, string])[] = []
  let cursor = after
  for (let batches = 0; batches < MAX_BATCHES && cursor < end; batches++) {
    // The first batch has some events to spare, as the caller may not see all of them.
    const size = batches === 0 ? Math.min(BATCH_SIZE, 2 * limit) : BATCH_SIZE
    const batch = await readBatch(ctx.desk, cursor, end, size)
    const texts = await serializeFor(ctx, batch)
    for (const [index, { id, name }] of batch.events.entries()) {
      cursor = id
      const text = texts[index]
      if (text === undefined || (filter && !filter(name))) continue
      events.push([id, text])
      if (events.length === limit) return { events, cursor, hasMore: cursor < end }
    }
    if (batch.events.length < size) cursor = end
  }
  return { events, cursor, hasMore: cursor < end }
}

/** Returns the cursor at the current end of the feed, for callers who request only new events. */
export const readEndOfFeed = async ({ desk }: Pick<Context, 'desk'>): Promise<number> =>
  (await readExtent(desk)).committedUpTo
