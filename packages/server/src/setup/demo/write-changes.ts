import { resources, systemUser } from '@deskbell/contract'
import type { Actor, Desk, FieldValues, Unit, WriteContext } from '../../kernel/context.ts'
import { extrasKey, type TicketExtras } from '../../resources/ticket/prepare.ts'
import { newMessageId } from '../../resources/article/outgoing.ts'
import { prepareArticle, type PreparedArticle } from '../../resources/article/prepare.ts'
import { actorIn, asSystem } from '../../resources/user/actor.ts'
import { writeContext, unitOfWork } from '../../writing/unit-of-work.ts'
import { change, create } from '../../writing/write.ts'
import { type TicketChange, time } from './ticket-changes.ts'
import { savedViews } from './agent-tools.ts'
import { agents } from './people.ts'

/**
 * Writes changes of tickets and the saved views of the first agent in one transaction.
 * @param finish runs in the same transaction.
 */
export async function writeChanges(
  desk: Desk,
  changes: readonly TicketChange[],
  finish: (unit: Unit) => Promise<unknown>,
): Promise<void> {
  const articles = await preparedArticles(desk, changes)
  const system = await asSystem(desk)
  await unitOfWork(desk, systemUser, async (unit) => {
    const ctx = writeContext(system, unit)
    const people = await applyChanges(ctx, changes, articles)
    const first = people.get(agents[0]?.login ?? '') as Actor
    for (const view of savedViews) await create({ ...ctx, actor: first, by: first.id }, resources.saved_view, view)
    await finish(unit)
  })
}

/**
 * Writes changes of tickets in the order of their times, each with the rights of its person. Returns the people by
 * login.
 */
export async function applyChanges(
  ctx: WriteContext,
  changes: readonly TicketChange[],
  articles: ReadonlyMap<TicketChange, PreparedArticle>,
): Promise<ReadonlyMap<string, Actor>> {
  const people = await peopleOf(ctx, changes)
  for (const change of changes.toSorted((a, b) => a.at - b.at)) {
    const { tags = [], subscribers = [] } = change
    const mentions = subscribers.map((login) => (people.get(login) as Actor).id)
    const actor = people.get(change.by) as Actor
    const extras = { article: articles.get(change), tags, mentions, links: [] }
    await writeChange({ ...ctx, actor, by: actor.id, now: time(change.at) }, change, extras)
  }
  return people
}

async function writeChange(
  ctx: WriteContext,
  { ticket, values, checklist }: TicketChange,
  extras: TicketExtras,
): Promise<void> {
  const body = { ...values, [extrasKey]: extras }
  if (ticket.id === undefined) ticket.id = (await create(ctx, resources.ticket, body)).id
  else await change(ctx, resources.ticket, ticket.id, body)
  if (checklist) await writeChecklist(ctx, ticket.id, checklist)
}

async function writeChecklist(
  ctx: WriteContext,
  ticket_id: number,
  { items, done }: NonNullable<TicketChange['checklist']>,
): Promise<void> {
  const { id: checklist_id } = await create(ctx, resources.checklist, { ticket_id })
  for (const [index, text] of items.entries()) {
    await create(ctx, resources.checklist_item, { checklist_id, text, checked: index < done })
  }
}

/**
 * Returns the actors by login: all agents of the demo, and everybody whom a change names as its author or a subscriber.
 * @throws Error for a login without an active user.
 */
async function peopleOf(unit: Unit, changes: readonly TicketChange[]): Promise<ReadonlyMap<string, Actor>> {
  const logins = new Set([
    ...agents.map(({ login }) => login),
    ...changes.flatMap(({ by, subscribers = [] }) => [by, ...subscribers]),
  ])
  const people = new Map<string, Actor>()
  for (const login of logins) {
    const row = await unit.db.sql.selectFrom('users').select('id').where('login', '=', login).executeTakeFirst()
    const actor = row && (await actorIn(unit, row.id))
    if (!actor) throw new Error(`The demo needs the user ${login}, who is not there or not active.`)
    people.set(login, actor)
  }
  return people
}

/** Prepares the articles of changes, which is done before the transaction. */
export async function preparedArticles(
  desk: Desk,
  changes: readonly TicketChange[],
): Promise<ReadonlyMap<TicketChange, PreparedArticle>> {
  const system = await asSystem(desk)
  const prepared = new Map<TicketChange, PreparedArticle>()
  for (const change of changes) {
    if (change.article) prepared.set(change, await prepareArticle(system, asSent(change.article)))
  }
  return prepared
}

/** Gives an e-mail a Message-ID, because e-mails without one are shown as never sent. */
const asSent = (article: FieldValues): FieldValues =>
  article['type'] === 'email' ? { ...article, message_id: newMessageId('demo@desk.example') } : article
