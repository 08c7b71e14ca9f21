import { purgeCountedRequests } from '../auth/throttle.ts'
import { purgeTraces } from '../automation/trace.ts'
import { purgeReceivedMails } from '../channels/intake/purge.ts'
import { KEPT_DAYS, purgeEvents } from '../events/purge.ts'
import type { Desk } from '../kernel/context.ts'
import { purgeAutomaticMails } from '../resources/automatic_mail/purge.ts'
import { purgeTasks } from '../tasks/tasks.ts'
import { purgeDeliveries } from '../webhooks/deliveries.ts'
import { purgeAudit } from './purge-audit.ts'
import { deleteUnusedFiles } from './stored-files.ts'

/** In milliseconds. */
const HOUR = 3_600_000

/**
 * Returns the work that deletes expired records, such as events, deliveries, tasks, mails and log entries, and once a day
 * unused stored files.
 */
export function createPurge(desk: Desk, isStopping: () => boolean): () => Promise<void> {
  // The sweep lists all stored files. A service that restarts often must not do this at each start.
  let nextSweep = desk.now().getTime() + HOUR
  return async () => {
    const now = desk.now().getTime()
    const before = new Date(now - KEPT_DAYS * 24 * HOUR).toISOString()
    await purgeEvents(desk, isStopping)
    await purgeDeliveries(desk, before, isStopping)
    await purgeAudit(desk, isStopping)
    await purgeTasks(desk, before)
    await purgeReceivedMails(desk, isStopping)
    await purgeAutomaticMails(desk, before, isStopping)
    await purgeCountedRequests(desk)
    await purgeTraces(desk, isStopping)
    if (now < nextSweep) return
    nextSweep = now + 24 * HOUR
    const deleted = await deleteUnusedFiles(desk, isStopping)
    if (deleted.files > 0) desk.log.info(deleted, 'deleted unused stored files')
  }
}
