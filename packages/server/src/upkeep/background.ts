import { sweepContents } from './stored-files.ts'
import { KEPT_DAYS, purgeEvents } from '../events/purge.ts'
import type { Desk } from '../kernel/context.ts'
import { Dispatcher, type DispatcherOptions } from '../webhooks/dispatcher.ts'
import { purgeDeliveries } from '../webhooks/deliveries.ts'

/** What a service does beside answering. */
export interface Background {
  start(): void
  /** Ends it; what was begun and not finished is in the database, and goes on when a service runs again. */
  stop(): Promise<void>
}

const hour = 3_600_000
/** The first time, when nobody waits for the start any more. */
const soon = 60_000

/** Sends webhooks, and takes away what is no longer kept or was never needed. */
export function background(desk: Desk, options?: DispatcherOptions): Background {
  const dispatcher = new Dispatcher(desk, options)
  let timer: NodeJS.Timeout | undefined
  let purging: Promise<void> | undefined
  let stopping = false
  // Looking at every stored file is work, so not at the start, where it would be done again and again.
  let sweepAt = desk.now().getTime() + hour
  const sweep = async () => {
    if (desk.now().getTime() < sweepAt) return
    sweepAt = desk.now().getTime() + 24 * hour
    const gone = await sweepContents(desk, () => stopping)
    if (gone.contents > 0) desk.log.info(gone, 'took away stored contents that belonged to nothing')
  }
  const purge = async () => {
    try {
      await purgeEvents(desk, () => stopping)
      const before = new Date(desk.now().getTime() - KEPT_DAYS * 24 * hour).toISOString()
      await purgeDeliveries(desk, before, () => stopping)
      await sweep()
    } catch (error) {
      desk.log.warn({ error }, 'could not take away what is no longer kept')
    }
    if (!stopping) plan(hour)
  }
  const plan = (after: number) => {
    timer = setTimeout(() => {
      purging = purge()
    }, after).unref()
  }
  return {
    start() {
      dispatcher.start()
      plan(soon)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      await Promise.all([dispatcher.stop(), purging])
    },
  }
}
