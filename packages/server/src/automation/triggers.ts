/** Runs the triggers of an event, in the transaction of the change that caused it. */
import { Fault } from '../errors/fault.ts'
import type { FieldValues, Unit, UnitChange, WriteContext } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { inSavepoint } from '../writing/unit-of-work.ts'
import { fulfills, subjectOf } from './condition.ts'
import { ticketRow } from './deadlines.ts'
import { timeEventTypes, eventsIn, type TicketEvent } from './events.ts'
import type { Subject } from './predicates.ts'
import { perform } from './perform.ts'
import { keysOfEvent } from './requirements.ts'
import { ruleContext } from './rules.ts'
import { writeTrace, type RuleResult } from './trace.ts'
import type { Rule } from './rule.ts'
import type { RuleBook, Trigger, TriggerList } from './rule-book.ts'
import { failureMessage } from '../errors/failure-message.ts'

/**
 * Runs the triggers of an event in the order of their names. Each is tested with the ticket as the previous ones have
 * changed it, and runs at most once. Changes made by triggers start triggers only with the setting `ticket_trigger_recursive`.
 * @returns true if a trigger ran.
 */
export async function runTriggers(unit: Unit, rules: RuleBook, event: TicketEvent): Promise<boolean> {
  const list = listFor(rules, event)
  // An alarm is recorded in the trace even without triggers.
  if (list.triggers.length === 0 && list === rules.triggers.action) return false
  const ctx = ruleContext(unit, rules)
  const ran = new Set<number>()
  let events = [event]
  for (let round = 1; events.length > 0; round++) {
    const changes: UnitChange[] = []
    for (const current of events) changes.push(...(await runRound(ctx, rules, current, ran)))
    const isLastRound = round >= (await maxRounds(ctx, changes))
    events = isLastRound ? [] : eventsIn(changes).filter(({ ticket }) => ticket === event.ticket)
  }
  return ran.size > 0
}

const listFor = ({ triggers }: RuleBook, { type }: TicketEvent): TriggerList =>
  timeEventTypes.some((timeEvent) => timeEvent === type) ? triggers.time : triggers.action

/** Returns the maximum number of rounds: one for the original event, or the number of the setting if triggers are recursive. */
async function maxRounds(ctx: WriteContext, changes: readonly UnitChange[]): Promise<number> {
  if (changes.length === 0 || !(await settingOf(ctx, 'ticket_trigger_recursive'))) return 1
  return settingOf(ctx, 'ticket_trigger_recursive_max_loop')
}

/** Tests and runs the triggers of one event. @returns the changes that they made. */
async function runRound(
  ctx: WriteContext,
  rules: RuleBook,
  event: TicketEvent,
  ran: Set<number>,
): Promise<readonly UnitChange[]> {
  const changes: UnitChange[] = []
  const roundCtx = { ...ctx, changes }
  const { triggers, index } = listFor(rules, event)
  const keys = new Set(keysOfEvent(event))
  const results: RuleResult[] = []
  let row = await ticketRow(roundCtx, event.ticket)
  let queue = row ? index.candidates(event, row) : []
  let subject = row && subjectOf(roundCtx, row, event)
  for (let position = queue.shift(); position !== undefined && subject; position = queue.shift()) {
    const trigger = triggers[position] as Trigger
    if (ran.has(trigger.source.id) || !mayConcern(trigger, keys)) continue
    const result = await testTrigger(subject, trigger)
    results.push(result)
    if (result.outcome !== 'ran') continue
    ran.add(trigger.source.id)
    row = await ticketRow(roundCtx, event.ticket)
    subject = row && subjectOf(roundCtx, row, event)
    // The changed row may meet requirements of further triggers.
    const last = position
    queue = row ? index.candidates(event, row).filter((candidate) => candidate > last) : []
  }
  if (row) await writeTrace(ctx, event, results)
  return changes
}

const mayConcern = ({ selectiveRequirement }: Trigger, keys: ReadonlySet<string>): boolean =>
  selectiveRequirement === undefined || selectiveRequirement.some((key) => keys.has(key))

async function testTrigger(subject: Subject, trigger: Trigger): Promise<RuleResult> {
  const { id, name } = trigger.source
  try {
    subject.lastComparison = undefined
    const isMatch = await fulfills(trigger.condition, subject)
    const line = subject.lastComparison
    if (!isMatch) return { id, name, outcome: 'did not match', ...(line === undefined ? {} : { line }) }
    return { id, name, ...(await runRule(subject.ctx, trigger, subject.event as TicketEvent, subject.row)) }
  } catch (failure) {
    if (isDatabaseFailure(failure)) throw failure
    return { id, name, outcome: 'failed', reason: reasonOf(failure) }
  }
}

/** Carries out a rule under a savepoint: if it fails, only its own changes are rolled back, and the write that started it succeeds. */
export async function runRule(
  ctx: WriteContext,
  rule: Rule,
  event: Pick<TicketEvent, 'ticket' | 'article' | 'user' | 'eventId'>,
  row: FieldValues,
): Promise<Pick<RuleResult, 'outcome' | 'reason'>> {
  try {
    const skipped = await inSavepoint(ctx, () => perform(ctx, rule, event, row))
    return skipped.length === 0 ? { outcome: 'ran' } : { outcome: 'ran', reason: skipped.join('\n') }
  } catch (failure) {
    if (isDatabaseFailure(failure)) throw failure
    ctx.desk.log.warn({ error: failure, rule: rule.source, ticket: event.ticket }, 'a rule failed on a ticket')
    return { outcome: 'failed', reason: reasonOf(failure) }
  }
}

/** Returns true for a failure of the database, such as a full disk or a conflict. It ends the whole transaction, which may be repeated. */
const isDatabaseFailure = (failure: unknown): boolean =>
  !(failure instanceof Fault) && failure instanceof Error && ('code' in failure || 'errcode' in failure)

const reasonOf = (failure: unknown): string => failureMessage(failure).slice(0, 500)
