import type { Desk } from '../kernel/context.ts'

/** Does work that is tried again later if it fails. */
export async function attempt(desk: Desk, failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    desk.log.warn({ error }, failure)
  }
}
