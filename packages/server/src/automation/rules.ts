/** Reads and compiles the rules of a desk, once for each version of their records. */
import { randomUUID } from 'node:crypto'
import type { Context, FieldValues, Unit, UnitChange, WriteContext } from '../kernel/context.ts'
import { ReadCache } from '../kernel/cache.ts'
import { writeStatement } from '../kernel/statement.ts'
import { writeStoredValue } from '../kernel/settings.ts'
import { dynamic } from '../db/dynamic.ts'
import { attributesVersionName } from '../resources/object_attribute/effective.ts'
import { systemActor } from '../resources/user/actor.ts'
import { businessTime, type BusinessTime, type Hours } from './business-time.ts'
import { compileCondition, type Condition } from './condition.ts'
import { eventComparisons } from './event-comparisons.ts'
import type { RuleBook, Sla } from './rule-book.ts'
import { listOf, triggerOf, type TriggerRow } from './trigger-list.ts'

/** The name of the stored value with the version of the rules; it changes with every change of a rule. */
const versionName = 'rules_version'

/** The resources from which a rule book is compiled. */
const ruleSources: ReadonlySet<string> = new Set(['sla', 'calendar', 'ticket_state', 'trigger'])

/** The resources that affect the deadlines of tickets. */
const deadlineSources: ReadonlySet<string> = new Set(['sla', 'calendar', 'ticket_state'])

/** Returns true if the deadlines of tickets depend on one of the changed records. */
export const affectsDeadlines = (changes: readonly UnitChange[]): boolean =>
  changes.some(({ name }) => deadlineSources.has(name))

/** Returns true if one of the changes affects the compiled rules. */
export const affectsRules = (changes: readonly UnitChange[]): boolean =>
  changes.some(({ name }) => ruleSources.has(name))

/** Sets a new version of the rules, so that every process compiles them again. */
export const markRulesChanged = ({ db }: Unit): Promise<void> => writeStoredValue(db, versionName, randomUUID())

/** The connection to read rules from. */
type RuleConnection = Pick<Unit, 'desk' | 'db'>

/** A function that reads the rules; `ruleReader` returns one. */
export type ReadRules = (unit: RuleConnection) => Promise<RuleBook>

/** Returns a function that reads the rules, and compiles them only after a change. */
export function ruleReader(): ReadRules {
  let cached: RuleBook | undefined
  return async (unit) => {
    const version = await versionOf(unit)
    if (cached?.version !== version) cached = await compileRules(unit, version)
    return cached
  }
}

/** Returns the context in which rules act in a transaction. */
export const ruleContext = (unit: Unit, { actor }: RuleBook): WriteContext => ({ ...unit, actor })

/** Returns the versions of what compiled rules depend on: the rules, the custom fields and the time zone of the desk. */
async function versionOf(unit: RuleConnection): Promise<string> {
  const run = writeStatement(unit, 'rules: version', () =>
    dynamic(unit.db)
      .selectFrom('settings')
      .select('value')
      .where('name', 'in', [versionName, attributesVersionName, 'setting.timezone_default'])
      .orderBy('name'),
  )
  return JSON.stringify(await run())
}

async function compileRules({ desk, db }: RuleConnection, version: string): Promise<RuleBook> {
  const actor = await systemActor({ desk, db })
  const ctx: Context = { desk, db, actor, cache: new ReadCache(0) }
  const calendars = await calendarsIn(ctx)
  const states = await db.sql.selectFrom('ticket_states').select(['id', 'ignore_escalation']).execute()
  return {
    version,
    actor,
    slas: await slasIn(ctx, calendars),
    triggers: await triggersIn(ctx, calendars),
    calendars,
    pausingStates: new Set(states.flatMap(({ id, ignore_escalation }) => (ignore_escalation ? [id] : []))),
  }
}

async function calendarsIn({ db }: Context): Promise<Map<number, BusinessTime>> {
  const rows = await db.sql.selectFrom('calendars').selectAll().execute()
  return new Map(rows.map((row) => [row.id, businessTime(row as unknown as Hours)]))
}

/** Reads the active triggers in the order in which they run: by name. */
async function triggersIn(ctx: Context, calendars: RuleBook['calendars']): Promise<RuleBook['triggers']> {
  const rows = await ctx.db.sql.selectFrom('triggers').selectAll().where('active', '=', true).orderBy('id').execute()
  const special = eventComparisons(ctx, calendars)
  const triggers = byName(rows).flatMap((row) => {
    const condition = conditionOf(ctx, 'trigger', row, (_, stored) => compileCondition(ctx, stored, special))
    return condition ? [triggerOf(row as unknown as TriggerRow, condition)] : []
  })
  const startedBy = (activator: string) => listOf(triggers.filter((trigger) => trigger.activator === activator))
  return { action: startedBy('action'), time: startedBy('time') }
}

/** Reads the SLAs in the order in which they are tested: by name, then by id. */
async function slasIn(ctx: Context, times: RuleBook['calendars']): Promise<Sla[]> {
  const rows = await ctx.db.sql.selectFrom('slas').selectAll().orderBy('id').execute()
  return byName(rows).flatMap((row) => {
    const time = times.get(row.calendar_id)
    const condition = conditionOf(ctx, 'service level agreement', row)
    const { id, name, first_response_time, response_time, update_time, solution_time } = row
    return time && condition
      ? [{ id, name, first_response_time, response_time, update_time, solution_time, time, condition }]
      : []
  })
}

/** Sorts rules by name, ignoring case, in the same order on every database. */
export const byName = <T extends { readonly name: string; readonly id: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => {
    const nameA = a.name.toLowerCase()
    const nameB = b.name.toLowerCase()
    if (nameA === nameB) return a.id - b.id
    return nameA < nameB ? -1 : 1
  })

/**
 * Compiles the condition of a rule. A condition that is no longer valid, for example because it names a deleted field, is
 * logged, and the result is undefined.
 */
export function conditionOf(
  ctx: Context,
  kind: string,
  { id, name, condition }: FieldValues,
  compile: (ctx: Context, stored: unknown) => Condition = compileCondition,
): Condition | undefined {
  try {
    return compile(ctx, condition)
  } catch (error) {
    ctx.desk.log.warn({ error, id, name }, `the condition of a ${kind} cannot be understood, so it applies to nothing`)
    return undefined
  }
}
