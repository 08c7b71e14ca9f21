/** Deletes a user with their tickets, in small transactions, so that other writes do not wait. */
import { noOwner, resources, systemUser } from '@deskbell/contract'
import { failureMessage } from '../errors/failure-message.ts'
import type { Desk, Unit, WriteContext } from '../kernel/context.ts'
import { systemActor } from '../resources/user/actor.ts'
import type { AttemptResult, TaskHandler } from '../tasks/tasks.ts'
import { replaceReferences } from '../writing/references.ts'
import { markForIndexing, unitOfWork, update } from '../writing/unit-of-work.ts'
import { remove } from '../writing/write.ts'

/** Maximum number of tickets or articles in one transaction. */
const RECORDS_PER_STEP = 10
/** Replaces the name of a deleted user. */
const HIDDEN_NAME = '-'

export const personalDataTask: TaskHandler = {
  // In minutes.
  pauses: [1, 5, 30, 120],
  async attempt(desk, task, signal): Promise<AttemptResult> {
    const id = task.payload['data_privacy_task_id'] as number
    try {
      while (await inUnit(desk, (ctx) => deleteStep(ctx, id))) {
        if (signal.aborted) return { state: 'later', error: 'The service is stopping.' }
        await desk.pause(1)
      }
      return { state: 'done' }
    } catch (failure) {
      const error = failureMessage(failure).slice(0, 500)
      return { state: 'later', error, write: (unit) => setState(unit, id, { state: 'failed', error }) }
    }
  },
}

const inUnit = (desk: Desk, work: (ctx: WriteContext) => Promise<boolean>): Promise<boolean> =>
  unitOfWork(desk, systemUser, async (unit) => work({ ...unit, actor: await systemActor(unit) }), 'skip automation')

/**
 * Deletes or changes the next records. Each step looks for the remaining records, so that a restart continues.
 * @returns false at the end.
 */
async function deleteStep(ctx: WriteContext, id: number): Promise<boolean> {
  const task = await ctx.db.sql.selectFrom('data_privacy_tasks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!task || task.state === 'completed') return false
  const user = task.deletable_id
  const tickets = await ticketsWhere(ctx, 'customer_id', user)
  for (const ticket of tickets) await remove(ctx, resources.ticket, ticket)
  if (tickets.length > 0) {
    await setState(ctx, id, {
      state: 'in process',
      tickets_deleted: task.tickets_deleted + tickets.length,
      error: null,
    })
    return true
  }
  if ((await hideAuthor(ctx, user)) || (await releaseTickets(ctx, user))) return true
  await deleteUser(ctx, user)
  await setState(ctx, id, { state: 'completed', error: null })
  return false
}

async function ticketsWhere({ db }: Unit, column: 'customer_id' | 'owner_id', user: number): Promise<number[]> {
  const rows = db.sql.selectFrom('tickets').select('id').where(column, '=', user).orderBy('id').limit(RECORDS_PER_STEP)
  return (await rows.execute()).map(({ id }) => id)
}

/** Removes the name from articles that the user wrote in tickets of others. @returns false if there are none. */
async function hideAuthor(ctx: WriteContext, user: number): Promise<boolean> {
  const articles = await ctx.db.sql
    .selectFrom('ticket_articles')
    .select(['id', 'ticket_id'])
    .where((eb) => eb.or([eb('created_by_id', '=', user), eb('origin_by_id', '=', user)]))
    .where('from', '<>', HIDDEN_NAME)
    .orderBy('id')
    .limit(RECORDS_PER_STEP)
    .execute()
  for (const { id, ticket_id } of articles) {
    await ctx.db.sql.updateTable('ticket_articles').set({ from: HIDDEN_NAME }).where('id', '=', id).execute()
    markForIndexing(ctx, 'ticket', ticket_id)
  }
  return articles.length > 0
}

/** Removes the user as the owner of tickets, if they were an agent. @returns false if there are none. */
async function releaseTickets(ctx: WriteContext, user: number): Promise<boolean> {
  const tickets = await ticketsWhere(ctx, 'owner_id', user)
  for (const ticket of tickets) await update(ctx, 'ticket', ticket, { owner_id: noOwner })
  return tickets.length > 0
}

/** Deletes the user, their names in the history of other records, and the records of their mails. */
async function deleteUser(ctx: WriteContext, user: number): Promise<void> {
  const { sql: db } = ctx.db
  const row = await db.selectFrom('users').select('email').where('id', '=', user).executeTakeFirst()
  if (!row) return
  for (const side of ['from', 'to'] as const) {
    await db
      .updateTable('histories')
      .set({ [`value_${side}`]: HIDDEN_NAME })
      .where(`id_${side}`, '=', user)
      .where('attribute', 'in', ['customer', 'owner'])
      .execute()
  }
  await db.deleteFrom('histories').where('object', '=', 'User').where('o_id', '=', user).execute()
  if (row.email) {
    // Mail that waits has not been processed yet.
    await db.deleteFrom('received_mails').where('sender', '=', row.email).where('state', '<>', 'waiting').execute()
    await db.deleteFrom('automatic_mails').where('address', '=', row.email).execute()
  }
  await replaceReferences(ctx, resources.user, user, systemUser)
  await remove(ctx, resources.user, user)
}

interface Progress {
  readonly state: 'in process' | 'completed' | 'failed'
  readonly tickets_deleted?: number
  readonly error: string | null
}

const setState = (unit: Unit, id: number, progress: Progress): Promise<void> =>
  update(unit, 'data_privacy_task', id, progress)
