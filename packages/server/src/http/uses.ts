import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** How often the books say that a token or an account was used, in milliseconds. */
const noteEvery = 10 * 60_000

/** Whether it is time to say again that something was used. */
export const isDue = (last: string | null, now: Date): boolean =>
  last === null || now.getTime() - Date.parse(last) > noteEvery

/** Keeps the books without holding up the answer: a note that cannot be written is no reason to refuse. */
export function note(desk: Desk, write: (db: Connection) => Promise<unknown>): void {
  unitOfWork(desk, 1, (unit) => write(unit.db)).catch((error: unknown) =>
    desk.log.warn({ error }, 'could not note a use of credentials'),
  )
}
