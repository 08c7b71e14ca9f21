import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

const label = 'Label printer offline'
const jam = 'Paper jam again'
const toner = 'Toner for the oven label printer'
const network = 'No network in the bakery'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`links on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    const id = (title: string) => w.ids[title] as number
    const numberOf = async (title: string) =>
      (
        await w.desk.database.sql
          .selectFrom('tickets')
          .select('number')
          .where('id', '=', id(title))
          .executeTakeFirstOrThrow()
      ).number
    const add = async (link_type: string, source: string, target: string, as: Person | 'anonymous' = 'rita') =>
      w.request('links/add', {
        method: 'POST',
        as,
        body: {
          link_type,
          link_object_source: 'Ticket',
          link_object_source_number: await numberOf(source),
          link_object_target: 'Ticket',
          link_object_target_value: id(target),
        },
      })
    const remove = (link_type: string, source: string, target: string, as: Person | 'anonymous' = 'rita') =>
      w.request('links/remove', {
        method: 'DELETE',
        as,
        body: {
          link_type,
          link_object_source: 'Ticket',
          link_object_source_value: id(source),
          link_object_target: 'Ticket',
          link_object_target_value: id(target),
        },
      })
    const linksOf = (title: string, as: Person | 'anonymous' = 'rita') =>
      w.request(`links?link_object=Ticket&link_object_value=${id(title)}`, { as })
    const rows = async (title: string, as: Person = 'rita') =>
      (await linksOf(title, as)).json.links.map((l: { link_type: string; link_object_value: number }) => [
        l.link_type,
        l.link_object_value,
      ])

    test('the links of a new ticket state its own role: the parent or the child of the others', async () => {
      const { json } = await w.request('tickets', {
        method: 'POST',
        as: 'rita',
        body: {
          title: 'All printers of the bakery',
          group: 'Printers',
          customer_id: w.ids['nils'],
          article: { body: 'Five of them are old.' },
          links: { Ticket: { parent: [id(toner)], child: [id(network)] } },
        },
      })
      assert.deepEqual(await rows(toner), [['parent', json.id]])
      assert.deepEqual(await rows(network), [['child', json.id]])
      assert.equal((await w.request(`tickets/${json.id}`, { method: 'DELETE' })).status, 200)
    })

    test('a link is a parent from one end, and a child from the other', async () => {
      assert.deepEqual((await linksOf(label)).json, { links: [], assets: {} })
      const created = await add('parent', label, jam)
      assert.equal(created.status, 201, created.text)
      const { id: linkId, created_at, updated_at, ...rest } = created.json
      assert.ok(linkId > 0 && created_at === updated_at)
      assert.deepEqual(rest, {
        link_type_id: 3,
        link_object_source_id: 1,
        link_object_source_value: id(label),
        link_object_target_id: 1,
        link_object_target_value: id(jam),
      })
      assert.deepEqual(await rows(label), [['child', id(jam)]])
      assert.deepEqual(await rows(jam), [['parent', id(label)]])
      const { links, assets } = (await linksOf(label)).json
      assert.equal(links[0].link_object, 'Ticket')
      assert.equal(assets.Ticket[id(jam)].title, jam)
      assert.ok(
        Object.keys(assets).every((model) => ['Ticket', 'User', 'Group', 'Role', 'Organization'].includes(model)),
      )
    })

    test('adding an existing link from either end changes nothing', async () => {
      const again = await add('parent', label, jam)
      assert.equal(again.status, 201)
      const other = await add('child', jam, label)
      assert.equal(other.json.id, again.json.id)
      assert.equal((await rows(label)).length, 1)
    })

    test('a link is removed from either end, with 201 and the removed links, or an empty list', async () => {
      const gone = await remove('child', jam, label)
      assert.equal(gone.status, 201)
      assert.equal(gone.json.length, 1)
      assert.equal(gone.json[0].link_object_source_value, id(label))
      const again = await remove('child', jam, label)
      assert.deepEqual([again.status, again.json], [201, []])
      await add('normal', label, jam)
      assert.deepEqual(await rows(jam), [['normal', id(label)]])
      assert.equal((await remove('parent', jam, label)).json.length, 0)
      assert.equal((await remove('normal', jam, label)).json.length, 1)
      assert.deepEqual(await rows(label), [])
    })

    test('invalid links are rejected', async () => {
      const good = {
        link_type: 'normal',
        link_object_source: 'Ticket',
        link_object_source_number: await numberOf(label),
        link_object_target: 'Ticket',
        link_object_target_value: id(jam),
      }
      const cases: [object, number, RegExp][] = [
        [{ link_object_source_number: '0815' }, 422, /^The object could not be found\.$/],
        [{ link_object_target_value: 99_999 }, 404, /Couldn't find Ticket with 'id'=99999/],
        [{ link_object_target_value: 'x' }, 422, /Invalid value for param 'link_object_target_value'/],
        [{ link_object_target_value: id(label) }, 422, /with itself/],
        [{ link_type: 'friend' }, 422, /expected one of normal, child, parent/],
        [{ link_object_source: 'User' }, 422, /expected one of Ticket/],
        [{ link_object_target: null }, 422, /'link_object_target' is missing/],
      ]
      for (const [wrong, status, sentence] of cases) {
        const reply = await w.request('links/add', { method: 'POST', as: 'rita', body: { ...good, ...wrong } })
        assert.equal(reply.status, status, reply.text)
        assert.match(reply.json.error, sentence)
      }
      assert.equal((await w.request('links?link_object=User&link_object_value=3')).status, 422)
      assert.equal((await w.request('links?link_object=Ticket&link_object_value=999', { as: 'rita' })).status, 404)
    })

    test('the caller has to be allowed to change both ends, and hidden tickets are not listed', async () => {
      const expected: [Person | 'anonymous', string, string, number][] = [
        ['rita', label, network, 201],
        ['rita', label, toner, 201],
        ['omar', network, label, 403],
        ['ines', jam, toner, 201],
        ['ines', jam, network, 403],
        ['admin', label, jam, 403],
        ['nils', label, network, 403],
        ['maya', toner, label, 403],
        ['zoe', label, jam, 403],
        ['plain', label, jam, 403],
        ['gone', label, jam, 401],
        ['anonymous', label, jam, 403],
      ]
      for (const [as, source, target, status] of expected) {
        assert.equal((await add('normal', source, target, as)).status, status, `${as} links`)
        // Without a link of this type, nothing is removed, but the rights are checked.
        assert.equal((await remove('parent', source, target, as)).status, status, `${as} removes`)
      }
      assert.deepEqual((await rows(label)).length, 2)
      // Omar reads only the tickets of the group Network.
      assert.deepEqual(await rows(network, 'omar'), [])
      assert.equal((await linksOf(label, 'omar')).status, 403)
      // Nils is the customer of both.
      assert.deepEqual(await rows(network, 'nils'), [['normal', id(label)]])
      assert.equal((await linksOf(label, 'zoe')).status, 403)
      assert.equal((await linksOf(label, 'anonymous')).status, 403)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
