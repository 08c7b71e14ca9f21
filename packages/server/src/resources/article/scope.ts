import type { ComputedKey, FieldValues, Scope, Slice, WriteContext } from '../../kernel/context.ts'
import { resources } from '@deskbell/contract'
import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { decimalText } from '../../kernel/represent.ts'
import { from } from '../../kernel/scope.ts'
import { dynamic } from '../../db/dynamic.ts'
import { anyOf, relatedTo } from '../conditions.ts'
import { seenCondition, seesAllTickets } from '../ticket/rights.ts'

/** Selects articles of the tickets that a caller sees; internal ones only if the caller is an agent of the ticket. */
const articleScope: Scope = (ctx, table) => {
  if (seesAllTickets(ctx.actor)) return undefined
  const isPublic = sql<SqlBool>`${sql.ref(`${table}.internal`)} = ${false}`
  const customer = seenCondition(ctx, 'customer', 'its_ticket')
  const customerCondition = customer && expressionBuilder<never>().and([isPublic, customer])
  const seen = anyOf([seenCondition(ctx, 'agent', 'its_ticket'), customerCondition])
  return relatedTo(ctx, { table: 'tickets', alias: 'its_ticket', key: `${table}.ticket_id` }, seen)
}

/** Selects attachments of the articles that a caller sees. */
export const attachmentScope: Scope = (ctx, table) => {
  const article = articleScope(ctx, 'its_article')
  const related = { table: 'ticket_articles', alias: 'its_article', key: `${table}.article_id` }
  return article && relatedTo(ctx, related, article)
}

/**
 * The list of attachments in every article, with sizes as strings. Pictures inside the text are omitted, except in the
 * response to the write that created them: see docs/decisions/oddities.md.
 */
const attachmentsOf: ComputedKey = async (ctx, ids) => {
  const rows = await dynamic(ctx.db)
    .selectFrom(resources.attachment.path)
    .select(['id', 'article_id', 'store_file_id', 'filename', 'size', 'preferences'])
    .where(ctx.db.dialect.among(sql.ref('article_id'), sql.val(`[${ids.join()}]`)))
    .orderBy('id')
    .execute()
  const lists = new Map<number, object[]>()
  // In a write, `toIndex` has the ids of the attachments that it has created.
  const newIds = 'toIndex' in ctx ? (ctx as WriteContext).toIndex.get('attachment') : undefined
  for (const { article_id, size, ...row } of rows) {
    if (isShownInText(row['preferences'] as FieldValues) && !newIds?.has(row['id'] as number)) continue
    const list = lists.get(article_id as number) ?? []
    lists.set(article_id as number, [...list, { ...row, size: String(size) }])
  }
  return (id) => JSON.stringify(lists.get(id) ?? [])
}

const isShownInText = (preferences: FieldValues): boolean =>
  preferences['Content-Disposition'] === 'inline' && typeof preferences['Content-ID'] === 'string'

/** The accounted time of an article; null if there is none, or if the caller may not see it. */
const timeUnit: ComputedKey = async (ctx, ids) => {
  const rows = await from(ctx, resources.time_accounting)
    .select(['ticket_article_id', 'time_unit'])
    .where(ctx.db.dialect.among(sql.ref('ticket_article_id'), sql.val(`[${ids.join()}]`)))
    .execute()
  const sums = new Map<unknown, number>()
  for (const row of rows) {
    sums.set(row['ticket_article_id'], (sums.get(row['ticket_article_id']) ?? 0) + Number(row['time_unit']))
  }
  return (id) => {
    const sum = sums.get(id)
    return sum === undefined ? 'null' : decimalText(sum)
  }
}

/** Articles are always expanded: see docs/decisions/oddities.md. */
export const articleScopes: Slice = {
  listScope: articleScope,
  plain: 'expand',
  computedKeys: { attachments: attachmentsOf, time_unit: timeUnit },
}
