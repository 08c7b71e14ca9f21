import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { dynamic } from '../db/dynamic.ts'
import type { Desk, Unit } from '../kernel/context.ts'
import { invalid } from '../errors/fault.ts'
import { update } from '../writing/unit-of-work.ts'
import { readFact, writeFact } from '../kernel/settings.ts'
import { nextRun } from '../resources/trigger/timeplan.ts'

/** What a monitoring system asks a helpdesk (reference, section 3.17). It sees counts and times, no records. */

/** The name under which the SHA-256 of the token is kept. */
const tokenName = 'monitoring_token_sha256'

/** Makes a new token; the one before no longer opens anything. It is shown this once. */
export async function newMonitoringToken(unit: Unit): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await writeFact(unit.db, tokenName, digest('sha256', token))
  return token
}

/** Whether a text is the token. */
export async function isMonitoringToken({ database }: Desk, given: unknown): Promise<boolean> {
  if (typeof given !== 'string' || given === '') return false
  const stored = await readFact(database, tokenName)
  return stored !== undefined && timingSafeEqual(Buffer.from(stored), Buffer.from(digest('sha256', given)))
}

/** Less free space than this and attachments or the database may fail to be written, in bytes. */
const leastSpace = 200 * 1024 * 1024

/** What is wrong, a sentence each; nothing where all is well. */
export async function issuesOf({ database }: Desk): Promise<string[]> {
  const issues: string[] = []
  await database.sql.selectFrom('settings').select('name').limit(1).executeTakeFirst()
  if (database.file !== undefined) {
    const { bavail, bsize } = await statfs(dirname(database.file))
    if (bavail * bsize < leastSpace)
      issues.push(`Only ${Math.floor((bavail * bsize) / 1024 / 1024)} MiB are left on the disk.`)
  }
  return issues
}

/** What is counted, by the name it has in the answer and in the database. */
const counted = ['users', 'groups', 'overviews', 'tickets', 'ticket_articles', 'text_modules'] as const

/** How much there is of everything, and when the last of it came. */
export async function statusOf({ database }: Desk): Promise<object> {
  const counts: Record<string, number> = {}
  const last: Record<string, unknown> = {}
  for (const table of counted) {
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

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** The bounds outside of which a number of tickets is worth a message. */
export interface Bounds {
  readonly min_warning?: number | undefined
  readonly min_critical?: number | undefined
  readonly max_warning?: number | undefined
  readonly max_critical?: number | undefined
}

/**
 * How many tickets came in within a time such as `30m`, and whether that is as usual.
 * @throws Fault `invalid` for a time that is none.
 */
export async function amountOf({ database, now }: Desk, period: string | undefined, bounds: Bounds): Promise<object> {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(period ?? '') ?? []
  const step = seconds[unit]
  if (step === undefined) throw invalid('periode', 'periode: expected a number and s, m, h or d, such as 1h.')
  const since = new Date(now().getTime() - Number(count) * step * 1000).toISOString()
  const row = await database.sql
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number | string>().as('amount'))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  const amount = Number(row.amount)
  return { ...judge(amount, bounds, period ?? ''), count: amount }
}

function judge(amount: number, bounds: Bounds, period: string): { state: string; message: string } {
  for (const state of ['critical', 'warning'] as const) {
    const [least, largest] = [bounds[`min_${state}`], bounds[`max_${state}`]]
    if (largest !== undefined && amount > largest) {
      return { state, message: `More than ${largest} tickets came in the last ${period}: ${amount}.` }
    }
    if (least !== undefined && amount <= least) {
      return { state, message: `No more than ${least} tickets came in the last ${period}: ${amount}.` }
    }
  }
  return { state: 'ok', message: '' }
}

/** Jobs that stopped in the middle run again at their next time. */
export async function restartFailedJobs(unit: Unit): Promise<void> {
  const stuck = await unit.db.sql.selectFrom('jobs').select(['id', 'timeplan']).where('running', '=', true).execute()
  for (const { id, timeplan } of stuck) {
    const next = nextRun(timeplan as never, new Date(unit.now)) ?? null
    await update(unit, 'job', id, { running: false, pid: null, next_run_at: next })
  }
}
