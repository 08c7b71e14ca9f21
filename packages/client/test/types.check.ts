// oxlint-disable typescript/no-unnecessary-type-parameters, typescript/no-unnecessary-template-expression, unicorn/consistent-function-scoping -- this file tests types
// Checked by the compiler, never run: the exact types that users rely on, and code that must not compile.
import type { Article, Client, Like, Organization, Ticket, User } from '@deskbell/client'

declare module '@deskbell/client' {
  interface TicketAttributes {
    severity: string | null
  }
}

type Eq<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false
function ok<T extends true>(...value: T[]): void {
  void value
}

export async function uses(client: Client) {
  const r = client.tickets(1)
  ok<Eq<typeof r.id, number>>()
  const a = await r.title
  ok<Eq<typeof a, string>>()
  const b = await r.customer.fullname
  ok<Eq<typeof b, string>>()
  const c = await r.organization.name
  ok<Eq<typeof c, string | undefined>>()
  const d = await r.organization
  ok<Eq<typeof d, Organization | null>>()
  const e = await r.customer.organization.name
  ok<Eq<typeof e, string | undefined>>()
  const t = await r
  ok<Eq<typeof t, Ticket>>()
  const f: string = t.title
  const g = await t.customer.fullname
  const h = await t.organization?.name
  ok<Eq<typeof g, string>>()
  ok<Eq<typeof h, string | undefined>>()
  const i = await r.severity
  ok<Eq<typeof i, string | null>>()
  const j = t.severity
  ok<Eq<typeof j, string | null>>()
  for await (const x of r.articles) {
    const y: string = x.body
    const z = await x.ticket.title
    ok<Eq<typeof x, Article>>()
    ok<Eq<typeof z, string>>()
    void y
  }
  await r.update({ state: 'closed' })
  const tags = await r.tags()
  ok<Eq<typeof tags, string[]>>()
  const w = async (u: Like<User>) => `${await u.fullname}`
  await w(t.customer)
  await w(await t.customer)
  await w(r.customer)
  const [p, q] = await Promise.all([client.tickets(1), client.users(2)])
  ok<Eq<typeof p, Ticket>>()
  ok<Eq<typeof q, User>>()
  for await (const u of client.users) {
    const n: string = u.fullname
    void n
  }
  for await (const u of client.users.iter({ page: 10, perPage: 50 })) ok<Eq<typeof u, User>>()
  for await (const k of client.tickets.search('state:open')) {
    const n = await k.customer.fullname
    const o = await k.organization?.name
    ok<Eq<typeof n, string>>()
    ok<Eq<typeof o, string | undefined>>()
  }
  for await (const k of client.tickets.iter({ expand: true })) {
    const name = k.names.customer
    const organization = k.names.organization
    ok<Eq<typeof name, string>>()
    ok<Eq<typeof organization, string | undefined>>()
  }
  for await (const k of client.tickets.iter({ fields: ['title', 'customer_id'], sortBy: ['severity', 'id'] })) {
    ok<Eq<typeof k.title, string>>()
    // @ts-expect-error not in fields
    void k.number
  }
  const hit = await client.tickets.search('x', { highlight: true, sortBy: 'relevance' }).first()
  ok<Eq<NonNullable<typeof hit>['highlights'][number]['field'], string>>()
  // @ts-expect-error not a column
  client.tickets.iter({ sortBy: 'nope' })
  // @ts-expect-error relevance is an order of searches
  client.tickets.iter({ sortBy: 'relevance' })
  // @ts-expect-error no such attribute
  client.tickets.iter({ fields: ['nope'] })
  await client.tickets.create({ title: 'x', customer_id: 'guess:omar@bakery.example', pending_time: new Date() })
  // @ts-expect-error only an address can be guessed
  await client.tickets.create({ title: 'x', customer_id: 'omar' })
  client.users.cache.maxSize = 0
  client.tickets.cache.clear()
  const r2 = await r.reload()
  ok<Eq<typeof r2, Ticket>>()
  const t2 = await t.reload()
  ok<Eq<typeof t2, Ticket>>()
  const t3 = await r.update({ title: 'x' })
  ok<Eq<typeof t3, Ticket>>()
  const fl = async () => client.tickets(1)
  const fl2 = await fl()
  ok<Eq<typeof fl2, Ticket>>()
  const path = await r.customer.id
  ok<Eq<typeof path, number>>()
  ok<Eq<typeof t.customer.id, number>>()
  const created = await r.created_at
  ok<Eq<typeof created, Date>>()
  ok<Eq<typeof t.created_at, Date>>()
  ok<Eq<typeof t.close_at, Date | null>>()
  ok<Eq<typeof t.data.created_at, string>>()
  const state = await r.state.name
  ok<Eq<typeof state, string>>()
  const me = await client.users.me()
  ok<Eq<typeof me, User>>()
  const boss = await r.customer.created_by.created_by.fullname
  ok<Eq<typeof boss, string>>()
  const macro = await client.collection('macros').first()
  ok<Eq<NonNullable<typeof macro>['ux_flow_next_up'], 'none' | 'next_task' | 'next_from_overview'>>()
  await client.collection('time_accounting/types').create({ name: 'On site' })
  // @ts-expect-error -- the name is required
  await client.collection('time_accounting/types').create({})
  const other = await client.collection<{ id: number; name: string }>('signatures').first()
  const name: string | undefined = other?.name
  // @ts-expect-error unknown until the ticket is loaded
  const early: number = r.customer.id
  const oid = await r.organization.id
  ok<Eq<typeof oid, number | undefined>>()
  // @ts-expect-error a reference has no synchronous attribute
  const bad1: string = r.title
  // @ts-expect-error read-only
  t.title = 'x'
  // @ts-expect-error no such attribute
  await r.nope
  // @ts-expect-error not a sync iterable
  for (const u of client.users.search('x')) void u
  // @ts-expect-error groups have no `me`
  void client.groups.me
  // @ts-expect-error priorities have no search
  void client.ticket_priorities.search
  void [f, bad1, early, name]
}
