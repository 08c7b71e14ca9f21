import { resources } from '@deskbell/contract'
import type { Context, FieldValues, WriteContext } from '../../kernel/context.ts'
import { unknownId } from '../../errors/fault.ts'
import { change, create, lockRecord } from '../../writing/write.ts'
import { articleBody, prepareArticle, type PreparedArticle } from '../article/prepare.ts'
import { withCustomer } from '../ticket/customer.ts'
import { notifyAgents } from '../ticket/notify.ts'
import { mergedInto } from '../ticket/merged-into.ts'
import { ownershipOf } from '../ticket/reads.ts'
import { extrasOf, prepareTicket } from '../ticket/prepare.ts'

const { article, ticket } = resources

/** An outbox message: the write that is performed when it is sent. */
export interface Message {
  readonly action: 'create_article' | 'update_ticket' | 'create_ticket'
  readonly ticket_id: number | null
  readonly ticket_attributes: FieldValues
  readonly new_article: FieldValues
}

/** The records that the sending of a message wrote. */
export interface SentRecords {
  readonly ticket_id: number
  readonly article_id: number
}

/** A message whose text is sanitized and whose files are stored. */
export interface PreparedMessage {
  readonly article: PreparedArticle
  /** Writes the message within a transaction, as the usual routes do. @throws Fault as they do. */
  readonly perform: (ctx: WriteContext) => Promise<SentRecords>
}

/** Prepares a message outside of any transaction. @throws Fault `invalid` for an invalid article, tags, mentions or links. */
export async function prepareMessage(ctx: Context, message: Message): Promise<PreparedMessage> {
  const { action, ticket_attributes, new_article } = message
  if (action === 'create_article') {
    const prepared = await prepareArticle(ctx, new_article)
    return { article: prepared, perform: (writing) => addArticle(writing, message.ticket_id, prepared) }
  }
  const verb = action === 'create_ticket' ? 'create' : 'update'
  const body = await prepareTicket(ctx, verb, { ...ticket_attributes, article: new_article })
  // An update may omit the article; a message may not.
  const prepared = extrasOf(body).article ?? (await prepareArticle(ctx, new_article))
  return {
    article: prepared,
    async perform(writing) {
      if (verb === 'create')
        return newestRecords(writing, (await create(writing, ticket, await withCustomer(writing, body))).id)
      const id = requireTicketId(message.ticket_id)
      await lockRecord(writing, ticket, id)
      // If the ticket was merged, the target gets the article, but not the other changes.
      if ((await mergedInto(writing.db, id)) !== undefined) return addArticle(writing, id, prepared)
      await change(writing, ticket, id, body)
      return newestRecords(writing, id)
    },
  }
}

/** Adds an article to a ticket, or to the one that it was merged into. */
async function addArticle(ctx: WriteContext, ticketId: number | null, prepared: PreparedArticle): Promise<SentRecords> {
  const id = requireTicketId(ticketId)
  await lockRecord(ctx, ticket, id)
  const ticket_id = (await mergedInto(ctx.db, id)) ?? id
  // Throws `not_found` if the ticket has been deleted.
  await ownershipOf(ctx.db, ticket_id)
  const { id: article_id } = await create(ctx, article, articleBody(prepared, ticket_id))
  await notifyAgents(ctx, ticket_id, 'update')
  return { ticket_id, article_id }
}

/** @throws Fault `not_found` if the ticket was deleted, which sets `ticket_id` to null. */
function requireTicketId(ticket_id: number | null): number {
  if (ticket_id === null) throw unknownId(ticket, 0)
  return ticket_id
}

/** Returns the ids of a ticket and its newest article. */
async function newestRecords({ db }: WriteContext, ticket_id: number): Promise<SentRecords> {
  const { id } = await db.sql
    .selectFrom('ticket_articles')
    .select('id')
    .where('ticket_id', '=', ticket_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ticket_id, article_id: id }
}
