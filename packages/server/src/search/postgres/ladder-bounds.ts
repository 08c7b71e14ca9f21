import { sql } from 'kysely'
import type { Span } from '../../db/ladder.ts'
import type { Context, Desk } from '../../kernel/context.ts'

/**
 * How many of the newest tickets the first step of a search reads, and the first two steps together. Tests of small desks
 * replace these numbers; results do not depend on them.
 */
export const ladderSteps: [number, number] = [500, 4000]
/** Each further step covers this many times the time of the step before. */
const GROWTH = 8
/** The number of further steps. Everything that is older is one step. */
const FURTHER_STEPS = 2
/** Milliseconds for which a ladder is used. Tickets that change meanwhile are read one by one. */
const MAX_AGE = 1000

interface CachedLadder {
  readonly readAt: number
  readonly ladder: Promise<readonly Span[]>
}

const ladders = new WeakMap<Desk, CachedLadder>()

/**
 * Returns the ladder: the times of the steps of a search, the newest first; the first one ends at the newest ticket. If there
 * are fewer tickets than these steps would read, the ladder is one step without length; without tickets, it is empty.
 */
export function ladderOf(ctx: Context): Promise<readonly Span[]> {
  const cached = ladders.get(ctx.desk)
  const now = performance.now()
  if (cached && now - cached.readAt < MAX_AGE) return cached.ladder
  const ladder = readLadder(ctx)
  ladders.set(ctx.desk, { readAt: now, ladder })
  ladder.catch(() => ladders.delete(ctx.desk))
  return ladder
}

async function readLadder({ db }: Context): Promise<Span[]> {
  const query = sql`select ${sql.join([0, ...ladderSteps].map(timeAt))}`
  const [[newest, ...ends] = []] = await db.arrays(query.compile(db.sql))
  if (newest === null) return []
  const top = timeOf(newest) + 1
  const spans: Span[] = []
  for (const end of ends) if (end !== null) spans.push({ from: timeOf(end), to: spans.at(-1)?.from ?? top })
  if (spans.length < ladderSteps.length) return [{ from: top, to: top }]
  for (let step = 0; step < FURTHER_STEPS; step += 1) {
    const { from, to } = spans.at(-1) as Span
    spans.push({ from: from - GROWTH * (to - from), to: from })
  }
  return spans
}

/** Selects the time of the ticket at a position in the order from the newest to the oldest. */
const timeAt = (offset: number) =>
  sql`(select updated_at from tickets order by updated_at desc, id desc limit 1 offset ${sql.lit(offset)})`

const timeOf = (cell: unknown): number => Date.parse(String(cell))
