/** Records what triggers did, and did not do, after a change of a ticket, for those who ask why. */
import { dynamic } from '../db/dynamic.ts'
import type { Unit } from '../kernel/context.ts'
import { writeStatement } from '../kernel/statement.ts'
import type { TicketEvent } from './events.ts'

/** The result of one trigger. */
export interface Result {
  readonly id: number
  readonly name: string
  readonly outcome: 'ran' | 'did not match' | 'failed'
  /** The place of the comparison that decided, such as `condition.ticket.priority_id`. */
  readonly line?: string
  /** Why the trigger failed, or why a part of it was left out. */
  readonly reason?: string
}

/** Results that one entry keeps; those of triggers that ran or failed come first. */
const MAX_RESULTS = 100

/** Writes an entry if a trigger was tested. */
export async function writeTrace(unit: Unit, event: TicketEvent, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return
  const kept = results.toSorted((a, b) => Number(isIdle(a)) - Number(isIdle(b))).slice(0, MAX_RESULTS)
  const { type, article, user, changed } = event
  const run = writeStatement(unit, 'automation: trace', (input) =>
    dynamic(unit.db)
      .insertInto('ticket_traces')
      .values({ ticket_id: input(0), event: input(1), results: input(2), created_at: input(3) })
      .returning('id'),
  )
  const shown = { type, article_id: article ?? null, user_id: user, changed: [...changed] }
  await run(event.ticket, JSON.stringify(shown), JSON.stringify(kept), unit.now)
}

const isIdle = ({ outcome }: Result): boolean => outcome === 'did not match'
