import { resources, systemUser } from '@deskbell/contract'
import type { Actor, Desk, Unit, WriteContext } from '../../kernel/context.ts'
import { extrasKey, type TicketExtras } from '../../resources/ticket/prepare.ts'
import { prepareArticle, type PreparedArticle } from '../../resources/article/prepare.ts'
import { actorOf, asSystem } from '../../resources/user/actor.ts'
import { writeContext, unitOfWork } from '../../writing/unit-of-work.ts'
import { change, create } from '../../writing/write.ts'
import { type Deed, time } from './deeds.ts'
import { savedViews } from './knowledge.ts'
import { agents } from './people.ts'

/**
 * Writes deeds in the order of their times, each with the rights of its person, in one transaction.
 * @param finish runs in the same transaction.
 */
export async function writeDeeds(
  desk: Desk,
  deeds: readonly Deed[],
  finish: (unit: Unit) => Promise<unknown>,
): Promise<void> {
  const people = await peopleOf(desk, deeds)
  const articles = await preparedArticles(desk, deeds)
  const system = await asSystem(desk)
  await unitOfWork(desk, systemUser, async (unit) => {
    const ctx = writeContext(system, unit)
    const at = (login: string, now: string): WriteContext => {
      const actor = people.get(login) as Actor
      return { ...ctx, actor, by: actor.id, now }
    }
    for (const deed of deeds.toSorted((a, b) => a.at - b.at)) {
      const { tags = [], subscribers = [] } = deed
      const mentions = subscribers.map((login) => (people.get(login) as Actor).id)
      await write(at(deed.by, time(deed.at)), deed, { article: articles.get(deed), tags, mentions, links: [] })
    }
    const [first] = agents
    for (const view of savedViews) await create(at(first?.login ?? '', unit.now), resources.saved_view, view)
    await finish(unit)
  })
}

async function write(ctx: WriteContext, deed: Deed, extras: TicketExtras): Promise<void> {
  const { ticket, values, checklist } = deed
  const body = { ...values, [extrasKey]: extras }
  if (ticket.id === undefined) ticket.id = (await create(ctx, resources.ticket, body)).id
  else await change(ctx, resources.ticket, ticket.id, body)
  if (checklist) await writeChecklist(ctx, ticket.id, checklist)
}

async function writeChecklist(
  ctx: WriteContext,
  ticket_id: number,
  { items, done }: NonNullable<Deed['checklist']>,
): Promise<void> {
  const { id: checklist_id } = await create(ctx, resources.checklist, { ticket_id })
  for (const [index, text] of items.entries()) {
    await create(ctx, resources.checklist_item, { checklist_id, text, checked: index < done })
  }
}

/** The people of the deeds by login. @throws Error for a login without an active user. */
async function peopleOf(desk: Desk, deeds: readonly Deed[]): Promise<ReadonlyMap<string, Actor>> {
  const logins = new Set([
    ...agents.map(({ login }) => login),
    ...deeds.flatMap(({ by, subscribers = [] }) => [by, ...subscribers]),
  ])
  const people = new Map<string, Actor>()
  for (const login of logins) {
    const row = await desk.database.sql.selectFrom('users').select('id').where('login', '=', login).executeTakeFirst()
    const actor = row && (await actorOf(desk, desk.cache.current(), row.id))
    if (!actor) throw new Error(`The demo needs the user ${login}, who is not there or not active.`)
    people.set(login, actor)
  }
  return people
}

async function preparedArticles(desk: Desk, deeds: readonly Deed[]): Promise<ReadonlyMap<Deed, PreparedArticle>> {
  const system = await asSystem(desk)
  const prepared = new Map<Deed, PreparedArticle>()
  for (const deed of deeds) {
    if (deed.article) prepared.set(deed, await prepareArticle(system, deed.article))
  }
  return prepared
}
