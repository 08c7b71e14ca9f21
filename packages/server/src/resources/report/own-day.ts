import { resources } from '@deskbell/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { isCommunication, senders } from '../article/kinds.ts'
import { isClosing, stateChanges } from './changes.ts'
import { hoursOf, type Period } from './periods.ts'
import { countedTickets, openTickets, type ReportRequest, stateIdsOf } from './report-request.ts'

/** The work of a caller on a day, and the tickets that the caller owns now; `http/routes/own-day.ts` describes the values. */
export interface OwnDay {
  readonly date: string
  readonly time_zone: string
  readonly answers: number
  readonly notes: number
  readonly tickets: number
  readonly closed: number
  readonly time_unit: number
  readonly hours: readonly Hour[]
  readonly own: OwnTickets
}

interface Hour {
  readonly from: string
  readonly answers: number
  readonly notes: number
}

interface OwnTickets {
  readonly open: number
  readonly waiting: number
  readonly waiting_since: string | null
  readonly due: number
  readonly pending_reached: number
}

/** Reads the work of the caller on a day. @param zone the time zone of the day. */
export async function ownDayOf(ctx: Context, day: Temporal.PlainDate, zone: string): Promise<OwnDay> {
  const date = day.toString()
  const request: ReportRequest = {
    range: { from: date, to: date, zone },
    interval: undefined,
    dimension: undefined,
    filters: {},
    tags: undefined,
    states: await stateIdsOf(ctx),
    isCompared: false,
  }
  const hours = hoursOf(day, zone)
  const span = { date, from: (hours[0] as Period).from, to: (hours.at(-1) as Period).to }
  const [articles, closed, time_unit, own] = await Promise.all([
    articlesOf(ctx, span),
    closedBy(ctx, request, span),
    timeOf(ctx, span),
    ownTickets(ctx, request, span),
  ])
  const byHour = hours.map(({ from, to }): Hour => {
    const inHour = articles.filter(({ createdAt }) => from <= createdAt && createdAt < to)
    const answers = inHour.filter(({ isAnswer }) => isAnswer).length
    return { from, answers, notes: inHour.length - answers }
  })
  const answers = articles.filter(({ isAnswer }) => isAnswer).length
  return {
    date,
    time_zone: zone,
    answers,
    notes: articles.length - answers,
    tickets: new Set(articles.map(({ ticket }) => ticket)).size,
    closed,
    time_unit,
    hours: byHour,
    own,
  }
}

/** Reads the articles that the caller wrote as an agent: public messages are answers, all others count as notes. */
async function articlesOf(ctx: Context, { from: start, to }: Period) {
  const rows = await from(ctx, resources.article)
    .select(['created_at', 'ticket_id', 'type_id', 'internal'])
    .where('created_by_id', '=', ctx.actor.id)
    .where('sender_id', '=', senders.agent)
    .where('created_at', '>=', start)
    .where('created_at', '<', to)
    .execute()
  return rows.map(({ created_at, ticket_id, type_id, internal }) => ({
    createdAt: created_at as string,
    ticket: ticket_id as number,
    isAnswer: isCommunication(type_id as number) && !internal,
  }))
}

/** Counts the tickets that the caller closed. */
async function closedBy(ctx: Context, request: ReportRequest, { from: start, to }: Period): Promise<number> {
  const { tickets } = await stateChanges(ctx.db, countedTickets(ctx, request))
    .where(isClosing(request.states))
    .where('change.created_by_id', '=', ctx.actor.id)
    .where('change.created_at', '>=', start)
    .where('change.created_at', '<', to)
    .select(sql<number>`count(distinct tickets.id)`.as('tickets'))
    .executeTakeFirstOrThrow()
  return tickets
}

/** Adds up the time that the caller accounted. */
async function timeOf(ctx: Context, { from: start, to }: Period): Promise<number> {
  const { sum } = await from(ctx, resources.time_accounting)
    .select(sql<number | string | null>`sum(time_unit)`.as('sum'))
    .where('created_by_id', '=', ctx.actor.id)
    .where('created_at', '>=', start)
    .where('created_at', '<', to)
    .executeTakeFirstOrThrow()
  return Math.round(Number(sum) * 100) / 100
}

async function ownTickets(ctx: Context, request: ReportRequest, { to }: Period): Promise<OwnTickets> {
  return openTickets(ctx, { ...request, filters: { owner_id: [ctx.actor.id] } })
    .select([
      sql<number>`count(*)`.as('open'),
      sql<number>`count(waiting_since)`.as('waiting'),
      sql<string | null>`min(waiting_since)`.as('waiting_since'),
      countIf(sql`escalation_at < ${to}`).as('due'),
      countIf(sql`pending_time <= ${ctx.desk.now().toISOString()}`).as('pending_reached'),
    ])
    .executeTakeFirstOrThrow()
}

const countIf = (condition: RawBuilder<boolean>) => sql<number>`count(case when ${condition} then 1 end)`
