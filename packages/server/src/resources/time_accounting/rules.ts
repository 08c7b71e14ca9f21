import { type FieldValues, may, type Rules, type WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { updateTotal } from './actions.ts'
import { settingOf } from '../../kernel/settings.ts'
import { lockAsAgent } from '../ticket/lock.ts'

/** Maximum time of an entry: four digits before and two after the decimal point. */
const MAX_TIME = 9999.99

export const timeAccountingRules: Rules = {
  derive: (_, { values }) => {
    if (Math.abs(Number(values['time_unit'] ?? 0)) <= MAX_TIME) return {}
    throw invalid('time_unit', `time_unit: at most ${MAX_TIME}.`)
  },
  async authorize(ctx, before, after) {
    if (!(await settingOf(ctx, 'time_accounting'))) {
      throw new Fault('forbidden', 'Not authorized (Time Accounting is not enabled)!')
    }
    const ticket = (after ?? before)?.['ticket_id'] as number
    if (!may(ctx.actor, 'admin.time_accounting')) await lockAsAgent(ctx, ticket, before ? 'change' : 'answer')
    if (after) await checkArticle(ctx, ticket, after)
  },
  afterWrite: async (ctx, _, { before, values }) => updateTotal(ctx, (before ?? values)['ticket_id'] as number),
  beforeDelete: async (ctx, id, before) => updateTotal(ctx, before['ticket_id'] as number, id),
}

/** Requires that the article belongs to the ticket. */
async function checkArticle(ctx: WriteContext, ticket: number, after: FieldValues): Promise<void> {
  const id = after['ticket_article_id']
  if (typeof id !== 'number') return
  const article = await ctx.db.sql
    .selectFrom('ticket_articles')
    .select('ticket_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (article?.ticket_id === ticket) return
  throw invalid('ticket_article_id', `ticket_article_id: article ${id} does not belong to ticket ${ticket}.`)
}
