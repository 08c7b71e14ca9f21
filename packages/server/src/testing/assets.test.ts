import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type Resource, resources, systemUser } from '@deskbell/contract'
import { insert, unitOfWork } from '../writing/unit-of-work.ts'
import { type AssetIds, expectedAssets, idsInAssets, type UserVisibility } from './expected-assets.ts'
import { eachDialect } from './each-dialect.ts'
import type { Row } from './model.ts'
import { type Person, type World, world } from './world.ts'

const testedResources: readonly Resource[] = [
  resources.ticket,
  resources.article,
  resources.user,
  resources.organization,
  resources.group,
  resources.role,
  resources.ticket_state,
  resources.ticket_priority,
]

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`assets on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addReferences(w)
    })
    after(() => w.close())

    const full = async (url: string, as: Person = 'admin') => {
      const reply = await w.request(url, { as })
      assert.equal(reply.status, 200, reply.text)
      // A duplicate key would be lost in parsing, so the length of the text is compared, too.
      assert.equal(JSON.stringify(reply.json).length, reply.text.length, `${url} has a duplicate key`)
      return reply.json as { record_ids: number[]; tickets: number[]; assets: Record<string, Record<string, Row>> }
    }

    for (const resource of testedResources) {
      test(`a page of ${resource.path} contains exactly the assets that it refers to`, async () => {
        for (const size of dialect === 'sqlite' ? [1, 3, 50] : [3]) {
          for (const page of [1, 2]) {
            const { record_ids, assets } = await full(`${resource.path}?full=true&per_page=${size}&page=${page}`)
            assert.deepEqual(idsInAssets(assets), await expectedAssets(w, resource, record_ids))
          }
        }
      })

      test(`each record of ${resource.path} alone contains exactly the assets that it refers to`, async () => {
        const list = (await w.request(`${resource.path}?per_page=${dialect === 'sqlite' ? 12 : 3}`)).json as Row[]
        for (const { id } of list) {
          const { assets } = await full(`${resource.path}/${id}?full=true`)
          assert.deepEqual(idsInAssets(assets), await expectedAssets(w, resource, [id]), `${resource.path}/${id}`)
        }
      })
    }

    test('a search for tickets contains their assets, with and without full', async () => {
      for (const query of ['printer', '*', 'nothingatall', "O'Hara", 'tangle']) {
        const plain = await full(`tickets/search?query=${encodeURIComponent(query)}&per_page=50`)
        assert.deepEqual(idsInAssets(plain.assets), await expectedAssets(w, resources.ticket, plain.tickets), query)
        const { record_ids, assets } = await full(
          `tickets/search?query=${encodeURIComponent(query)}&full=1&per_page=50`,
        )
        assert.deepEqual(record_ids, plain.tickets)
        assert.deepEqual(assets, plain.assets)
      }
    })

    test('the articles of a ticket contain their assets', async () => {
      const { record_ids, assets } = await full(`ticket_articles/by_ticket/${w.ids['Label printer offline']}?full=true`)
      assert.equal(record_ids.length, 2)
      assert.deepEqual(idsInAssets(assets), await expectedAssets(w, resources.article, record_ids))
    })

    test('with the parameter fields, only the assets to which these fields refer are included', async () => {
      const { assets } = await full('tickets?full=true&fields=id,customer_id&per_page=50')
      const rows = (await w.request('tickets?fields=id,customer_id&per_page=50')).json
      assert.deepEqual(Object.values(assets['Ticket'] ?? {}), rows)
      const { Ticket: _, ...others } = idsInAssets(assets)
      const customers = new Set<number>(rows.map((row: { customer_id: number }) => row.customer_id))
      assert.deepEqual(
        others['User'],
        [...customers].toSorted((a, b) => a - b),
      )
    })

    test('a record in assets equals the answer of its own route', async () => {
      const { assets } = await full('tickets?full=true&per_page=50')
      for (const [model, path] of [
        ['User', 'users'],
        ['Organization', 'organizations'],
        ['Group', 'groups'],
        ['Role', 'roles'],
      ] as const) {
        for (const [id, record] of Object.entries(assets[model] ?? {})) {
          assert.deepEqual(record, (await w.request(`${path}/${id}`)).json)
        }
      }
    })

    for (const person of ['nils', 'maya', 'zoe', 'paul', 'nicole'] as const) {
      test(`${person}, a customer, gets exactly the assets that they may see`, async () => {
        const visible = await customerVisibility(w, person)
        const headers = { from: String(w.ids[person]) }
        for (const resource of [resources.ticket, resources.article, resources.user, resources.organization]) {
          const reply = await w.request(`${resource.path}?full=true&per_page=100`, { headers })
          const { record_ids, assets } = reply.json
          assert.ok(record_ids.length > 0, resource.path)
          const expected: AssetIds = await expectedAssets(w, resource, record_ids, visible)
          assert.deepEqual(idsInAssets(assets), expected, resource.path)
        }
      })
    }

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}

/**
 * Of other users, a customer sees the names, but no organizations, groups and roles. Among the members of a record, a
 * customer sees themselves and the users of their own organizations.
 */
async function customerVisibility(w: World, person: string): Promise<UserVisibility> {
  const id = w.ids[person] as number
  const { sql } = w.desk.database
  const self = await sql.selectFrom('users').select('organization_id').where('id', '=', id).executeTakeFirstOrThrow()
  const more = await sql.selectFrom('organizations_users').select('organization_id').where('user_id', '=', id).execute()
  const own = [self.organization_id, ...more.map((pair) => pair.organization_id)].filter((of) => of !== null)
  return {
    follows: (user) => user.id === id,
    reaches: (user) => user.id === id || own.includes(user['organization_id'] as number),
  }
}

const pick = (limit: number) => fc.integer({ min: 1, max: limit })

/** Adds random tickets, memberships and access of roles to groups, so that the records refer to each other in many ways. */
async function addReferences(w: World): Promise<void> {
  const [users, groups, organizations] = [12, 3, 3] as const
  const tickets = fc.sample(
    fc.record({
      customer_id: pick(users),
      owner_id: pick(users),
      group_id: pick(groups),
      organization_id: fc.option(pick(organizations)),
      created_by_id: pick(users),
      updated_by_id: pick(users),
    }),
    { numRuns: 30, seed: 11 },
  )
  const pairs = fc.sample(fc.tuple(pick(users), pick(organizations)), { numRuns: 8, seed: 12 })
  const access = fc.sample(fc.tuple(pick(3), pick(groups)), { numRuns: 3, seed: 13 })
  await unitOfWork(w.desk, systemUser, async (unit) => {
    const { db } = unit
    for (const [index, references] of tickets.entries()) {
      const id = await insert(unit, 'ticket', {
        ...references,
        number: `9900${index}`,
        title: `tangle ${index}`,
        state_id: 2,
        priority_id: 2,
      })
      await insert(unit, 'article', {
        ticket_id: id,
        type_id: 10,
        sender_id: 1,
        body: 'x',
        origin_by_id: references.owner_id,
      })
    }
    const inGroups = (['Printers', 'Network'] as const).map((name) => w.ids[name] as number)
    for (const group_id of inGroups) {
      await db.sql
        .insertInto('groups_users')
        .values({ user_id: w.ids['admin'] as number, group_id, access: 'full' })
        .execute()
    }
    for (const [user_id, organization_id] of pairs) {
      await db.sql
        .insertInto('organizations_users')
        .values({ user_id, organization_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    for (const [role_id, group_id] of access) {
      await db.sql
        .insertInto('groups_roles')
        .values({ role_id, group_id, access: 'read' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    // The administrator has no name; with these owners, tickets of customers refer to a user without a name.
    await db.sql
      .updateTable('tickets')
      .set({ owner_id: w.ids['admin'] as number })
      .where('id', '<', 5)
      .execute()
  })
}
