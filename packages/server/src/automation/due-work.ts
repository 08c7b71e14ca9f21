/** Does the work that time alone makes due: pending times, deadlines, idle tickets and jobs. */
import type { Desk } from '../kernel/context.ts'
import { alarmWork } from './alarms.ts'
import { workOnDue } from './due-tickets.ts'
import { runJobs } from './jobs.ts'
import { pendingWork, unassignWork } from './pending.ts'
import type { ReadRules } from './rules.ts'

/**
 * Does all work that is due, including what became due while no process was running. Several processes may run this
 * concurrently.
 */
export async function doDueWork(
  desk: Desk,
  readRules: ReadRules,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const processTickets = async () => {
    for (const work of [pendingWork(readRules), ...alarmWork(readRules), unassignWork(readRules)])
      await workOnDue(desk, work, isStopping)
  }
  // A long job must not delay the alarms.
  await Promise.all([processTickets(), runJobs(desk, readRules, isStopping)])
}
