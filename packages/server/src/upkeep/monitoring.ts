import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { endRun } from '../automation/jobs.ts'
import { failuresSince } from '../automation/trace.ts'
import type { Database } from '../db/dialect.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { readStoredValue, writeStoredValue } from '../kernel/settings.ts'
import { countFailed } from '../tasks/tasks.ts'

/** The name of the stored value with the SHA-256 of the monitoring token. */
const tokenName = 'monitoring_token_sha256'

/** Creates a monitoring token, which replaces the previous one. Only its hash is stored. */
export async function newMonitoringToken(unit: Unit): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await writeStoredValue(unit.db, tokenName, digest('sha256', token))
  return token
}

/** Returns true if a text is the monitoring token. Compares in constant time. */
export async function isMonitoringToken({ database }: Desk, text: unknown): Promise<boolean> {
  if (typeof text !== 'string' || text === '') return false
  const stored = await readStoredValue(database, tokenName)
  return stored !== undefined && timingSafeEqual(Buffer.from(stored), Buffer.from(digest('sha256', text)))
}

/** Milliseconds for which the failure of a rule is reported as a problem. */
const REPORTED_FOR = 24 * 60 * 60_000

/** The free disk space below which writes may soon fail, in bytes. */
const MIN_FREE_SPACE = 200 * 1024 * 1024

/** Returns the current problems of the service, a sentence each. */
export async function issuesOf(desk: Desk): Promise<string[]> {
  const { database } = desk
  // Fails if the database does not answer.
  await database.sql.selectFrom('settings').select('name').limit(1).executeTakeFirst()
  return [
    ...(await diskIssues(database)),
    ...(await failuresSince(database, new Date(desk.now().getTime() - REPORTED_FOR).toISOString())),
    ...(await taskIssues(desk)),
    ...(await channelIssues(database)),
    ...(await quarantineIssues(database)),
  ]
}

async function diskIssues({ file }: Database): Promise<string[]> {
  if (file === undefined) return []
  const { bavail, bsize } = await statfs(dirname(file))
  const free = bavail * bsize
  return free < MIN_FREE_SPACE ? [`Only ${Math.floor(free / 1024 / 1024)} MiB are left on the disk.`] : []
}

async function taskIssues(desk: Desk): Promise<string[]> {
  const failed = await countFailed(desk)
  if (failed === 0) return []
  return [
    failed === 1 ? '1 task was given up; see /api/v1/tasks.' : `${failed} tasks were given up; see /api/v1/tasks.`,
  ]
}

async function channelIssues({ sql }: Database): Promise<string[]> {
  const channels = await sql
    .selectFrom('channels')
    .select(['name', 'last_log_in', 'last_log_out'])
    .where('active', '=', true)
    .where((eb) => eb.or([eb('status_in', '=', 'error'), eb('status_out', '=', 'error')]))
    .orderBy('id')
    .execute()
  return channels.map(({ name, last_log_in, last_log_out }) => `Channel ${name}: ${last_log_in ?? last_log_out}`)
}

async function quarantineIssues({ sql }: Database): Promise<string[]> {
  const { mails } = await sql
    .selectFrom('received_mails')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .where('state', '=', 'quarantined')
    // A filter that puts mail there works as intended.
    .where('reason', 'not like', 'The filter %')
    .executeTakeFirstOrThrow()
  return mails > 0 ? [`Received mails in quarantine: ${mails}.`] : []
}

/** The tables that are counted. The keys of the response have the same names. */
const countedTables = ['users', 'groups', 'overviews', 'tickets', 'ticket_articles', 'text_modules'] as const

/** Returns the number of records of each kind, and when the latest one was created. */
export async function statusOf({ database }: Desk): Promise<object> {
  const counts: Record<string, number> = {}
  const last: Record<string, unknown> = {}
  for (const table of countedTables) {
    const row = await dynamic(database)
      .selectFrom(table)
      .select([(eb) => eb.fn.countAll<number | string>().as('count'), (eb) => eb.fn.max('created_at').as('last')])
      .executeTakeFirstOrThrow()
    counts[table] = Number(row.count)
    last[table] = row.last ?? null
  }
  const users = await database.sql
    .selectFrom('users')
    .select((eb) => eb.fn.max('last_login').as('last'))
    .executeTakeFirstOrThrow()
  return { counts, last_created_at: last, last_login: users.last, agents: await countAgents(database) }
}

async function countAgents({ sql: db }: Desk['database']): Promise<number> {
  const { agents } = await db
    .selectFrom('users')
    .innerJoin('roles_users', 'roles_users.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .innerJoin('permissions_roles', 'permissions_roles.role_id', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'permissions_roles.permission_id')
    .select(sql<number | string>`count(distinct users.id)`.as('agents'))
    .where('permissions.name', '=', 'ticket.agent')
    .where('users.active', '=', true)
    .where('roles.active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(agents)
}

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Thresholds for the number of tickets. A minimum is violated by an equal number, a maximum only by a larger one. */
export interface Bounds {
  readonly min_warning?: number | undefined
  readonly min_critical?: number | undefined
  readonly max_warning?: number | undefined
  readonly max_critical?: number | undefined
}

/**
 * Counts the tickets created within a period such as `30m`, and compares the number with thresholds.
 * @throws Fault `invalid` for an invalid period.
 */
export async function amountOf({ database, now }: Desk, period: string | undefined, bounds: Bounds): Promise<object> {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(period ?? '') ?? []
  const unitSeconds = secondsPerUnit[unit]
  // The parameter has the name that clients of Zammad send.
  if (unitSeconds === undefined) throw invalid('periode', 'periode: expected a number and s, m, h or d, such as 1h.')
  const since = new Date(now().getTime() - Number(count) * unitSeconds * 1000).toISOString()
  const row = await database.sql
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number | string>().as('amount'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  const amount = Number(row.amount)
  return { ...compareWithBounds(amount, bounds, period ?? ''), count: amount }
}

function compareWithBounds(amount: number, bounds: Bounds, period: string): { state: string; message: string } {
  for (const state of ['critical', 'warning'] as const) {
    const min = bounds[`min_${state}`]
    const max = bounds[`max_${state}`]
    if (max !== undefined && amount > max) {
      return { state, message: `More than ${max} tickets came in the last ${period}: ${amount}.` }
    }
    if (min !== undefined && amount <= min) {
      return { state, message: `No more than ${min} tickets came in the last ${period}: ${amount}.` }
    }
  }
  return { state: 'ok', message: '' }
}

/** Ends the runs of all jobs, because some may hang. The jobs run again at their next times. */
export async function restartFailedJobs(unit: Unit): Promise<void> {
  const running = await unit.db.sql.selectFrom('jobs').select('id').where('running', '=', true).execute()
  for (const { id } of running) await endRun(unit, id)
}
