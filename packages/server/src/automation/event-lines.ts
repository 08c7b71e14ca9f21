/** Comparisons that only triggers have, because they are about the event that started the trigger. */
import { resources } from '@deskbell/contract'
import { dynamic } from '../db/dynamic.ts'
import { type Context, effective, type FieldValues } from '../kernel/context.ts'
import type { Line } from '../search/condition-parts.ts'
import { withCustom } from '../writing/custom.ts'
import type { BusinessTime } from './business-time.ts'
import { linePredicate, type SpecialLine } from './condition.ts'
import { clockEvent, type TicketEvent } from './events.ts'
import { type Predicate, negated, readOnce, type Subject } from './predicates.ts'

/** Compiles the comparisons that only triggers have. @param calendars business hours by the id of their calendar. */
export const eventLines =
  (ctx: Context, calendars: ReadonlyMap<number, BusinessTime>): SpecialLine =>
  (line) => {
    const { name, operator } = line
    const clock = clockEvent(name, operator)
    if (clock) return onEvent(({ type }) => type === clock)
    if (/^has (?:been )?changed$/.test(operator)) return changedLine(name)
    if (name === 'ticket.action')
      return applySign(
        line,
        onEvent(({ type }) => textsIn(line).includes(type)),
      )
    if (name === 'article.action')
      return applySign(
        line,
        onEvent(({ article }) => article !== undefined),
      )
    if (name === 'article.time_accounting') return timeLine(operator)
    if (name.startsWith('article.')) return articleLine(ctx, line)
    return name.startsWith('execution_time.') ? workingTime(line, calendars) : undefined
  }

const onEvent =
  (test: (event: TicketEvent) => boolean): Predicate =>
  ({ event }) =>
    event !== undefined && test(event)

const textsIn = ({ value }: Line): readonly string[] => (Array.isArray(value) ? value : [value]).map(String)

/** Negates the result for a negative operator. */
const applySign = ({ operator }: Line, holds: Predicate): Predicate =>
  /\bnot\b|none/.test(operator) ? negated(holds) : holds

/** A new ticket has no changes, only values. */
function changedLine(name: string): Predicate {
  const column = name.slice(name.indexOf('.') + 1)
  return onEvent(({ type, changed }) => type !== 'create' && name.startsWith('ticket.') && changed.has(column))
}

/** Compares the article of the event. Without one, the result is false, also for negative operators. */
function articleLine(ctx: Context, line: Line): Predicate {
  const compare = linePredicate(ctx, 'article', line)
  return async (subject) => {
    const article = await articleOf(subject)
    return article !== undefined && compare(subject, article)
  }
}

/** Time is accounted with the article of the event. */
function timeLine(operator: string): Predicate {
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
    return row && withCustom(effective(ctx, resources.article), row)
  })
}

/** The time of the event is in the working hours of a calendar; a calendar that was deleted has all hours. */
function workingTime(line: Line, calendars: ReadonlyMap<number, BusinessTime>): Predicate {
  const [id] = textsIn(line)
  const time = calendars.get(Number(id))
  return applySign(line, ({ ctx }) => time === undefined || time.isOpen(Date.parse(ctx.now)))
}
