import { systemUser } from '@deskbell/contract'
import type { Connection } from '../db/dialect.ts'
import type { Desk } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'

/** Milliseconds between two updates of the time when a token or an account was last used. */
const INTERVAL = 10 * 60_000

/** Returns true if a time of last use must be updated. */
export const isStale = (lastUse: string | null, now: Date): boolean =>
  lastUse === null || now.getTime() - Date.parse(lastUse) > INTERVAL

/** Writes a time of last use in the background, so that the response does not wait. A failure is only logged. */
export function recordUse(desk: Desk, write: (db: Connection) => Promise<unknown>): void {
  unitOfWork(desk, systemUser, (unit) => write(unit.db)).catch((error: unknown) =>
    desk.log.warn({ error }, 'could not record a use of credentials'),
  )
}
