/**
 * Runs jobs at their times. A run processes the tickets that fulfill the condition in the order of their ids, in small
 * transactions, each of which stores the progress. A restart therefore continues the run, and processes share the work.
 */
import { resources, systemUser } from '@deskbell/contract'
import { Fault } from '../errors/fault.ts'
import {
  type Context,
  type Desk,
  effective,
  type FieldValues,
  type Unit,
  type WriteContext,
} from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { from } from '../kernel/scope.ts'
import { nextRun } from '../resources/trigger/timeplan.ts'
import { asSystem } from '../resources/user/actor.ts'
import { boundCondition, isAboutExecutionTime } from '../search/condition.ts'
import { all, type Bound, none } from '../search/bound.ts'
import { toSqlCondition } from '../search/planner/sql-condition.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { compileCondition, type Condition, fulfills, subjectOf } from './condition.ts'
import { ticketRow } from './deadlines.ts'
import { executionTimePredicate, isExecutionTime } from './event-comparisons.ts'
import type { Rule } from './rule.ts'
import type { RuleBook } from './rule-book.ts'
import { type ReadRules, ruleContext } from './rules.ts'
import { runRule } from './triggers.ts'
import { writeTrace } from './trace.ts'

/** Maximum number of tickets in one transaction. */
const STEP_TICKETS = 10

/** Maximum number of tickets in one run. */
const MAX_TICKETS = 2000

/** Runs the jobs that are due, each once, even if several of its times have passed. */
export async function runJobs(desk: Desk, readRules: ReadRules, isStopping: () => boolean): Promise<void> {
  for (const { id, name } of await dueJobs(desk)) {
    try {
      await startRun(desk, readRules, id)
      while (!isStopping() && (await unitOfWork(desk, systemUser, (unit) => runStep(unit, readRules, id))))
        await desk.pause(1)
    } catch (error) {
      desk.log.warn({ error, job: id, name }, 'a job failed')
      if (error instanceof Fault && error.status < 500) await abandonRun(desk, id)
    }
  }
}

const dueJobs = ({ database, now }: Desk) =>
  database.sql
    .selectFrom('jobs')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where((eb) => eb.or([eb('running', '=', true), eb('next_run_at', '<=', now().toISOString())]))
    .orderBy('name')
    .execute()

/** Ends a run that cannot succeed, for example because the condition names a deleted field. */
const abandonRun = (desk: Desk, id: number): Promise<void> => unitOfWork(desk, systemUser, (unit) => endRun(unit, id))

/** Ends a run before all tickets have been processed. The job runs again at its next time. */
export async function endRun(unit: Unit, id: number): Promise<void> {
  await unit.db.dialect.lock('jobs', id)?.execute(unit.db.sql)
  const { timeplan } = await unit.db.sql
    .selectFrom('jobs')
    .select('timeplan')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const next_run_at = (await nextTime(unit, timeplan)) ?? null
  await unit.db.sql.deleteFrom('job_runs').where('job_id', '=', id).execute()
  await unit.db.sql.updateTable('jobs').set({ running: false, next_run_at }).where('id', '=', id).execute()
}

async function nextTime(unit: Unit, timeplan: unknown): Promise<string | undefined> {
  const zone = await settingOf(unit, 'timezone_default')
  return nextRun(timeplan as FieldValues, new Date(unit.now), zone)
}

/** Starts a run, unless one is in progress, and stores the time of the next one. */
async function startRun(desk: Desk, readRules: ReadRules, id: number): Promise<void> {
  const { condition } = await desk.database.sql
    .selectFrom('jobs')
    .select('condition')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rules = await readRules({ desk, db: desk.database })
  const matching = await countMatching(await asSystem(desk), rules, condition)
  await unitOfWork(desk, systemUser, async (unit) => {
    await unit.db.dialect.lock('jobs', id)?.execute(unit.db.sql)
    const job = await unit.db.sql.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
    const run = await unit.db.sql.selectFrom('job_runs').select('job_id').where('job_id', '=', id).executeTakeFirst()
    if (!job || (run && job.running) || job.next_run_at === null || job.next_run_at > unit.now) return
    const next = await nextTime(unit, job.timeplan)
    await beginRun(unit, id, { next_run_at: next ?? null, matching })
  })
}

async function beginRun(
  { db, now }: Unit,
  id: number,
  values: { readonly next_run_at: string | null; readonly matching: number },
): Promise<void> {
  await db.sql
    .insertInto('job_runs')
    .values({ job_id: id, after_id: 0 })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ after_id: 0 }))
    .execute()
  await db.sql
    .updateTable('jobs')
    .set({ running: true, last_run_at: now, processed: 0, ...values })
    .where('id', '=', id)
    .execute()
}

async function countMatching(ctx: Context, rules: RuleBook, condition: unknown): Promise<number> {
  const { count } = await selectMatching(ctx, bindCondition(ctx, rules, condition))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Binds a stored condition. The time of execution is the same for all tickets. */
function bindCondition(ctx: Context, { calendars }: RuleBook, stored: unknown): Bound {
  const now = ctx.desk.now().toISOString()
  return boundCondition(ctx, resources.ticket, stored, {
    special(comparison) {
      if (!isAboutExecutionTime(comparison)) return undefined
      return isExecutionTime(calendars, comparison, now) ? all : none
    },
  })
}

const selectMatching = (ctx: Context, bound: Bound) =>
  from(ctx, resources.ticket).where(toSqlCondition(ctx, effective(ctx, resources.ticket), 'tickets', bound, 'row'))

/** Processes the next tickets of a run. @returns false if the run has ended. */
async function runStep(unit: Unit, readRules: ReadRules, id: number): Promise<boolean> {
  // A second process waits at this lock for the first, and continues where that one ended.
  await unit.db.dialect.lock('jobs', id)?.execute(unit.db.sql)
  const job = await unit.db.sql.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  const run = await unit.db.sql.selectFrom('job_runs').select('after_id').where('job_id', '=', id).executeTakeFirst()
  if (!job?.running || !run) return false
  const rules = await readRules(unit)
  const ctx = ruleContext(unit, rules)
  const ids = await matchingAfter(ctx, rules, job, run.after_id)
  const processed = job.processed + (await runOnTickets(ctx, rules, job as unknown as JobRow, ids))
  const isOver = ids.length < STEP_TICKETS || processed >= MAX_TICKETS
  await unit.db.sql.updateTable('jobs').set({ processed, running: !isOver }).where('id', '=', id).execute()
  const after_id = ids.at(-1) ?? run.after_id
  if (isOver) await unit.db.sql.deleteFrom('job_runs').where('job_id', '=', id).execute()
  else await unit.db.sql.updateTable('job_runs').set({ after_id }).where('job_id', '=', id).execute()
  return !isOver
}

async function matchingAfter(
  ctx: WriteContext,
  rules: RuleBook,
  { condition, processed }: { readonly condition: unknown; readonly processed: number },
  after: number,
): Promise<number[]> {
  const rows = await selectMatching(ctx, bindCondition(ctx, rules, condition))
    .select('tickets.id')
    .where('tickets.id', '>', after)
    .orderBy('tickets.id')
    .limit(Math.min(STEP_TICKETS, MAX_TICKETS - processed))
    .execute()
  return rows.map((row) => row['id'] as number)
}

/** Compiles the condition of a job. @throws Fault `invalid`, also for a comparison about a change, which a job does not have. */
export const jobCondition = (ctx: Context, { calendars }: RuleBook, stored: unknown): Condition =>
  compileCondition(ctx, stored, executionTimePredicate(calendars))

interface JobRow extends Omit<Rule, 'source'> {
  readonly id: number
  readonly name: string
  readonly condition: unknown
  readonly disable_notification: boolean
}

/** Carries out the actions on the tickets that still fulfill the condition. @returns the number of these tickets. */
async function runOnTickets(ctx: WriteContext, rules: RuleBook, job: JobRow, ids: readonly number[]): Promise<number> {
  const { id, name, disable_notification: isSilent, perform, localization, timezone } = job
  const rule: Rule = { source: { type: 'Job', id, name, isSilent }, perform, localization, timezone }
  const condition = jobCondition(ctx, rules, job.condition)
  let count = 0
  for (const ticket of ids) {
    await ctx.db.dialect.lock('tickets', ticket)?.execute(ctx.db.sql)
    const row = await ticketRow(ctx, ticket)
    if (!row || !(await fulfills(condition, subjectOf(ctx, row)))) continue
    const event = { ticket, article: undefined, user: systemUser, eventId: undefined }
    const result = { id, name, ...(await runRule(ctx, rule, event, row)) }
    await writeTrace(ctx, { ...event, type: 'job', changed: new Set() }, [result])
    count += 1
  }
  return count
}
