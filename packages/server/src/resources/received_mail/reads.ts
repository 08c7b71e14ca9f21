import { resources } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { Fault } from '../../errors/fault.ts'
import { ownershipOf } from '../ticket/reads.ts'
import { roleFor } from '../ticket/rights.ts'

/** The states of received mails. */
export const mailStates = resources.received_mail.fields.state.values ?? []

/** Maximum number of ids that `mailsInState` returns. */
const MAX_IDS = 1000

/** Returns the ids of the received mails in a state, the newest first. */
export async function mailsInState(ctx: Context, state: string): Promise<number[]> {
  const rows = await from(ctx, resources.received_mail)
    .select('received_mails.id')
    .where('received_mails.state', '=', state)
    .orderBy('received_mails.id', 'desc')
    .limit(MAX_IDS)
    .execute()
  return rows.map((row) => row['id'] as number)
}

/** Reads the columns that are needed to show a received mail, or to process it again. */
export async function receivedMail({ sql }: Pick<Connection, 'sql'>, id: number) {
  return sql
    .selectFrom('received_mails')
    .select(['id', 'state', 'sha256', 'size', 'channel_id', 'envelope_from', 'envelope_to', 'client'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the decisions about the mail that became this article, for agents of its ticket. An `ignored` mail that has an
 * article was sent by the desk itself; the article is the one that was sent.
 * @throws Fault `forbidden` for customers, `not_found` for an article that did not arrive by mail.
 */
export async function decisionsAbout(ctx: Context, article: number) {
  const row = await ctx.db.sql
    .selectFrom('ticket_articles')
    .innerJoin('received_mails', 'received_mails.article_id', 'ticket_articles.id')
    .select(['ticket_id', 'received_mails.id', 'via', 'reason', 'decisions', 'authentication', 'envelope_to'])
    .select(['received_mails.created_at'])
    .where('ticket_articles.id', '=', article)
    .where('received_mails.state', 'in', ['taken', 'ignored'])
    .orderBy('received_mails.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Fault('not_found', `Article ${article} did not arrive by mail.`)
  const { ticket_id, decisions, authentication, envelope_to, ...columns } = row
  if (roleFor('see', ctx.actor, await ownershipOf(ctx.db, ticket_id)) !== 'agent') throw new Fault('forbidden')
  const { steps = [] } = decisions as unknown as { steps?: readonly object[] }
  return { ...columns, steps, authentication: authentication as unknown, envelope_to: envelope_to as unknown }
}
