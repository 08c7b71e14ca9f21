import { doDueWork } from '../automation/due-work.ts'
import type { ruleReader } from '../automation/rules.ts'
import type { Desk } from '../kernel/context.ts'
import { attempt } from './attempt.ts'

/** Milliseconds between two checks of pending times, deadlines and jobs. */
const INTERVAL = 10_000

/** Runs the automations that are due, in the background, so that a long job delays nothing else. */
export function dueAutomations(desk: Desk, readRules: ReturnType<typeof ruleReader>, isStopping: () => boolean) {
  let nextAt = 0
  let running: Promise<void> | undefined
  return {
    /** Starts a round, unless one is running or the last one began less than `INTERVAL` ago. */
    startRound(): void {
      const now = desk.now().getTime()
      if (running || now < nextAt) return
      nextAt = now + INTERVAL
      running = attempt(desk, 'could not run the automations that are due', () =>
        doDueWork(desk, readRules, isStopping),
      ).finally(() => {
        running = undefined
      })
    },
    /** Waits for the round that is running. */
    finished: (): Promise<void> | undefined => running,
  }
}
