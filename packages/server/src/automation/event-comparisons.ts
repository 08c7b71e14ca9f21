/** Compiles the comparisons that searches do not have: with the event that starts a trigger, and with business hours. */
import { resources } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { type Context, effective, type FieldValues } from '../kernel/context.ts'
import { isAboutExecutionTime } from '../search/condition.ts'
import type { NamedComparison } from '../search/condition-parts.ts'
import { withCustomFields } from '../writing/custom-fields.ts'
import type { BusinessTime } from './business-time.ts'
import { comparisonPredicate, type CompileSpecial } from './condition.ts'
import { timeEventTypeOf, type TicketEvent } from './events.ts'
import { type Predicate, negated, readOnce, type Subject } from './predicates.ts'

/** Business hours by the id of their calendar. */
type Calendars = ReadonlyMap<number, BusinessTime>

/** Returns the compiler for these comparisons. */
export const eventComparisons =
  (ctx: Context, calendars: Calendars): CompileSpecial =>
  (comparison) => {
    const { name, operator } = comparison
    const timeEventType = timeEventTypeOf(name, operator)
    if (timeEventType) return onEvent(({ type }) => type === timeEventType)
    if (/^has (?:been )?changed$/.test(operator)) return changePredicate(name)
    if (name === 'ticket.action')
      return applyNegation(
        comparison,
        onEvent(({ type }) => textsIn(comparison).includes(type)),
      )
    // The only action is `create`, so the value need not be compared.
    if (name === 'article.action')
      return applyNegation(
        comparison,
        onEvent(({ article }) => article !== undefined),
      )
    if (name === 'article.time_accounting') return timeAccountingPredicate(operator)
    if (name.startsWith('article.')) return articlePredicate(ctx, comparison)
    return executionTimePredicate(calendars)(comparison)
  }

const onEvent =
  (test: (event: TicketEvent) => boolean): Predicate =>
  ({ event }) =>
    event !== undefined && test(event)

const textsIn = ({ value }: NamedComparison): readonly string[] => (Array.isArray(value) ? value : [value]).map(String)

const applyNegation = (comparison: NamedComparison, holds: Predicate): Predicate =>
  isNegative(comparison) ? negated(holds) : holds

/** Returns true for an operator such as `is not`. */
const isNegative = ({ operator }: NamedComparison): boolean => /\bnot\b|none/.test(operator)

/** Returns a predicate that is true if the event changed the attribute. A new ticket has no changes, only values. */
function changePredicate(name: string): Predicate {
  const column = name.slice(name.indexOf('.') + 1)
  return onEvent(({ type, changed }) => type !== 'create' && name.startsWith('ticket.') && changed.has(column))
}

/** Compares the article of the event. If there is none, the result is false, even for negative operators. */
function articlePredicate(ctx: Context, comparison: NamedComparison): Predicate {
  const compare = comparisonPredicate(ctx, 'article', comparison)
  return async (subject) => {
    const article = await articleOf(subject)
    return article !== undefined && compare(subject, article)
  }
}

/** Tests whether time was accounted with the article of the event. */
function timeAccountingPredicate(operator: string): Predicate {
  return async (subject) => {
    const { ctx, event } = subject
    if (event?.article === undefined) return false
    const row = await ctx.db.sql
      .selectFrom('time_accountings')
      .select('id')
      .where('ticket_article_id', '=', event.article)
      .executeTakeFirst()
    return (row !== undefined) === (operator !== 'not set')
  }
}

function articleOf(subject: Subject): Promise<FieldValues | undefined> {
  const { ctx, event } = subject
  return readOnce(subject, 'article of the event', async () => {
    if (event?.article === undefined) return undefined
    const row: FieldValues | undefined = await dynamic(ctx.db)
      .selectFrom('ticket_articles')
      .selectAll()
      .where('id', '=', event.article)
      .executeTakeFirst()
    return row && withCustomFields(effective(ctx, resources.article), row)
  })
}

/** Returns the compiler for comparisons of the current time with business hours. */
export const executionTimePredicate =
  (calendars: Calendars): CompileSpecial =>
  (comparison) =>
    isAboutExecutionTime(comparison) ? ({ ctx }) => isExecutionTime(calendars, comparison, ctx.now) : undefined

/** Compares a time with the business hours of a calendar. A deleted calendar counts as always open. */
export function isExecutionTime(calendars: Calendars, comparison: NamedComparison, time: string): boolean {
  const [id] = textsIn(comparison)
  const isOpen = calendars.get(Number(id))?.isOpen(Date.parse(time)) ?? true
  return isNegative(comparison) ? !isOpen : isOpen
}
