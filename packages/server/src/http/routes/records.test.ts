import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decryptSecrets } from '../../resources/webhook/secrets.ts'
import { eachDialect } from '../../testing/each-dialect.ts'
import { addRecords } from '../../testing/records.ts'
import { type RequestOptions, type Person, type Reply, type World, world } from '../../testing/world.ts'

/** The body of a new record of each kind, and the callers who may read and write the records. */
type Matrix = readonly [path: string, body: object, read: readonly Person[], write: readonly Person[]][]

const staff: readonly Person[] = ['admin', 'rita', 'omar', 'ines']
const admin: readonly Person[] = ['admin']
const everyone: readonly Person[] = ['admin', 'rita', 'omar', 'ines', 'nils', 'zoe', 'plain']

const matrix: Matrix = [
  ['macros', { name: 'New macro', perform: { 'ticket.tags': { operator: 'add', value: 'x' } } }, staff, admin],
  ['text_modules', { name: 'New module', content: 'Hello' }, staff, admin],
  ['templates', { name: 'New template', options: { 'ticket.title': { value: 'x' } } }, staff, admin],
  ['overviews', { name: 'New overview', condition: {} }, admin, admin],
  ['signatures', { name: 'New signature', body: 'x' }, staff, admin],
  ['channels', { name: 'New channel', group_id: 1 }, admin, admin],
  ['postmaster_filters', { name: 'New filter', match: { from: { operator: 'is', value: 'x' } } }, admin, admin],
  ['email_addresses', { name: 'New', email: 'new@desk.example' }, staff, admin],
  ['calendars', { name: 'New calendar', timezone: 'UTC' }, admin, admin],
  ['slas', { name: 'New agreement', calendar_id: 1 }, admin, admin],
  ['triggers', { name: 'New trigger', condition: {}, perform: {} }, admin, admin],
  ['jobs', { name: 'New job' }, admin, admin],
  ['webhooks', { name: 'New webhook', endpoint: 'https://example.com/' }, admin, admin],
  ['checklist_templates', { name: 'New template', items: ['one'] }, staff, admin],
  ['time_accounting/types', { name: 'New activity' }, staff, admin],
]

const deep = (n: number) => JSON.parse('{"a":'.repeat(n) + '1' + '}'.repeat(n)) as object

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`records other than tickets on ${dialect}`, () => {
    let w: World
    let post: (path: string, body: object, as?: Person) => Promise<Reply>
    let put: (path: string, body: object, as?: Person) => Promise<Reply>
    let remove: (path: string, as?: Person) => Promise<Reply>
    before(async () => {
      w = await world(open)
      await addRecords(w)
      const send =
        (method: RequestOptions['method']) =>
        (path: string, body?: object, as: Person = 'admin') =>
          w.request(path, { method, as, ...(body ? { body } : {}) })
      post = send('POST')
      put = send('PUT')
      remove = (path, as) => send('DELETE')(path, undefined, as)
    })
    after(() => w.close())

    const defaultCalendars = async () =>
      (await w.request('calendars?per_page=100')).json.filter((c: { default: boolean }) => c.default)

    for (const [path, body, readers, writers] of matrix) {
      test(`${path} can be read and written only with the permissions for it`, async () => {
        for (const as of everyone) {
          const may = (people: readonly Person[]) => people.includes(as)
          assert.equal((await w.request(path, { as })).status, may(readers) ? 200 : 403, `${as} lists`)
          const created = await post(path, body, as)
          assert.equal(created.status, may(writers) ? 201 : 403, `${as} creates: ${created.text}`)
          const id = created.json.id ?? 1
          // Types of time accounting (`time_accounting/types`) cannot be deleted.
          const isType = path.includes('/')
          if (!isType) assert.equal((await w.request(`${path}/${id}`, { as })).status, may(readers) ? 200 : 403)
          assert.equal((await put(`${path}/${id}`, {}, as)).status, may(writers) ? 200 : 403, `${as} changes`)
          if (isType) assert.equal((await remove(`${path}/${id}`, as)).status, 405)
          else assert.equal((await remove(`${path}/${id}`, as)).status, may(writers) ? 200 : 403, `${as} removes`)
        }
        assert.equal((await w.request(path, { as: 'anonymous' })).status, 403)
      })
    }

    test('a duplicate, missing or too long name is rejected with 422', async () => {
      for (const path of ['macros', 'signatures', 'webhooks', 'triggers', 'calendars']) {
        const [first] = (await w.request(`${path}?per_page=1`)).json
        const [, body] = matrix.find(([kind]) => kind === path) as Matrix[number]
        const twice = await post(path, { ...body, name: first.name })
        assert.equal(twice.status, 422, path)
        assert.equal(twice.json.error, 'This object already exists.')
        assert.equal((await post(path, { ...body, name: undefined })).status, 422)
        assert.equal((await post(path, { ...body, name: 'x'.repeat(300) })).status, 422)
      }
    })

    test('macros and text modules of groups are visible only to the agents of these groups', async () => {
      const printers = w.ids['Printers'] as number
      const { json: macro } = await post('macros', { name: 'For printers', group_ids: [printers] })
      assert.deepEqual(macro.group_ids, [printers])
      assert.equal((await w.request(`macros/${macro.id}`, { as: 'rita' })).status, 200)
      assert.equal((await w.request(`macros/${macro.id}`, { as: 'omar' })).status, 403)
      const { json: module } = await post('text_modules', { name: 'T', content: 'x', groups: ['Network'] })
      const seen = async (as: Person) =>
        (await w.request('text_modules?per_page=100', { as })).json.some(({ id }: { id: number }) => id === module.id)
      assert.deepEqual([await seen('omar'), await seen('rita'), await seen('ines')], [true, true, false])
      const found = (await w.request('macros/search?query=printers', { as: 'omar' })).json
      assert.deepEqual(found, [])
      assert.equal((await w.request('macros/search?query=printers', { as: 'rita' })).json.length, 1)
      assert.equal((await w.request('macros/search?query=printers', { as: 'nils' })).status, 403)
    })

    test('the actions of a macro are checked', async () => {
      for (const [perform, path] of [
        [{ 'ticket.nothing': { value: 1 } }, 'perform.ticket.nothing'],
        [{ 'ticket.created_at': { value: 1 } }, 'perform.ticket.created_at'],
        [{ 'customer.email': { value: 1 } }, 'perform.customer.email'],
        [{ 'ticket.tags': { operator: 'set', value: 'x' } }, 'perform.ticket.tags'],
        [{ 'ticket.tags': { operator: 'add', value: ' , ' } }, 'perform.ticket.tags'],
        [{ 'article.note': { subject: 'x' } }, 'perform.article.note'],
        [{ 'ticket.state_id': 4 }, 'perform.ticket.state_id'],
        [{ 'ticket.pending_time': { operator: 'relative', value: '1', range: 'x' } }, 'perform.ticket.pending_time'],
      ] as const) {
        const reply = await post('macros', { name: 'Impossible', perform })
        assert.equal(reply.status, 422, JSON.stringify(perform))
        assert.equal(reply.json.details[0].path, path)
      }
      const perform = {
        'ticket.state_id': { value: '4' },
        'ticket.pending_time': { operator: 'relative', value: '2', range: 'day' },
        'ticket.owner_id': { pre_condition: 'current_user.id', value: '' },
        'ticket.tags': { operator: 'remove', value: 'a, b' },
        'article.note': { body: 'Done', internal: 'true', subject: 'x' },
      }
      const created = await post('macros', { name: 'Possible', perform })
      assert.equal(created.status, 201, created.text)
      assert.deepEqual(created.json.perform, perform)
    })

    test('HTML texts are stored as safe HTML', async () => {
      const evil = '<b>Hi</b><script>alert(1)</script><img src=x onerror=alert(1)>'
      const { json } = await post('text_modules', { name: 'Evil', content: evil, note: 'a & b' })
      assert.match(json.content, /^<b>Hi<\/b>/)
      assert.doesNotMatch(json.content, /script|onerror/)
      assert.equal(json.note, 'a &amp; b')
      assert.doesNotMatch((await post('signatures', { name: 'Evil', body: evil })).json.body, /script|onerror/)
    })

    test('an overview gets a link and a position, and its condition is checked', async () => {
      const { json } = await post('overviews', { name: 'Wait & see!', condition: {}, role_ids: [2] })
      assert.equal(json.link, 'wait_see')
      assert.deepEqual([json.role_ids, json.user_ids, json.group_ids], [[2], [], []])
      assert.equal((await post('overviews', { name: 'Wait, see', condition: {} })).json.link, 'wait_see_2')
      const [last] = (await w.request('overviews?sort_by=prio&order_by=desc&per_page=2')).json
      assert.equal(last.link, 'wait_see_2')
      const bad = { 'ticket.nothing': { operator: 'is', value: 1 } }
      assert.equal((await put(`overviews/${json.id}`, { condition: bad })).status, 422)
      assert.equal((await put(`overviews/${json.id}`, { order: { by: 'title', direction: 'up' } })).status, 422)
      const aboutPrinters = { 'ticket.title': { operator: 'contains', value: 'printer' } }
      const order = { by: 'title', direction: 'DESC' }
      assert.equal((await put(`overviews/${json.id}`, { condition: aboutPrinters, order })).status, 200)
      const { index } = (await w.request('ticket_overviews?view=wait_see', { as: 'rita' })).json
      assert.equal(index.count, 2)
      assert.equal(index.tickets[0].id, w.ids['Toner for the oven label printer'])
      assert.equal((await put(`overviews/${json.id}`, { user_ids: [w.ids['omar']] })).status, 200)
      const unknown = { assets: {}, index: {} }
      assert.deepEqual((await w.request('ticket_overviews?view=wait_see', { as: 'rita' })).json, unknown)
      assert.equal((await w.request('ticket_overviews?view=wait_see', { as: 'omar' })).status, 200)
      assert.equal((await put(`overviews/${json.id}`, { active: false })).status, 200)
      assert.deepEqual((await w.request('ticket_overviews?view=wait_see', { as: 'omar' })).json, unknown)
    })

    test('one calendar is the default, hours are checked, and a calendar in use is not deleted', async () => {
      assert.equal((await defaultCalendars()).length, 1)
      const { json } = await post('calendars', { name: 'Oslo', timezone: 'Europe/Oslo', default: true })
      assert.deepEqual(
        (await defaultCalendars()).map(({ name }: { name: string }) => name),
        ['Oslo'],
      )
      assert.equal((await put(`calendars/${json.id}`, { default: false })).json.default, true)
      assert.equal(json.business_hours.mon.active, true)
      for (const wrong of [
        { timezone: 'Mars/Base' },
        { business_hours: { mon: { active: true, timeframes: [['17:00', '09:00']] } } },
        { business_hours: { mon: { active: true } } },
        { business_hours: { someday: { active: true, timeframes: [] } } },
        { business_hours: { mon: { active: false, timeframes: [] } } },
        { business_hours: { mon: null } },
        { public_holidays: { soon: {} } },
        { public_holidays: { '2026-02-30': { active: true, summary: 'Never' } } },
        { public_holidays: { '2026-12-25': true } },
        { ical_url: 'file:///etc/passwd' },
      ]) {
        const reply = await put(`calendars/${json.id}`, wrong)
        assert.equal(reply.status, 422, JSON.stringify(wrong))
      }
      const sla = await post('slas', {
        name: 'Silver',
        calendar: 'Oslo',
        first_response_time: '60',
        update_time: '',
        condition: { 'ticket.priority_id': { operator: 'is', value: ['3'] } },
      })
      assert.equal(sla.status, 201, sla.text)
      assert.deepEqual([sla.json.first_response_time, sla.json.update_time], [60, null])
      assert.equal((await put(`slas/${sla.json.id}`, { solution_time: -5 })).status, 422)
      assert.equal((await put(`slas/${sla.json.id}`, { solution_time: 2 ** 53 - 1 })).status, 422)
      assert.equal((await post('slas', { name: 'Without' })).status, 422)
      const refused = await remove(`calendars/${json.id}`)
      assert.equal(refused.status, 422)
      assert.equal(refused.json.error, "Can't delete, object has references.")
      assert.equal((await remove(`slas/${sla.json.id}`)).status, 200)
      assert.deepEqual((await remove(`calendars/${json.id}`)).json, {})
      assert.equal((await defaultCalendars()).length, 1)
    })

    test('a signature in use is not deleted', async () => {
      const refused = await remove('signatures/1')
      assert.equal(refused.status, 422)
      assert.equal(refused.json.error, "Can't delete, object has references.")
    })

    test('triggers may have conditions on changes, and jobs have the time of their next run', async () => {
      const condition = {
        'ticket.action': { operator: 'is', value: 'create' },
        'ticket.state_id': { operator: 'has changed' },
      }
      const perform = { 'notification.email': { recipient: 'ticket_customer', subject: 's', body: 'b' } }
      const trigger = await post('triggers', { name: 'Tell', condition, perform })
      assert.equal(trigger.status, 201, trigger.text)
      assert.equal((await post('triggers', { name: 'No', condition: { 'ticket.x': { operator: 'is' } } })).status, 422)
      // The clock of the test world shows Monday, 2 March 2026, 9:00.
      const timeplan = { days: { Mon: true, Tue: false }, hours: { 9: true, 8: true }, minutes: { 0: true, 30: true } }
      const job = await post('jobs', { name: 'Half hourly', timeplan, perform: {}, condition: {} })
      assert.equal(job.json.next_run_at, '2026-03-02T09:30:00.000Z')
      const later = await put(`jobs/${job.json.id}`, { timeplan: { ...timeplan, hours: { 8: true } } })
      assert.equal(later.json.next_run_at, '2026-03-09T08:00:00.000Z')
      assert.equal((await put(`jobs/${job.json.id}`, { active: false })).json.next_run_at, null)
      assert.equal((await put(`jobs/${job.json.id}`, { timeplan: { days: { Someday: true } } })).status, 422)
    })

    test('the secrets of a webhook are never shown or sorted by, and are kept if their mask is sent back', async () => {
      const secret = { signature_token: 'abc-secret', basic_auth_password: 'hunter2' }
      const body = { name: 'Secret', endpoint: 'https://example.com/', basic_auth_username: 'u', ...secret }
      const created = await post('webhooks', body)
      const { id } = created.json
      const masked = { signature_token: '**********', basic_auth_password: '**********' }
      const stored = async () => {
        const row = await w.desk.database.sql
          .selectFrom('webhooks')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const { signature_token, basic_auth_password } = decryptSecrets(w.desk, row)
        return { signature_token, basic_auth_password }
      }
      assert.equal(created.status, 201)
      assert.equal(created.json.signature_token, masked.signature_token)
      assert.equal((await put(`webhooks/${id}`, { ...created.json, note: 'changed' })).status, 200)
      assert.deepEqual(await stored(), secret)
      assert.equal((await put(`webhooks/${id}`, { signature_token: 'other' })).json.signature_token, '**********')
      assert.equal((await stored()).signature_token, 'other')
      assert.equal((await put(`webhooks/${id}`, { signature_token: null })).json.signature_token, null)
      for (const url of [`webhooks/${id}?full=true`, 'webhooks?expand=true', 'webhooks?sort_by=basic_auth_password']) {
        assert.doesNotMatch((await w.request(url)).text, /abc-secret|hunter2/)
      }
      const histories = await w.desk.database.sql.selectFrom('histories').selectAll().execute()
      const feed = await w.desk.database.sql.selectFrom('events').selectAll().execute()
      assert.doesNotMatch(JSON.stringify([histories, feed]), /abc-secret|hunter2|"other"/)
      await post('triggers', { name: 'Calls', perform: { 'notification.webhook': { webhook_id: String(id) } } })
      assert.equal((await remove(`webhooks/${id}`)).status, 422)
      for (const endpoint of ['ftp://x/', 'x', 'http://', 'javascript:alert(1)']) {
        assert.equal((await put(`webhooks/${id}`, { endpoint })).status, 422, endpoint)
      }
      assert.equal((await put(`webhooks/${id}`, { custom_payload: '{' })).status, 422)
    })

    test('values that one of the databases cannot store are rejected on both', async () => {
      const odd = [{ a: 'x\0' }, { 'x\0': 1 }, { a: ['\uD800'] }].map((options) => [options, 'options'] as const)
      // A body with more than 64 levels is refused before it is parsed.
      const nested = [deep(64), deep(20_000)].map((options) => [options, 'body'] as const)
      for (const [options, path] of [...odd, ...nested]) {
        const reply = await post('templates', { name: 'Odd', options })
        assert.equal(reply.status, 422, JSON.stringify(options).slice(0, 80))
        assert.equal(reply.json.details[0].path, path)
      }
      assert.equal(
        (await post('templates', { name: 'Odd', options: { a: String.raw`\u0000`, b: deep(60) } })).status,
        201,
      )
      const lists = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
      for (const condition of [lists, { 'ticket.title': { operator: 'is', value: 'a\0' } }, deep(50_000)]) {
        assert.equal((await post('tickets/search', { condition })).status, 422)
      }
      const far = { 'ticket.pending_time': { operator: 'relative', value: '9999', range: 'year' } }
      assert.equal((await post('macros', { name: 'Far', perform: far })).status, 422)
    })

    test('an e-mail address is a single one, stored in lower case', async () => {
      const created = await post('email_addresses', { name: 'Help', email: ' Help@Desk.Example ' })
      assert.equal(created.json.email, 'help@desk.example')
      assert.equal((await put(`email_addresses/${created.json.id}`, { email: 'a@b, c@d' })).status, 422)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
