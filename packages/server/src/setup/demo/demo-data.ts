import { type ResourceName, resources, systemUser } from '@deskbell/contract'
import { Fault } from '../../errors/fault.ts'
import type { Connection } from '../../db/dialect.ts'
import { declared, type Desk, type RecordedChange, type Unit, type WriteContext } from '../../kernel/context.ts'
import type { PreparedArticle } from '../../resources/article/prepare.ts'
import { inSavepoint } from '../../writing/unit-of-work.ts'
import { recordOf, remove } from '../../writing/write.ts'
import { readDemoState } from './index.ts'
import { checkObstacles } from './obstacles.ts'
import { stories } from './stories.ts'
import type { TicketChange } from './ticket-changes.ts'
import { applyChanges, preparedArticles } from './write-changes.ts'
import { writePeople } from './write-people.ts'

/*
 * Demo data in a real desk: teams, people, text modules and conversations. No one can sign in as these people, nothing is sent
 * to them, and no trigger runs. The table `demo_records` lists what was created, so that exactly this is removed again.
 */

/** The kinds of records that are removed, in this order. Others, such as articles, are removed with these. */
const removedKinds = ['ticket', 'tag', 'text_module', 'macro', 'template', 'user', 'organization', 'group'] as const
type RemovedKind = (typeof removedKinds)[number]

/** A record of the demo that was not removed, because other records refer to it. */
export interface KeptRecord {
  readonly object: RemovedKind
  readonly id: number
  readonly name: string
}

/** Conversations of the demo that are ready to be written. */
export interface Conversations {
  readonly changes: readonly TicketChange[]
  readonly articles: ReadonlyMap<TicketChange, PreparedArticle>
}

/** Prepares the conversations, before the transaction that writes them. */
export async function prepareConversations(desk: Desk): Promise<Conversations> {
  const changes = stories(desk.now().getTime())
  return { changes, articles: await preparedArticles(desk, changes) }
}

/** Returns the number of records of the demo by kind. */
export async function countDemoRecords({
  sql,
}: Pick<Connection, 'sql'>): Promise<Partial<Record<ResourceName, number>>> {
  const rows = await sql
    .selectFrom('demo_records')
    .select(({ fn }) => ['object', fn.countAll<number>().as('count')])
    .groupBy('object')
    .execute()
  return Object.fromEntries(rows.map(({ object, count }) => [object, count]))
}

/**
 * Adds the demo data. The caller gets full access to its groups.
 * @throws Fault `exists` if it is there already, `invalid` if names of the demo are in use in the desk, or if the desk lacks
 * a state or priority.
 */
export async function addDemoData(ctx: WriteContext, { changes, articles }: Conversations): Promise<void> {
  const { length } = Object.keys(await countDemoRecords(ctx.db))
  if (length > 0 || (await readDemoState({ database: ctx.desk.database })))
    throw new Fault('exists', 'The demo data is there already.')
  const before = ctx.changes?.length ?? 0
  await checkObstacles(ctx.db, changes)
  await writePeople(ctx, { groups: [] })
  await applyChanges(ctx, changes, articles)
  // The changes are removed from this unit, so that no trigger runs and no mail is sent.
  const created = ctx.changes?.splice(before).filter(({ type }) => type === 'created') ?? []
  await listRecords(ctx, created)
  await giveAccess(ctx, ctx.actor.id)
}

async function listRecords({ db }: Unit, created: readonly RecordedChange[]): Promise<void> {
  await db.sql
    .insertInto('demo_records')
    .values(created.map(({ name, id }) => ({ object: name, o_id: id })))
    .execute()
}

/** Gives a user full access to the groups of the demo. */
const giveAccess = ({ db }: Unit, user: number): Promise<unknown> =>
  db.sql
    .insertInto('groups_users')
    .columns(['group_id', 'user_id', 'access'])
    .expression((eb) =>
      eb
        .selectFrom('demo_records')
        .select(['o_id', eb.val(user).as('user_id'), eb.val('full').as('access')])
        .where('object', '=', 'group'),
    )
    .execute()

/** Removes the demo data. @returns the records that remain, because others refer to them; a later call removes them. */
export async function removeDemoData(ctx: WriteContext): Promise<KeptRecord[]> {
  await forgetAuthors(ctx)
  const kept: KeptRecord[] = []
  for (const object of removedKinds) {
    for (const id of await idsOf(ctx, object)) {
      if (!(await tryToRemove(ctx, object, id))) kept.push({ object, id, name: await nameOf(ctx, object, id) })
    }
  }
  await ctx.db.sql.deleteFrom('demo_records').where('object', 'not in', removedKinds).execute()
  return kept
}

/** Deletes the history of the demo's records, and makes the system user the author of events by the demo's people. */
async function forgetAuthors(unit: Unit): Promise<void> {
  const { sql } = unit.db
  const idsOfDemo = (object: ResourceName) => sql.selectFrom('demo_records').select('o_id').where('object', '=', object)
  for (const object of Object.keys(await countDemoRecords(unit.db)) as ResourceName[]) {
    const { model } = declared(object)
    const histories = sql.deleteFrom('histories').where('object', '=', model)
    await histories.where('o_id', 'in', idsOfDemo(object)).execute()
  }
  const events = sql.updateTable('events').set({ created_by_id: systemUser })
  await events.where('created_by_id', 'in', idsOfDemo('user')).execute()
}

async function idsOf({ db }: Unit, object: RemovedKind): Promise<number[]> {
  const records = db.sql.selectFrom('demo_records').select('o_id').where('object', '=', object).orderBy('o_id')
  return (await records.execute()).map(({ o_id }) => o_id)
}

/** Removes a record, or does nothing if others refer to it. @returns false in that case. */
async function tryToRemove(ctx: WriteContext, object: RemovedKind, id: number): Promise<boolean> {
  try {
    await inSavepoint(ctx, () => removeRecord(ctx, object, id))
    return true
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'invalid') return false
    throw failure
  }
}

async function removeRecord(ctx: WriteContext, object: RemovedKind, id: number): Promise<void> {
  const { sql } = ctx.db
  // People with access to a group do not prevent its removal.
  if (object === 'group') await sql.deleteFrom('groups_users').where('group_id', '=', id).execute()
  await sql.deleteFrom('demo_records').where('object', '=', object).where('o_id', '=', id).execute()
  const { path } = declared(object)
  // An administrator may have deleted it already.
  const row = await ctx.db.sql
    .selectFrom(path as 'tickets')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) await remove(ctx, resources[object], id)
}

async function nameOf(ctx: WriteContext, object: RemovedKind, id: number): Promise<string> {
  const { name, title, login } = await recordOf(ctx, resources[object], id)
  return String(name ?? title ?? login)
}
