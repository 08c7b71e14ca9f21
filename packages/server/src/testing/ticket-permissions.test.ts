import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Access, Permission } from '@deskbell/contract'
import { systemUser } from '@deskbell/contract'
import { writeSetting } from '../kernel/settings.ts'
import { makeToken } from '../auth/tokens.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { type Reply, type World, world } from './world.ts'

/** The callers, one for each column of `table`. */
const callers = {
  admin: 'an administrator and agent without access to the group',
  full: 'an agent with full access',
  read: 'an agent who may read',
  change: 'an agent who may change',
  create: 'an agent who may create',
  overview: 'an agent with the level `overview`, but without `read`',
  none: 'an agent of another group',
  owner: 'the customer of the ticket',
  shared: 'a member of an organization that shares its tickets',
  unshared: 'a member of one that does not',
  stranger: 'another customer',
  both: 'an agent of another group who is the customer of the ticket',
  reader: 'an agent who may read and is the customer of the ticket',
  gone: 'an agent with full access who is not active',
  token: 'a token without ticket.agent of an agent with full access',
} as const
type Caller = keyof typeof callers

/**
 * The actions on a ticket of the group `Depot`: a column for each caller, `x` if allowed, `.` if rejected. Every cell is
 * tested on its own ticket. Access levels are independent of each other, but records attached to a ticket (checklists,
 * drafts) can only be written by users who may also read it.
 */
//                         admin full read change create overview none owner shared unshared stranger both reader gone token
const table = {
  read: /*             */ '.xx....xx..xx..',
  list: /*             */ '.xx....xx..xx..',
  search: /*           */ '.xx....xx..xx..',
  'read articles': /*  */ '.xx....xx..xx..',
  'read internal': /*  */ '.xx.........x..',
  download: /*         */ '.xx....xx..xx..',
  'read history': /*   */ '.xx.........x..',
  events: /*           */ '.xx....xx..xx..',
  'explain access': /* */ 'xxxxxxx....xx..',
  overview: /*         */ '.x.........xx..',
  'read draft': /*     */ '.xx.........x..',
  'read time': /*      */ '.xx.........x..',
  'read checklist': /* */ '.xx.........x..',
  split: /*            */ '.xx.........x..',
  'create own': /*     */ '.x..x..xxxxx...',
  create: /*           */ '.x..x..xxxx....',
  update: /*           */ '.x.x...xx..x...',
  'write article': /*  */ '.x.xx..xx..x...',
  'write note': /*     */ '.x.xx..........',
  'hide article': /*   */ '.x.x...........',
  delete: /*           */ 'x..............',
  merge: /*            */ '.x.............',
  tag: /*              */ '.x.x...........',
  link: /*             */ '.x.x...........',
  subscribe: /*        */ '.xx.........x..',
  'make checklist': /* */ '.x.............',
  'save draft': /*     */ '.x.............',
  'add time': /*       */ 'xx.xx..........',
  'in bulk': /*        */ '.x.x.......x...',
  'by macro': /*       */ '.x.x...........',
} as const satisfies Record<string, string>
type Action = keyof typeof table

/** The ticket of one cell. */
interface TicketOfCell {
  readonly id: number
  readonly number: string
  readonly open: number
  readonly internal: number
  readonly file: number
  /** A second ticket of the same kind, for actions that need two. */
  readonly other: { readonly id: number; readonly number: string }
}

type Request = (path: string, body?: object, method?: 'GET' | 'POST' | 'PUT' | 'DELETE') => Promise<Reply>

/** Returns true if the action succeeded; otherwise it must have been rejected as unauthorized. */
function ok({ status, text }: Reply): boolean {
  if (status === 200 || status === 201) return true
  assert.ok(status === 403 || status === 401, `${status} ${text}`)
  return false
}
/** Returns true if the list is allowed and not empty. */
const hasItems = (reply: Reply): boolean => ok(reply) && reply.json.length > 0
/** Returns true if a bulk action has changed the ticket. Otherwise the error names the first ticket that may not be changed. */
function isChanged(reply: Reply, id: number): boolean {
  if (reply.status !== 422) return ok(reply)
  assert.deepEqual(reply.json, { error: true, ticket_id: id })
  return false
}

describe('actions on a ticket', () => {
  let w: World
  let depot: number
  let macro: number
  const ids: Partial<Record<Caller | 'writer', number>> = {}
  const tokens: Partial<Record<Caller | 'writer', string>> = {}

  const send =
    (token: string): Request =>
    (path, body, method = body ? 'POST' : 'GET') =>
      w.request(path, {
        method,
        as: 'anonymous',
        headers: { authorization: `Token ${token}` },
        ...(body ? { body } : {}),
      })

  async function person(name: Caller | 'writer', roles: string[], more: object = {}, limit?: Permission[]) {
    const { json } = await w.request('users', {
      method: 'POST',
      body: { login: name, firstname: name, roles, ...more },
    })
    ids[name] = json.id as number
    tokens[name] = await makeToken(w.desk, json.id as number, { name, ...(limit ? { permissions: limit } : {}) })
  }

  before(async () => {
    w = await world()
    const make = async (path: string, body: object) => {
      const reply = await w.request(path, { method: 'POST', body })
      assert.equal(reply.status, 201, reply.text)
      return reply.json.id as number
    }
    await unitOfWork(w.desk, systemUser, async (unit) => {
      for (const name of ['time_accounting', 'checklist'] as const) await writeSetting(unit, name, true)
    })
    depot = await make('groups', { name: 'Depot' })
    const elsewhere = await make('groups', { name: 'Elsewhere' })
    macro = await make('macros', { name: 'Rename', perform: { 'ticket.title': { value: 'renamed' } } })
    const [sharing, silent] = [
      await make('organizations', { name: 'Sharing', shared: true }),
      await make('organizations', { name: 'Silent', shared: false }),
    ]
    const access = (...levels: Access[]) => ({ group_ids: { [depot]: levels } })
    await person('writer', ['Agent'], { group_ids: { [depot]: ['full'], [elsewhere]: ['full'] } })
    await person('admin', ['Admin', 'Agent'], { group_ids: { [elsewhere]: ['full'] } })
    for (const level of ['full', 'read', 'change', 'create', 'overview'] as const) {
      await person(level, ['Agent'], access(level))
    }
    await person('none', ['Agent'], { group_ids: { [elsewhere]: ['full'] } })
    await person('owner', ['Customer'], { organization_id: sharing })
    await person('shared', ['Customer'], { organization_id: sharing })
    await person('unshared', ['Customer'], { organization_id: silent })
    await person('stranger', ['Customer'])
    await person('both', ['Agent', 'Customer'], { group_ids: { [elsewhere]: ['full'] } })
    await person('reader', ['Agent', 'Customer'], access('read'))
    await person('gone', ['Agent'], { ...access('full'), active: false })
    await person('token', ['Agent'], access('full'), ['user_preferences'])
  })
  after(() => w.close())

  /**
   * Creates the ticket of a cell. Its customer is `owner`; for the callers `both` and `reader`, the caller; and for `unshared`,
   * somebody outside of the caller's organization, to which the ticket belongs.
   */
  async function ticketFor(caller: Caller): Promise<TicketOfCell> {
    const writer = send(tokens.writer as string)
    const unshared = await w.request(`users/${ids.unshared}`)
    const body = ['both', 'reader'].includes(caller)
      ? { customer_id: ids[caller] }
      : caller === 'unshared'
        ? { customer_id: ids.stranger, organization_id: null }
        : { customer_id: ids.owner }
    const attachments = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
    const ticket = { title: 'pallet', group_id: depot, ...body }
    const created = await writer('tickets', { ...ticket, article: { body: 'open', attachments } })
    assert.equal(created.status, 201, created.text)
    const { id, number } = created.json
    if (caller === 'unshared') {
      // Bypasses the rules: a ticket of the organization of the caller whose customer is not a member.
      await w.desk.database.transaction(({ sql }) =>
        sql
          .updateTable('tickets')
          .set({ organization_id: unshared.json.organization_id })
          .where('id', '=', id)
          .execute(),
      )
    }
    const [open] = (await writer(`ticket_articles/by_ticket/${id}`)).json
    const internal = (await writer('ticket_articles', { ticket_id: id, body: 'secret', internal: true })).json.id
    const other = (await writer('tickets', { ...ticket, article: { body: 'other' } })).json
    await writer(`tickets/${id}/shared_draft`, { new_article: { body: 'draft' } }, 'PUT')
    await writer('time_accountings', { ticket_id: id, time_unit: 1 })
    return { id, number, open: open.id, internal, file: open.attachments[0].id, other }
  }

  /** Performs each action and returns whether it succeeded. */
  const actions: Record<Action, (request: Request, at: TicketOfCell, caller: Caller) => Promise<boolean>> = {
    read: async (request, { id }) => ok(await request(`tickets/${id}`)),
    list: async (request, { id }) => hasItems(await request(`tickets?ids=${id}`)),
    search: async (request, { number }) => hasItems(await request(`tickets/search?query=number:${number}&expand=true`)),
    'read articles': async (request, { id }) => ok(await request(`ticket_articles/by_ticket/${id}`)),
    'read internal': async (request, { internal }) => ok(await request(`ticket_articles/${internal}`)),
    download: async (request, { id, open, file }) => ok(await request(`ticket_attachment/${id}/${open}/${file}`)),
    'read history': async (request, { id }) => ok(await request(`ticket_history/${id}`)),
    async events(request, { id }) {
      const reply = await request('events?per_page=1000')
      if (!ok(reply)) return false
      return (reply.json as { name: string; o_id: number }[]).some(
        ({ name, o_id }) => name === 'ticket.created' && o_id === id,
      )
    },
    'explain access': async (request, { id }) => ok(await request(`tickets/${id}/access`)),
    async overview(request, { id }) {
      const reply = await request('ticket_overviews?view=all_open')
      return reply.status === 200 && reply.text.includes(`"id":${id},`)
    },
    async 'read draft'(request, { id }) {
      const reply = await request(`tickets/${id}/shared_draft`)
      return ok(reply) && reply.json.shared_draft_id !== null
    },
    'read time': async (request, { id }) => hasItems(await request(`tickets/${id}/time_accountings`)),
    async 'read checklist'(request, { id }) {
      const created = await send(tokens.writer as string)('checklists', { ticket_id: id })
      return ok(await request(`checklists/${created.json.id}`))
    },
    split: async (request, { id, open }) =>
      ok(await request(`ticket_split?ticket_id=${id}&article_id=${open}&form_id=7`)),
    'create own': async (request, _, caller) =>
      ok(await request('tickets', { title: 'new', group_id: depot, customer_id: ids[caller], article: { body: 'x' } })),
    create: async (request) =>
      ok(await request('tickets', { title: 'new', group_id: depot, customer_id: ids.owner, article: { body: 'x' } })),
    update: async (request, { id }) => ok(await request(`tickets/${id}`, { title: 'changed' }, 'PUT')),
    'write article': async (request, { id }) => ok(await request('ticket_articles', { ticket_id: id, body: 'x' })),
    async 'write note'(request, { id }) {
      const reply = await request('ticket_articles', { ticket_id: id, body: 'x', internal: true })
      return ok(reply) && reply.json.internal === true
    },
    'hide article': async (request, { open }) =>
      ok(await request(`ticket_articles/${open}`, { internal: true }, 'PUT')),
    delete: async (request, { id }) => ok(await request(`tickets/${id}`, undefined, 'DELETE')),
    merge: async (request, { id, other }) => ok(await request(`ticket_merge/${id}/${other.number}`, {}, 'PUT')),
    tag: async (request, { id }) => ok(await request('tags/add', { object: 'Ticket', o_id: id, item: 'heavy' })),
    link: async (request, { id, other }) =>
      ok(
        await request('links/add', {
          link_type: 'normal',
          link_object_source: 'Ticket',
          link_object_source_number: other.number,
          link_object_target: 'Ticket',
          link_object_target_value: id,
        }),
      ),
    subscribe: async (request, { id }) =>
      ok(await request('mentions', { mentionable_type: 'Ticket', mentionable_id: id })),
    'make checklist': async (request, { id }) => ok(await request('checklists', { ticket_id: id })),
    'save draft': async (request, { id }) =>
      ok(await request(`tickets/${id}/shared_draft`, { new_article: {} }, 'PUT')),
    'add time': async (request, { id }) => ok(await request('time_accountings', { ticket_id: id, time_unit: 2 })),
    'in bulk': async (request, { id }) =>
      isChanged(await request('tickets/mass_update', { ticket_ids: [id], attributes: { title: 'all' } }), id),
    'by macro': async (request, { id }) =>
      isChanged(await request('tickets/mass_macro', { ticket_ids: [id], macro_id: macro }), id),
  }

  for (const [action, cells] of Object.entries(table) as [Action, string][]) {
    test(`${action}: exactly the callers in the table may`, async () => {
      const found: string[] = []
      for (const caller of Object.keys(callers) as Caller[]) {
        const worked = await actions[action](send(tokens[caller] as string), await ticketFor(caller), caller)
        found.push(worked ? 'x' : '.')
      }
      assert.equal(found.join(''), cells)
    })
  }

  test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
})
