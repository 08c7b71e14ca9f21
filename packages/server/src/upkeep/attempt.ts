import type { Desk } from '../kernel/context.ts'

/** Does work that will be tried again later, and logs its failure. */
export async function attempt(desk: Desk, failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    desk.log.warn({ error }, failure)
  }
}
