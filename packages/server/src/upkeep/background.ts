import { recalculate } from '../automation/recalculation.ts'
import { ruleReader } from '../automation/rules.ts'
import { attempt } from './attempt.ts'
import { clockwork } from './clockwork.ts'
import { taskPoller } from '../tasks/tasks.ts'
import { taskHandlers } from './task-handlers.ts'
import { expiry } from './expiry.ts'
import { digestSchedule } from '../channels/service-mail/schedule-digests.ts'
import { sendDue } from '../resources/outbox_message/send.ts'
import type { Desk } from '../kernel/context.ts'
import { Dispatcher, type DispatcherOptions } from '../webhooks/dispatcher.ts'

/** The periodic jobs of a service. */
export interface BackgroundJobs {
  start(): void
  /** Stops the jobs; deliveries that are not finished stay in the database and resume at the next start. */
  stop(): Promise<void>
}

const HOUR = 3_600_000
/** Delay of the first purge, in milliseconds, so that it does not slow down the start. */
const FIRST_DELAY = 60_000

/** Milliseconds between two checks of the outbox. */
const OUTBOX_INTERVAL = 1000

/** Sends webhooks and messages of the outbox; runs jobs, raises alarms and closes pending tickets; works on tasks; computes deadlines after a change of agreements; deletes expired events and deliveries every hour, and unused stored files every day. */
export function backgroundJobs(desk: Desk, options?: DispatcherOptions): BackgroundJobs {
  // Each step is safe in several processes at once; one process is enough.
  const leads = () => desk.database.peers?.isLeader() ?? true
  const dispatcher = new Dispatcher(desk, options, leads)
  const tasks = taskPoller(desk, taskHandlers)
  let timer: NodeJS.Timeout | undefined
  let purging: Promise<void> | undefined
  let stopping = false
  const deleteExpired = expiry(desk, () => stopping)
  const purge = async () => {
    try {
      if (!leads()) return
      await deleteExpired()
    } catch (error) {
      desk.log.warn({ error }, 'could not delete expired events and unused files')
    } finally {
      if (!stopping) schedule(HOUR)
    }
  }
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      purging = purge()
    }, delay).unref()
  }
  let outboxTimer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  const rules = ruleReader()
  const clock = clockwork(desk, rules, () => stopping)
  const queueDigests = digestSchedule(desk)
  const emptyOutbox = async () => {
    if (leads()) {
      clock.look()
      await attempt(desk, 'could not read the outbox', () => sendDue(desk, () => stopping))
      await attempt(desk, 'could not queue the daily digests', queueDigests)
      await attempt(desk, 'could not merge the full-text index', async () => desk.database.mergeTextIndex?.())
      await attempt(desk, 'could not compute deadlines', () => recalculate(desk, rules, () => stopping))
    }
    if (!stopping) scheduleOutbox()
  }
  const scheduleOutbox = () => {
    outboxTimer = setTimeout(() => {
      sending = emptyOutbox()
    }, OUTBOX_INTERVAL).unref()
  }
  return {
    start() {
      dispatcher.start()
      tasks.start()
      scheduleOutbox()
      schedule(FIRST_DELAY)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      clearTimeout(outboxTimer)
      await Promise.all([dispatcher.stop(), tasks.stop(), purging, sending, clock.finished()])
    },
  }
}
