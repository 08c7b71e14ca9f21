import { resources } from '@deskbell/contract'
import { Fault, unknownId } from '../../errors/fault.ts'
import type { Context, Desk, WriteContext } from '../../kernel/context.ts'
import { record, unitOfWork, update, writeContext } from '../../writing/unit-of-work.ts'
import { lockRecord } from '../../writing/write.ts'
import { actorOf } from '../user/actor.ts'
import { type Limits, limitedContext } from './limits.ts'
import { type Message, prepareMessage, type SentRecords } from './perform.ts'

const declaration = resources.outbox_message

/** Maximum number of messages that are read together. */
const BATCH = 100

/** Milliseconds for which a message waits after an error of the service itself. */
const RETRY_AFTER = 60_000

/** A message as it is stored. */
interface StoredMessage extends Message {
  readonly limits: Limits
}

/**
 * Prepares a message of the caller for sending, and returns a function that sends it. The message leaves the outbox in the
 * same transaction, so that it is never sent twice.
 * @throws Fault `not_found` if it has been sent or deleted, otherwise as the usual routes do.
 */
export async function prepareSending(
  ctx: Context,
  id: number,
): Promise<(writing: WriteContext) => Promise<SentRecords>> {
  const { limits, ...message } = await messageOf(ctx, id)
  const author = await limitedContext(ctx, limits)
  const { perform } = await prepareMessage(author, message)
  return async (writing) => {
    await removeMessage(writing, id)
    return perform({ ...writing, actor: author.actor })
  }
}

/** Removes a message of the caller from the outbox. @throws Fault `not_found`. */
export async function removeMessage(ctx: WriteContext, id: number): Promise<void> {
  await lockRecord(ctx, declaration, id)
  await messageOf(ctx, id)
  await ctx.db.sql.deleteFrom('outbox_messages').where('id', '=', id).execute()
  // The event keeps the author, because only the author may receive it.
  await record(ctx, { type: 'deleted', name: 'outbox_message', id, kept: { created_by_id: ctx.by } })
}

/** Reads a message of the caller. @throws Fault `not_found`, also for one of another user. */
async function messageOf({ db, actor }: Context, id: number): Promise<StoredMessage> {
  const row = await db.sql
    .selectFrom('outbox_messages')
    .select(['action', 'ticket_id', 'ticket_attributes', 'new_article', 'limits'])
    .where('id', '=', id)
    .where('created_by_id', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw unknownId(declaration, id)
  return row as unknown as StoredMessage
}

/**
 * Sends the messages that are due, each in a transaction of its own, with the current rights of its author. Several
 * processes may do this at the same time.
 * @param stopping ends the work early when it returns true.
 * @returns the number of sent messages.
 */
export async function sendDue(desk: Desk, stopping: () => boolean = () => false): Promise<number> {
  let sent = 0
  for (let due = await dueMessages(desk); due.length > 0; due = await dueMessages(desk)) {
    for (const { id, created_by_id } of due) {
      if (stopping()) return sent
      sent += await trySending(desk, id, created_by_id)
    }
  }
  return sent
}

const dueMessages = ({ database, now }: Desk) =>
  database.sql
    .selectFrom('outbox_messages')
    .select(['id', 'created_by_id'])
    .where('state', '=', 'waiting')
    .where('send_at', '<=', now().toISOString())
    .orderBy('send_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()

/** @returns the number of sent messages. */
async function trySending(desk: Desk, id: number, author: number): Promise<0 | 1> {
  try {
    const cache = await desk.cache.current()
    const actor = await actorOf(desk, cache, author)
    if (!actor) throw new Fault('forbidden', 'The author of the message is not active.')
    const ctx: Context = { desk, db: desk.database, cache, actor }
    const work = await prepareSending(ctx, id)
    await unitOfWork(desk, author, (unit) => work(writeContext(ctx, unit)))
    return 1
  } catch (failure) {
    // Other errors, such as an overloaded service, are no reason to refuse the message.
    const isRefused = failure instanceof Fault && failure.status < 500
    if (!isRefused)
      desk.log.warn({ error: failure, message: id }, 'a message could not be sent; it will be tried again')
    await storeFailure(desk, id, author, isRefused ? failure.message : undefined)
    return 0
  }
}

/** Marks a message as failed if it was refused with an error; otherwise postpones it for another attempt. */
async function storeFailure(desk: Desk, id: number, author: number, error: string | undefined): Promise<void> {
  await unitOfWork(desk, author, async (unit) => {
    await unit.db.dialect.lock(declaration.path, id)?.execute(unit.db.sql)
    const row = await unit.db.sql.selectFrom('outbox_messages').select('state').where('id', '=', id).executeTakeFirst()
    // Another process has sent it, or its author has deleted it.
    if (row?.state !== 'waiting') return
    if (error === undefined) {
      const send_at = new Date(desk.now().getTime() + RETRY_AFTER).toISOString()
      return update(unit, 'outbox_message', id, { send_at })
    }
    await update(unit, 'outbox_message', id, { state: 'failed', error: error.slice(0, 1000) })
    await record(unit, {
      type: 'updated',
      name: 'outbox_message',
      id,
      changes: { state: { from: 'waiting', to: 'failed' } },
    })
  })
}
