/**
 * Tries a rule on the newest tickets without a lasting effect: it changes each matching ticket under a savepoint that is
 * then rolled back. The result shows exactly what the rule does, but not which other rules its changes would start.
 */
import { type Resource, resources, systemUser } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { unknownId } from '../errors/fault.ts'
import { type Context, type Desk, type FieldValues, type Unit, type WriteContext } from '../kernel/context.ts'
import { from } from '../kernel/scope.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { type Condition, compileCondition, fulfills, subjectOf } from './condition.ts'
import { ticketRow } from './deadlines.ts'
import { type Effects, effectsOf } from './effects.ts'
import { eventComparisons } from './event-comparisons.ts'
import { keysOfEvent } from './requirements.ts'
import { timeEventsOf, createdEvent, lastEvent } from './past-events.ts'
import type { TicketEvent } from './events.ts'
import { jobCondition } from './jobs.ts'
import { perform } from './perform.ts'
import type { Rule } from './rule.ts'
import type { RuleBook } from './rule-book.ts'
import { ruleContext, ruleReader } from './rules.ts'
import { triggerOf } from './trigger-list.ts'

/** Maximum number of tickets that a rule is tried on. */
const MAX_TRIED = 1000
/** Number of tickets that are tried in one transaction. */
const STEP_TICKETS = 10
/** Maximum number of tickets that the result describes. */
const MAX_DESCRIBED = 100

/** A trigger or a job, stored or not. */
export interface TriedRule {
  readonly kind: 'Trigger' | 'Job'
  readonly row: FieldValues
}

/** The effects that a rule would have on a ticket. */
export interface TriedEffects extends Effects {
  /** The type of the event on which the rule would act; null for a job. */
  readonly event: string | null
}

/** The result of a trial. */
export interface Trial {
  /** Number of tickets that were tried. */
  readonly tried: number
  /** Number of tickets on which the rule would act, including those that the caller may not read. */
  readonly matched: number
  readonly tickets: readonly TriedEffects[]
}

/** Reads a stored rule. @throws Fault `not_found`. */
export async function storedRule({ db }: Context, resource: Resource, id: number): Promise<FieldValues> {
  const row: FieldValues | undefined = await dynamic(db)
    .selectFrom(resource.path)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw unknownId(resource, id)
  return row
}

/** Tries a rule on the newest tickets. The result describes those that the caller may read. */
export async function tryRule(caller: Context, rule: TriedRule): Promise<Trial> {
  const { desk } = caller
  const ids = await newestTickets(desk)
  const readable = await readableOf(caller, ids)
  const readRules = ruleReader()
  const tickets: TriedEffects[] = []
  let matched = 0
  for (let start = 0; start < ids.length; start += STEP_TICKETS) {
    const step = async (unit: Unit) => {
      const rules = await readRules(unit)
      const prepared = prepareRule(ruleContext(unit, rules), rules, rule)
      return tryStep(ruleContext(unit, rules), prepared, ids.slice(start, start + STEP_TICKETS), readable)
    }
    const result = await unitOfWork(desk, systemUser, step, 'skip automation')
    matched += result.matched
    tickets.push(...result.effects.slice(0, MAX_DESCRIBED - tickets.length))
    // Other writes can run between the steps.
    await desk.pause(1)
  }
  return { tried: ids.length, matched, tickets }
}

async function newestTickets({ database }: Desk): Promise<number[]> {
  const rows = await database.sql.selectFrom('tickets').select('id').orderBy('id', 'desc').limit(MAX_TRIED).execute()
  return rows.map(({ id }) => id)
}

async function readableOf(caller: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await from(caller, resources.ticket)
    .select('tickets.id')
    .where('tickets.id', '>=', ids.at(-1) ?? 0)
    .execute()
  return new Set(rows.map((row) => row['id'] as number))
}

/** A rule whose condition is compiled. */
interface PreparedRule {
  readonly rule: Rule
  readonly condition: Condition
  /** Returns the events of a ticket with which the rule is tested; only `undefined` for a job. */
  readonly events: (ctx: WriteContext, row: FieldValues) => Promise<readonly (TicketEvent | undefined)[]>
}

function prepareRule(ctx: WriteContext, rules: RuleBook, { kind, row }: TriedRule): PreparedRule {
  const { id = 0, name = '' } = row as { id?: number; name?: string }
  const { perform: actions, localization = null, timezone = null } = row
  const source = { type: kind, id, name, isSilent: true }
  const rule = { source, perform: actions, localization, timezone } as Rule
  if (kind === 'Job') {
    return { rule, condition: jobCondition(ctx, rules, row['condition']), events: async () => [undefined] }
  }
  const condition = compileCondition(ctx, row['condition'], eventComparisons(ctx, rules.calendars))
  const trigger = triggerOf({ activator: 'action', execution_condition_mode: 'selective', ...row } as never, condition)
  const isTested = (event: TicketEvent) =>
    trigger.selectiveRequirement === undefined ||
    keysOfEvent(event).some((key) => trigger.selectiveRequirement?.includes(key))
  return {
    rule,
    condition,
    async events(unit, ticket) {
      if (trigger.activator === 'time') return timeEventsOf(unit, ticket)
      return [await createdEvent(unit, ticket), await lastEvent(unit, ticket)].filter(isTested)
    },
  }
}

async function tryStep(
  ctx: WriteContext,
  prepared: PreparedRule,
  ids: readonly number[],
  readable: ReadonlySet<number>,
) {
  const effects: TriedEffects[] = []
  let matched = 0
  for (const id of ids) {
    const row = await ticketRow(ctx, id)
    const event = row && (await matchingEvent(ctx, prepared, row))
    if (!row || event === null || event === undefined) continue
    matched += 1
    if (readable.has(id)) effects.push(await effectsOn(ctx, prepared.rule, row, event))
  }
  return { matched, effects }
}

type TrialEvent = Pick<TicketEvent, 'ticket' | 'article' | 'user' | 'eventId'> & { readonly type?: string }

/** Returns the event of a ticket on which the rule would act; null if there is none. */
async function matchingEvent(ctx: WriteContext, prepared: PreparedRule, row: FieldValues): Promise<TrialEvent | null> {
  for (const event of await prepared.events(ctx, row)) {
    if (!(await fulfills(prepared.condition, subjectOf(ctx, row, event)))) continue
    return event ?? { ticket: row['id'] as number, article: undefined, user: systemUser, eventId: undefined }
  }
  return null
}

async function effectsOn(ctx: WriteContext, rule: Rule, row: FieldValues, event: TrialEvent): Promise<TriedEffects> {
  const effects = await effectsOf(ctx, row, (trialCtx) => perform(trialCtx, rule, event, row))
  return { ...effects, event: event.type ?? null, remarks: [...effects.remarks, ...webhookRemarks(rule)] }
}

const webhookRemarks = ({ perform: actions }: Rule): string[] => {
  const webhook = actions['notification.webhook'] as FieldValues | undefined
  return webhook ? [`Webhook ${String(webhook['webhook_id'])} would be called.`] : []
}
