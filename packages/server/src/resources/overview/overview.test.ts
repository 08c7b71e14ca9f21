import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { unitOfWork, insert } from '../../writing/unit-of-work.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type Person, type World, world } from '../../testing/world.ts'

/** Searches with the condition of an overview and returns the titles found. */
type FindTitles = (condition: unknown, as?: Person) => Promise<string[]>

const nested = (operator: string, ...conditions: object[]) => ({ operator, conditions })
const deep = (n: number): object => nested('AND', ...(n === 0 ? [] : [deep(n - 1)]))
const op = (operator: string, value?: unknown, more = {}) => ({ operator, value, ...more })

/** Combines `count` conditions with OR. */
const anyOf = (count: number, condition: (index: number) => object) =>
  nested('OR', ...Array.from({ length: count }, (_, index) => condition(index)))
const onBody = (index: number) => ({ name: 'article.body', operator: 'contains', value: `x${index}` })
const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`)
const tagged = (value: unknown) => ({ 'ticket.tags': { operator: 'contains one', value } })
/** The error about the second of several nested conditions. */
const second = (sentence: string) => `condition.conditions[1]: ${sentence}`
/** Returns `count` conditions of the same form with different values. */
const repeated = (count: number, size: number, name: string, operator: string) =>
  anyOf(count, (index) => ({ name, operator, value: tags(size).map((tag) => `${tag}x${index}`) }))

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`conditions and overviews on ${dialect}`, () => {
    let w: World
    let titles: FindTitles
    const links = async (as: Person) =>
      Object.fromEntries(
        (await w.request('ticket_overviews', { as })).json.map((one: { link: string; count: number }) => [
          one.link,
          one.count,
        ]),
      )
    before(async () => {
      w = await world(open)
      titles = async (condition, as = 'rita') => {
        const reply = await w.request('tickets/search?expand=true&per_page=100&sort_by=id', {
          method: 'POST',
          as,
          body: { condition },
        })
        assert.equal(reply.status, 200, reply.text)
        return reply.json.map(({ title }: { title: string }) => title)
      }
    })
    after(() => w.close())
    const mentions = (line: object, as?: Person) => titles({ 'ticket.mention_user_ids': line }, as)

    const label = 'Label printer offline'
    const toner = 'Toner for the oven label printer'
    const network = 'No network in the bakery'
    const invoice = "Invoice for O'Hara"
    const jam = 'Paper jam again'
    const every = [label, toner, network, invoice, jam]

    test('each operator finds its tickets, and its opposite finds the others', async () => {
      const found: [string, object, string[]][] = [
        ['ticket.state_id', op('is', ['1', 4]), [toner, invoice]],
        ['ticket.state_id', op('is not', '1'), [label, network, invoice, jam]],
        ['ticket.state_id', op('is', []), []],
        ['ticket.owner_id', op('is', '', { pre_condition: 'current_user.id' }), [label, invoice, jam]],
        ['ticket.owner_id', op('is', '', { pre_condition: 'not_set' }), [toner]],
        ['ticket.owner_id', op('is not', '', { pre_condition: 'not_set' }), [label, network, invoice, jam]],
        ['ticket.title', op('contains', 'PRINTER'), [label, toner]],
        ['ticket.title', op('contains not', 'printer'), [network, invoice, jam]],
        ['ticket.title', op('is', [label, jam]), [label, jam]],
        ['ticket.title', op('starts with', 'no'), [network]],
        ['ticket.title', op('ends with', 'again'), [jam]],
        ['ticket.title', op('contains', "O'H"), [invoice]],
        ['ticket.title', op('contains', '%'), []],
        ['ticket.title', op('contains', '_'), []],
        ['ticket.note', op('is set'), []],
        ['ticket.note', op('not set'), every],
        ['ticket.article_count', op('is', 2), [label, network, jam]],
        ['ticket.tags', op('contains one', 'printer, invoice'), [label, toner, invoice, jam]],
        ['ticket.tags', op('contains all', 'printer, floor2'), [label]],
        ['ticket.tags', op('contains all not', 'printer, floor2'), [toner, network, invoice, jam]],
        ['ticket.tags', op('contains one not', 'printer, floor2'), [network, invoice]],
        ['ticket.created_at', op('before (absolute)', '2026-03-02T09:00:00Z'), every],
        ['ticket.created_at', op('after (absolute)', '2026-03-02T09:00:01Z'), []],
        ['ticket.created_at', op('within last (relative)', '1', { range: 'minute' }), every],
        ['ticket.created_at', op('before (relative)', 1, { range: 'day' }), []],
        ['ticket.created_at', op('till (relative)', 1, { range: 'year' }), every],
        ['ticket.created_at', op('from (relative)', 1, { range: 'week' }), every],
        ['ticket.created_at', op('after (relative)', 1, { range: 'hour' }), []],
        ['ticket.created_at', op('today'), every],
        ['customer.email', op('is', 'nils@desk.example'), [label, network]],
        ['organization.name', op('contains', "O'Hara"), [invoice]],
        ['article.body', op('contains', 'hunter2'), [network]],
        ['group.name', op('is', 'Printers'), [label, toner, jam]],
      ]
      for (const [name, line, expected] of found) {
        assert.deepEqual(await titles({ [name]: line }), expected, `${name} ${JSON.stringify(line)}`)
      }
      await unitOfWork(w.desk, systemUser, (unit) =>
        insert(unit, 'mention', { mentionable_id: w.ids[network] as number, user_id: w.ids['rita'] as number }),
      )
      const me = op('is', '', { pre_condition: 'current_user.id' })
      assert.deepEqual([await mentions(me), await mentions(me, 'omar')], [[network], []])
      for (const line of [op('is none of', [w.ids['rita']]), op('not set')])
        assert.deepEqual(await mentions(line), [label, toner, invoice, jam])
      assert.deepEqual(await mentions(op('is set')), [network])
    })

    test('conditions are combined with AND; AND, OR and NOT can be nested', async () => {
      const printers = { name: 'group.name', operator: 'is', value: 'Printers' }
      const open = { name: 'ticket.state_id', operator: 'is', value: ['2'] }
      assert.deepEqual(await titles({ 'group.name': printers, 'ticket.state_id': open }), [label, jam])
      assert.deepEqual(await titles([printers, open]), [label, jam])
      assert.deepEqual(await titles(nested('OR', printers, open)), [label, toner, network, jam])
      assert.deepEqual(await titles(nested('AND', printers, nested('NOT', open))), [toner])
      assert.deepEqual(await titles({}), every)
    })

    test('invalid conditions are refused with their path', async () => {
      for (const [condition, path] of [
        ['x', 'condition'],
        [{ 'ticket.title': 'x' }, 'condition.ticket.title'],
        [{ 'ticket.title': { value: 'x' } }, 'condition.ticket.title'],
        [{ 'ticket.title': { operator: 'matches regex', value: 'x' } }, 'condition.ticket.title'],
        [{ 'ticket.mention_user_ids': { operator: 'constructor', value: 1 } }, 'condition.ticket.mention_user_ids'],
        [{ 'ticket.nothing': { operator: 'is', value: 'x' } }, 'condition.ticket.nothing'],
        [{ 'ticket.__proto__': { operator: 'is', value: 'x' } }, 'condition.ticket.__proto__'],
        [{ 'ticket.change': { operator: 'is', value: 1 } }, 'condition.ticket.change'],
        [{ 'customer.password': { operator: 'is', value: 'x' } }, 'condition.customer.password'],
        [{ title: { operator: 'is', value: 'x' } }, 'condition.title'],
        [{ 'ticket.state_id': { operator: 'is', value: 'open' } }, 'condition.ticket.state_id'],
        [{ 'ticket.state_id': { operator: 'contains', value: '1' } }, 'condition.ticket.state_id'],
        [{ 'ticket.state_id': { operator: 'is', value: { a: 1 } } }, 'condition.ticket.state_id'],
        [{ 'ticket.state_id': { operator: 'has changed' } }, 'condition.ticket.state_id'],
        [{ 'ticket.tags': { operator: 'contains all', value: ' ' } }, 'condition.ticket.tags'],
        [
          { 'ticket.created_at': { operator: 'till (relative)', value: '1', range: 'aeon' } },
          'condition.ticket.created_at',
        ],
        [
          { 'ticket.created_at': { operator: 'till (relative)', value: '-1', range: 'day' } },
          'condition.ticket.created_at',
        ],
        [
          { 'ticket.created_at': { operator: 'till (relative)', value: '99999', range: 'year' } },
          'condition.ticket.created_at',
        ],
        [{ 'ticket.created_at': { operator: 'before (absolute)', value: 'soon' } }, 'condition.ticket.created_at'],
        [{ operator: 'XOR', conditions: [] }, 'condition'],
        [deep(20), undefined],
      ] as const) {
        const reply = await w.request('tickets/search', { method: 'POST', as: 'rita', body: { condition } })
        assert.equal(reply.status, 422, `${JSON.stringify(condition)}: ${reply.text.slice(0, 200)}`)
        if (path) assert.equal(reply.json.details[0].path, path)
      }
    })

    test('conditions that would read too much are refused with the limit', async () => {
      assert.deepEqual(await titles(anyOf(10, onBody)), [])
      assert.deepEqual(await titles(tagged(tags(1000))), [])
      const onArticles = 'condition: at most 10 conditions on articles, or texts to look for in them.'
      const tooMany = 'at most 1000 values in all conditions.'
      const inside = 'at most 100 values of contains, starts with and ends with in all conditions.'
      const values = `condition.ticket.tags: ${tooMany}`
      for (const [condition, sentence] of [
        [anyOf(11, onBody), onArticles],
        [nested('AND', anyOf(5, onBody), nested('NOT', anyOf(6, onBody))), onArticles],
        [tagged(tags(1001)), values],
        [tagged(tags(1001).join(', ')), values],
        [
          anyOf(40, () => ({ name: 'ticket.tags', operator: 'contains all', value: tags(1000).join(', ') })),
          second(tooMany),
        ],
        [
          nested('AND', repeated(2, 600, 'ticket.title', 'is any of'), onBody(1)),
          `condition.conditions[0].conditions[1]: ${tooMany}`,
        ],
        [repeated(20, 90, 'ticket.title', 'starts with one of'), second(inside)],
        [repeated(2, 51, 'customer.email', 'contains not'), second(inside)],
        [repeated(2, 6, 'article.body', 'contains'), onArticles],
      ] as const) {
        const reply = await w.request('tickets/search', { method: 'POST', as: 'rita', body: { condition } })
        assert.equal(reply.status, 422)
        assert.equal(reply.json.error, sentence)
        const overview = { name: 'Much', condition, order: { by: 'id' }, view: { s: ['title'] }, role_ids: [2] }
        assert.equal((await w.request('overviews', { method: 'POST', body: overview })).json.error, sentence)
      }
    })

    test('the maximum number of values is accepted in any condition', async () => {
      const all = [...tags(500), 'printer', 'floor2']
      const operators = {
        'contains all': [],
        'contains one': [label, toner, jam],
        'contains one not': [network, invoice],
      }
      for (const [operator, found] of Object.entries(operators)) {
        assert.deepEqual(await titles({ 'ticket.tags': op(operator, all) }), found, operator)
      }
      assert.deepEqual(await titles({ 'ticket.tags': op('contains all', ' Printer,PRINTER,floor2') }), [label])
      const both = ['printer', 'floor2'].map((tag) => ({ name: 'ticket.tags', operator: 'contains all', value: tag }))
      assert.deepEqual(await titles(nested('AND', ...both)), [label])
      for (const [name, operator, count, size] of [
        ['ticket.tags', 'contains all', 100, 10],
        ['ticket.tags', 'contains one not', 100, 10],
        ['ticket.title', 'is any of', 100, 10],
        ['ticket.title', 'starts with one of', 10, 10],
        ['customer.email', 'contains', 10, 10],
        ['article.body', 'contains', 2, 5],
      ] as const) {
        const condition = repeated(count, size, name, operator)
        // No ticket has these values, so only negative operators find any.
        for (const as of ['ines', 'nils'] as const) {
          assert.equal((await titles(condition, as)).length > 0, operator.endsWith('not'), `${name} ${operator}`)
        }
      }
      // Each pair of a state and a priority may become a branch of the query; the 900 numbers are not repeated in each branch.
      const chosen = { 'ticket.state_id': op('is', [1, 2, 3, 4, 5, 6]), 'ticket.priority_id': op('is', [1, 2, 3]) }
      const numbers = Array.from({ length: 900 }, (_, index) => index + 100)
      const counted = { ...chosen, 'ticket.article_count': op('is not', numbers) }
      for (const as of ['rita', 'ines'] as const) assert.deepEqual(await titles(counted, as), await titles(chosen, as))
      assert.deepEqual(w.logged, [])
    })

    test('customers cannot search by fields that they cannot read', async () => {
      const inside = { 'article.body': { operator: 'contains', value: 'hunter2' } }
      assert.deepEqual(await titles(inside, 'nils'), [])
      assert.deepEqual(await titles({}, 'nils'), [label, toner, network, jam])
    })

    test('callers see the overviews of their roles, with the number of tickets they see', async () => {
      assert.deepEqual(await links('rita'), {
        my_assigned: 2,
        all_unassigned: 1,
        my_pending_reached: 0,
        my_mentioned_tickets: 0,
        all_open: 3,
        all_pending_reached: 0,
        all_escalated: 0,
      })
      assert.deepEqual(await links('nils'), { my_tickets: 2, my_organization_tickets: 4 })
      assert.deepEqual(await links('zoe'), { my_tickets: 1 })
      assert.deepEqual(await links('plain'), {})
      assert.equal((await w.request('ticket_overviews', { as: 'anonymous' })).status, 403)
    })

    test('an overview returns tickets in its order, related records, and the same count on every page', async () => {
      const { json, headers } = await w.request('ticket_overviews?view=all_open', { as: 'rita' })
      const ids = json.index.tickets.map(({ id }: { id: number }) => id)
      assert.deepEqual(
        ids,
        [label, toner, jam].map((title) => w.ids[title]),
      )
      assert.equal(json.index.count, 3)
      assert.equal(headers['x-total-count'], '3')
      assert.equal(json.index.overview.view, 'all_open')
      assert.deepEqual(Object.keys(json.assets.Ticket).map(Number), ids)
      assert.deepEqual(Object.keys(json.assets.TicketState), ['1', '2'])
      assert.equal(json.assets.Overview[json.index.overview.id].link, 'all_open')
      assert.ok(json.assets.User && json.assets.Group && json.assets.Role)
      const second = (await w.request('ticket_overviews?view=all_open&per_page=2&page=2', { as: 'rita' })).json
      assert.deepEqual(
        second.index.tickets.map(({ id }: { id: number }) => id),
        ids.slice(2),
      )
      assert.equal(second.index.count, 3)
    })

    test('an overview with an invalid condition counts zero and does not affect the others', async () => {
      const condition = { 'ticket.was_a_field': { operator: 'is', value: '1' } }
      const id = await unitOfWork(w.desk, systemUser, async (unit) => {
        const id = await insert(unit, 'overview', { name: 'Old', link: 'old', prio: 1, condition, order: {}, view: {} })
        await unit.db.sql.insertInto('overviews_roles').values({ overview_id: id, role_id: 2 }).execute()
        return id
      })
      const counts = await links('rita')
      assert.deepEqual([counts['old'], counts['all_open']], [0, 3])
      assert.equal((await w.request('ticket_overviews?view=old', { as: 'rita' })).status, 422)
      assert.equal((await w.request(`overviews/${id}`, { method: 'DELETE' })).status, 200)
    })

    test('an unknown overview, or one of another role, is empty', async () => {
      for (const [view, as] of [
        ['all_open', 'nils'],
        ['my_tickets', 'rita'],
        ['nothing', 'rita'],
        ['', 'rita'],
      ] as const) {
        const reply = await w.request(`ticket_overviews?view=${view}`, { as })
        assert.deepEqual([reply.status, reply.json], [200, { assets: {}, index: {} }])
      }
      assert.equal((await w.request('ticket_overviews?view=all_open&per_page=0', { as: 'rita' })).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
