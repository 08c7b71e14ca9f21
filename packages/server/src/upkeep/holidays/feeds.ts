import { repeated, type Repeated } from '../../kernel/repeated.ts'
import type { Desk } from '../../kernel/context.ts'
import { attempt } from '../attempt.ts'
import type { FetchOptions } from './fetch-feed.ts'
import { syncHolidays } from './sync.ts'

/** Milliseconds between two checks for feeds that are due. */
const INTERVAL = 1000

/** Fetches the holiday feeds that are due, apart from other periodic work, because a server may answer late. */
export function holidayFeeds(desk: Desk, options: FetchOptions, isLeader: () => boolean): Repeated {
  const abortController = new AbortController()
  const pausedUntil = new Map<number, number>()
  const checks = repeated(INTERVAL, async () => {
    if (!isLeader()) return
    await attempt(desk, 'could not fetch the holiday feeds', () =>
      syncHolidays(desk, options, abortController.signal, pausedUntil),
    )
  })
  return {
    start: () => checks.start(),
    async stop() {
      abortController.abort()
      await checks.stop()
    },
  }
}
