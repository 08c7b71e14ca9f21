import { recalculate } from '../automation/recalculation.ts'
import { ruleReader } from '../automation/rules.ts'
import { attempt } from './attempt.ts'
import { dueAutomations } from './due-automations.ts'
import { taskPoller } from '../tasks/tasks.ts'
import { holidayFeeds } from './holidays/feeds.ts'
import { createPurge } from './purge.ts'
import { digestSchedule } from '../channels/service-mail/schedule-digests.ts'
import { repeated } from '../kernel/repeated.ts'
import { sendDue } from '../resources/outbox_message/send.ts'
import type { Desk } from '../kernel/context.ts'
import { defaultDispatcherOptions, Dispatcher, type DispatcherOptions } from '../webhooks/dispatcher.ts'

/** The periodic work of a service. */
export interface BackgroundWork {
  start(): void
  /** Stops the work; deliveries that are not finished stay in the database and resume at the next start. */
  stop(): Promise<void>
}

/** In milliseconds. */
const HOUR = 3_600_000
/** Delay of the first purge, in milliseconds, so that it does not slow down the start. */
const FIRST_DELAY = 60_000

/** Milliseconds between two rounds of the short steps, such as a check of the outbox. */
const ROUND_INTERVAL = 1000

/**
 * Returns the work that sends webhooks and messages of the outbox, runs automations at their times, attempts tasks, queues
 * the daily digests, merges the full-text index, computes deadlines after a change of SLAs, fetches holiday feeds, and deletes
 * expired records every hour and unused stored files every day.
 */
export function backgroundWork(desk: Desk, options: DispatcherOptions = defaultDispatcherOptions): BackgroundWork {
  // Several processes may run a step at the same time, but one is enough.
  const isLeader = () => desk.database.peers?.isLeader() ?? true
  let stopping = false
  const isStopping = () => stopping
  const readRules = ruleReader()
  const automations = dueAutomations(desk, readRules, isStopping)
  const steps = stepsOfRound(desk, readRules, isStopping)
  const purge = createPurge(desk, isStopping)
  const parts = [
    new Dispatcher(desk, options, isLeader),
    taskPoller(desk, loadTaskHandlers),
    repeated(ROUND_INTERVAL, async () => {
      if (!isLeader()) return
      automations.startRound()
      for (const [failure, step] of steps) await attempt(desk, failure, step)
    }),
    holidayFeeds(desk, options, isLeader),
    repeated(HOUR, async () => isLeader() && attempt(desk, purgeFailure, purge), FIRST_DELAY),
  ]
  return {
    start() {
      for (const part of parts) part.start()
    },
    async stop() {
      stopping = true
      await Promise.all([...parts.map((part) => part.stop()), automations.finished()])
    },
  }
}

/** Loaded for the first task, because most handlers send mail and their libraries take memory. */
const loadTaskHandlers = async () => (await import('./task-handlers.ts')).taskHandlers

const purgeFailure = 'could not delete expired records and unused files'

/** Returns the steps of a round, which takes place every second, each with the message for its failure. */
function stepsOfRound(desk: Desk, readRules: ReturnType<typeof ruleReader>, isStopping: () => boolean) {
  return [
    ['could not read the outbox', () => sendDue(desk, isStopping)],
    ['could not queue the daily digests', digestSchedule(desk)],
    ['could not merge the full-text index', async () => desk.database.mergeTextIndex?.()],
    ['could not compute deadlines', () => recalculate(desk, readRules, isStopping)],
  ] as const
}
