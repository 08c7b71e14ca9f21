/** Runs the triggers that a change of a ticket starts, in the transaction of the change. */
import { Fault } from '../errors/fault.ts'
import type { FieldValues, Unit, UnitChange, WriteContext } from '../kernel/context.ts'
import { settingOf } from '../kernel/settings.ts'
import { inSavepoint } from '../writing/unit-of-work.ts'
import { fulfills, subjectOf } from './condition.ts'
import { ticketRow } from './deadlines.ts'
import { clockTypes, eventsIn, type TicketEvent } from './events.ts'
import type { Subject } from './predicates.ts'
import { perform } from './perform.ts'
import { keysOfEvent } from './requirements.ts'
import { asRule } from './rules.ts'
import { writeTrace, type Result } from './trace.ts'
import type { Rule } from './rule.ts'
import type { RuleBook, Trigger, TriggerList } from './rule-book.ts'
import { failureMessage } from '../errors/failure-message.ts'

/**
 * Runs the triggers of an event, in the order of their names. Each is compared with the ticket as the previous ones left it,
 * and runs at most once. Their own changes start triggers only with the setting `ticket_trigger_recursive`.
 * @returns true if a trigger ran.
 */
export async function runTriggers(unit: Unit, rules: RuleBook, event: TicketEvent): Promise<boolean> {
  const list = listFor(rules, event)
  if (list.triggers.length === 0 && list === rules.triggers.action) return false
  const ctx = asRule(unit, rules)
  const done = new Set<number>()
  let events = [event]
  for (let round = 1; events.length > 0; round++) {
    const changes: UnitChange[] = []
    for (const one of events) changes.push(...(await pass(ctx, rules, one, done)))
    events =
      round < (await rounds(ctx, changes)) ? eventsIn(changes).filter(({ ticket }) => ticket === event.ticket) : []
  }
  return done.size > 0
}

const listFor = ({ triggers }: RuleBook, { type }: TicketEvent): TriggerList =>
  clockTypes.some((clock) => clock === type) ? triggers.time : triggers.action

/** Returns the maximum number of rounds of triggers: one for the original event, and those of the setting. */
async function rounds(ctx: WriteContext, changes: readonly UnitChange[]): Promise<number> {
  if (changes.length === 0 || !(await settingOf(ctx, 'ticket_trigger_recursive'))) return 1
  return settingOf(ctx, 'ticket_trigger_recursive_max_loop')
}

/** Tests and runs the triggers of one event. @returns what they changed. */
async function pass(
  ctx: WriteContext,
  rules: RuleBook,
  event: TicketEvent,
  done: Set<number>,
): Promise<readonly UnitChange[]> {
  const changes: UnitChange[] = []
  const own = { ...ctx, changes }
  const { triggers, index } = listFor(rules, event)
  const keys = new Set(keysOfEvent(event))
  const results: Result[] = []
  let row = await ticketRow(own, event.ticket)
  let queue = row ? index.candidates(event, row) : []
  let subject = row && subjectOf(own, row, event)
  for (let at = queue.shift(); at !== undefined && subject; at = queue.shift()) {
    const trigger = triggers[at] as Trigger
    if (done.has(trigger.source.id) || !mayConcern(trigger, keys)) continue
    const result = await test(subject, trigger)
    results.push(result)
    if (result.outcome !== 'ran') continue
    done.add(trigger.source.id)
    row = await ticketRow(own, event.ticket)
    subject = row && subjectOf(own, row, event)
    // The row may meet requirements that it did not meet before.
    const last = at
    queue = row ? index.candidates(event, row).filter((position) => position > last) : []
  }
  if (row) await writeTrace(ctx, event, results)
  return changes
}

const mayConcern = ({ occasion }: Trigger, keys: ReadonlySet<string>): boolean =>
  occasion === undefined || occasion.some((key) => keys.has(key))

async function test(subject: Subject, trigger: Trigger): Promise<Result> {
  const { id, name } = trigger.source
  try {
    subject.decided = undefined
    const isMatch = await fulfills(trigger.condition, subject)
    const line = subject.decided
    if (!isMatch) return { id, name, outcome: 'did not match', ...(line === undefined ? {} : { line }) }
    return { id, name, ...(await runRule(subject.ctx, trigger, subject.event as TicketEvent, subject.row)) }
  } catch (failure) {
    if (isOfDatabase(failure)) throw failure
    return { id, name, outcome: 'failed', reason: reasonOf(failure) }
  }
}

/** Carries out a rule under a savepoint: if it fails, only its own changes are undone, and the write that started it succeeds. */
export async function runRule(
  ctx: WriteContext,
  rule: Rule,
  event: Pick<TicketEvent, 'ticket' | 'article' | 'user' | 'event_id'>,
  row: FieldValues,
): Promise<Pick<Result, 'outcome' | 'reason'>> {
  try {
    const skipped = await inSavepoint(ctx, () => perform(ctx, rule, event, row))
    return skipped.length === 0 ? { outcome: 'ran' } : { outcome: 'ran', reason: skipped.join('\n') }
  } catch (failure) {
    if (isOfDatabase(failure)) throw failure
    ctx.desk.log.warn({ error: failure, rule: rule.source, ticket: event.ticket }, 'a rule failed on a ticket')
    return { outcome: 'failed', reason: reasonOf(failure) }
  }
}

/** A failure of the database, such as a full disk or a conflict, concerns the whole transaction, which may be repeated. */
const isOfDatabase = (failure: unknown): boolean =>
  !(failure instanceof Fault) && failure instanceof Error && ('code' in failure || 'errcode' in failure)

const reasonOf = (failure: unknown): string => failureMessage(failure).slice(0, 500)
