import * as fc from 'fast-check'
import { type ResourceName, systemUser } from '@deskbell/contract'
import type { Unit } from '../kernel/context.ts'
import { insert, markForIndexing, unitOfWork, update } from '../writing/unit-of-work.ts'
import { nextTicketNumber } from '../resources/ticket/number.ts'
import type { World } from './world.ts'
import { type Change, changes, type TicketValues, ticketValues } from './random-values.ts'

/** The records that random tickets refer to. */
interface Pools {
  readonly groups: readonly number[]
  readonly customers: readonly number[]
  readonly organizations: readonly number[]
  readonly agents: readonly number[]
}

/** Fills a world with random tickets. The clock does not advance between some of them, so that their times are equal. */
export async function addRandomTickets(
  w: World,
  { seed, count = 36 }: { seed: number; count?: number },
): Promise<Pools> {
  const pools = await unitOfWork(w.desk, systemUser, (unit) => addPeople(unit, w))
  for (const [index, values] of fc.sample(ticketValues, { seed, numRuns: count }).entries()) {
    if (index % 3 === 0) w.pass(1000)
    await unitOfWork(w.desk, pools.agents[0] as number, (unit) => addTicket(unit, pools, values))
  }
  return pools
}

/** Changes random tickets, their tags and articles, and the names of records that they refer to. */
export async function changeAtRandom(w: World, pools: Pools, seed: number, count = 12): Promise<void> {
  for (const [index, change] of fc.sample(changes, { seed, numRuns: count }).entries()) {
    if (index % 2 === 0) w.pass(500)
    await unitOfWork(w.desk, pools.agents[1] as number, (unit) => apply(unit, pools, change))
  }
}

async function addPeople(unit: Unit, { ids }: World): Promise<Pools> {
  const organizations = [ids['Harbor Bakery'], ids["O'Hara & Sons"]] as number[]
  for (const name of ['Müller & Söhne', 'Café Été']) organizations.push(await insert(unit, 'organization', { name }))
  const groups = [ids['Users'], ids['Printers'], ids['Network']] as number[]
  groups.push(await insert(unit, 'group', { name: 'Ärger::Second level', name_last: 'Second level', note: 'printer' }))
  const customers = ['nils', 'maya', 'zoe', 'paul', 'ines', 'nicole'].map((name) => ids[name] as number)
  const more: [string, string, number | null][] = [
    ['Jürgen', 'Müller', organizations[2] as number],
    ['Zoë', 'O’Hara', organizations[1] as number],
    ['', '', organizations[0] as number],
    ['Renée', '', null],
  ]
  for (const [index, [firstname, lastname, organization_id]] of more.entries()) {
    const email = `person-${index}@desk.example`
    const fullname = `${firstname} ${lastname}`.trim() || email
    customers.push(await insert(unit, 'user', { login: email, email, firstname, lastname, fullname, organization_id }))
  }
  const access = [
    ['admin', groups],
    ['rita', [groups[3]]],
  ] as const
  for (const [person, groupIds] of access) {
    const rows = groupIds.map((group_id) => ({
      user_id: ids[person] as number,
      group_id: group_id as number,
      access: 'full' as const,
    }))
    await unit.db.sql
      .insertInto('groups_users')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute()
  }
  return { organizations, groups, customers, agents: [ids['rita'], ids['omar'], ids['ines']] as number[] }
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

async function addTicket(unit: Unit, pools: Pools, values: TicketValues): Promise<void> {
  const columns = { ...(await columnsOf(unit, pools, values)), created_at: values.created }
  const ticket = await insert(unit, 'ticket', { ...columns, number: await nextTicketNumber(unit) })
  await setTags(unit, ticket, values.tags)
  for (const article of values.articles) await addArticle(unit, ticket, article)
}

async function columnsOf(unit: Unit, pools: Pools, values: TicketValues) {
  const customer_id = pick(pools.customers, values.customer)
  const { organization_id } = await unit.db.sql
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return {
    title: values.title,
    note: values.note,
    type: values.type,
    state_id: values.state,
    priority_id: values.priority,
    group_id: pick(pools.groups, values.group),
    customer_id,
    organization_id,
    owner_id: values.owner === null ? 1 : pick(pools.agents, values.owner),
    pending_time: values.pending,
    article_count: values.articles.length,
    internal_article_count: values.articles.filter(({ internal }) => internal).length,
  }
}

async function setTags(unit: Unit, ticket: number, names: readonly string[]): Promise<void> {
  const { sql } = unit.db
  await sql.deleteFrom('tickets_tags').where('ticket_id', '=', ticket).execute()
  for (const name of names) {
    const tag = await sql.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirst()
    const tag_id = tag?.id ?? (await insert(unit, 'tag', { name, name_downcase: name.toLowerCase() }))
    await sql.insertInto('tickets_tags').values({ ticket_id: ticket, tag_id }).execute()
  }
  markForIndexing(unit, 'ticket', ticket)
}

async function addArticle(unit: Unit, ticket_id: number, values: TicketValues['articles'][number]): Promise<void> {
  const { subject, from, to, cc, html, body, internal, type, file } = values
  const article_id = await insert(unit, 'article', {
    ticket_id,
    subject,
    from,
    to,
    cc,
    internal,
    type_id: type,
    sender_id: type === 10 ? 1 : 2,
    ...(html === undefined ? { body } : { body: html, content_type: 'text/html' }),
  })
  if (file !== undefined) {
    await insert(unit, 'attachment', { article_id, store_file_id: 1, filename: file, size: file.length * 100 })
  }
}

async function apply(unit: Unit, pools: Pools, { kind, index, ticket, name }: Change): Promise<void> {
  const tickets = await unit.db.sql.selectFrom('tickets').select('id').orderBy('id').execute()
  const { id } = pick(tickets, index)
  const rename = (resource: ResourceName, ids: readonly number[]) =>
    update(unit, resource, pick(ids, index), { name: `${name} ${pick(ids, index)}` } as never)
  switch (kind) {
    case 0:
      return rename('organization', pools.organizations)
    case 1:
      return rename('group', pools.groups)
    case 2:
      return update(unit, 'user', pick(pools.customers, index), {
        firstname: name,
        lastname: 'Ny',
        fullname: `${name} Ny`,
      })
    case 3:
      return update(unit, 'ticket', id, { owner_id: pick(pools.agents, index) })
    case 4:
      return setTags(unit, id, ticket.tags)
    case 5:
    case 6:
      for (const article of ticket.articles) await addArticle(unit, id, article)
      return undefined
    default: {
      const { customer_id: _, organization_id: __, ...columns } = await columnsOf(unit, pools, ticket)
      return update(unit, 'ticket', id, columns)
    }
  }
}
