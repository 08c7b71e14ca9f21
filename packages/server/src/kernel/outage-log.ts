import { DatabaseUnreachable } from '../db/postgres-failures.ts'
import type { Log } from './context.ts'

/** Milliseconds without a failure after which an outage is over; background work uses the database every second. */
const OUTAGE_ENDS_AFTER = 5000

/**
 * Returns a log in which an outage of the database server is one entry at its beginning and one at its end. The failures in
 * between, one for each request and each attempt of background work, are logged at level debug.
 */
export function summarizeOutages(log: Log): Log {
  let outage: { readonly since: number; failures: number; last: number } | undefined
  let timer: NodeJS.Timeout | undefined
  const endOutage = () => {
    const { since, failures, last } = outage as NonNullable<typeof outage>
    outage = undefined
    log.warn({ failures, seconds: Math.round((last - since) / 1000) }, 'the database answers again')
  }
  const recordFailure = (error: unknown) => {
    const now = performance.now()
    if (outage === undefined) {
      outage = { since: now, failures: 0, last: now }
      log.error({ error }, 'the database cannot be reached; requests are answered with 503 until it is back')
    }
    outage.failures++
    outage.last = now
    clearTimeout(timer)
    timer = setTimeout(endOutage, OUTAGE_ENDS_AFTER).unref()
  }
  const level = (name: 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    const { error } = fields as { error?: unknown }
    if (!isOutage(error)) return log[name](fields, message)
    recordFailure(error)
    log.debug(fields, message)
  }
  return { debug: log.debug, info: level('info'), warn: level('warn'), error: level('error') }
}

const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnreachable || (error instanceof Error && error.cause instanceof DatabaseUnreachable)
