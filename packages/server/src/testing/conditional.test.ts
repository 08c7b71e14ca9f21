import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openRoutes, routes } from '../http/routes/index.ts'
import { eachDialect } from './each-dialect.ts'
import { addRecords } from './records.ts'
import { type World, world } from './world.ts'

/** Addresses with the parameters that they require (`periode` is Zammad's spelling), or with the id of another record. */
const completeAddresses: Readonly<Record<string, string>> = {
  tags: 'tags?object=Ticket&o_id=1',
  links: 'links?link_object=Ticket&link_object_value=1',
  ticket_customer: 'ticket_customer?customer_id=2',
  ticket_split: 'ticket_split?ticket_id=1&article_id=1',
  'search/:objects': 'search/Ticket?query=printer',
  'monitoring/amount_check': 'monitoring/amount_check?periode=1h',
  'ticket_articles/1/received_mail': 'ticket_articles/8/received_mail',
  mentions: 'mentions?mentionable_type=Ticket&mentionable_id=1',
}

/** The addresses of all GET routes, with ids of the world. */
const addresses = () => {
  const paths = [...openRoutes, ...routes]
    // An event stream has no entity tag, and does not end.
    .filter(({ method, response }) => method === 'GET' && response !== 'text/event-stream')
    // These are limited to ten requests a minute, and each address gets more here.
    .filter((route) => !('throttledBy' in route))
    .map(({ path }) => path)
  return [...paths, '/openapi.json'].flatMap((path) => {
    // These have other parameters, or are addresses of records that the world does not have.
    if (
      /^\/(ticket_attachment|ticket_article_plain|attachments\/|online_notifications\/|users\/image)|:(ticket|delivery)_id|:month|\/(raw|delivery)$/.test(
        path,
      )
    )
      return []
    const url = path.replace(':id', '1').replace(':number', '67001').slice(1)
    return [completeAddresses[url] ?? url]
  })
}

const tagOf = async (w: World, url: string, as: 'admin' | 'nils' = 'admin') =>
  (await w.request(url, { as })).headers['etag']

/** The tag is computed from the text, independently of the database, so a few addresses are enough for PostgreSQL. */
const sample = (dialect: string, urls: string[]) =>
  dialect === 'sqlite' ? urls : urls.filter((_, index) => index % 6 === 0)

/** Returns the body of a shared draft. */
const draftBody = (word: string) => ({ new_article: { body: word }, ticket_attributes: {} })

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`conditional reads on ${dialect}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
      await addRecords(w)
    })
    after(() => w.close())

    test('every GET has an entity tag, and answers 304 without a body to a matching If-None-Match', async () => {
      assert.ok(addresses().length > 20)
      for (const url of sample(dialect, addresses())) {
        const first = await w.request(url)
        assert.equal(first.status, 200, url)
        const etag = first.headers['etag'] ?? ''
        assert.match(etag, /^"[\w-]{20,}"$/, url)
        for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, '*', ' * ']) {
          const again = await w.request(url, { headers: { 'if-none-match': known } })
          assert.equal(again.status, 304, `${url} ${known}`)
          assert.equal(again.text, '')
          assert.equal(again.headers['etag'], etag)
          assert.equal(again.headers['content-length'], undefined)
        }
        for (const other of ['"x"', etag.slice(1, -1), `${etag}x`, '']) {
          const again = await w.request(url, { headers: { 'if-none-match': other } })
          assert.equal(again.status, 200, `${url} ${other}`)
          assert.equal(again.text, first.text)
        }
      }
    })

    test('HEAD has the same tag and length, and answers 304, too', async () => {
      for (const url of sample(dialect, addresses())) {
        const get = await w.request(url)
        const head = await w.request(url, { method: 'HEAD' })
        for (const name of ['etag', 'content-length', 'content-type', 'link', 'x-total-count']) {
          assert.equal(head.headers[name], get.headers[name], `${url} ${name}`)
        }
        assert.equal(head.headers['content-length'], String(Buffer.byteLength(get.text)))
        const known = { 'if-none-match': get.headers['etag'] ?? '' }
        assert.equal((await w.request(url, { method: 'HEAD', headers: known })).status, 304)
      }
    })

    test('the tag depends on the answer: it differs by caller, mode and page, and is equal for equal answers', async () => {
      const tags = ['users', 'users?expand=true', 'users?full=true', 'users?page=2', 'users?fields=id'].map((url) =>
        tagOf(w, url),
      )
      const allTags = [...(await Promise.all(tags)), await tagOf(w, 'users', 'nils')]
      assert.equal(new Set(allTags).size, allTags.length)
      assert.equal(await tagOf(w, 'users?per_page=10'), allTags[0])
    })

    test('an error has no tag, and a forbidden record is never 304', async () => {
      const reply = await w.request('tickets/1', { as: 'zoe', headers: { 'if-none-match': '*' } })
      assert.equal(reply.status, 403)
      assert.equal(reply.headers['etag'], undefined)
      assert.equal((await w.request('tickets/999', { headers: { 'if-none-match': '*' } })).status, 404)
    })

    test('a write changes the tag of every answer that contains the value', async () => {
      const urls = ['tickets/1', 'tickets', 'tickets?full=true', 'tickets/1?expand=true', 'tickets/search?query=*']
      for (const url of urls) {
        await w.request(url)
        const known = { 'if-none-match': (await w.request(url)).headers['etag'] ?? '' }
        assert.equal((await w.request(url, { headers: known })).status, 304)
        await w.desk.database.transaction((db) =>
          db.sql
            .updateTable('tickets')
            .set({ title: `changed for ${url}` })
            .where('id', '=', 1)
            .execute(),
        )
        const reply = await w.request(url, { headers: known })
        assert.equal(reply.status, 200)
        assert.match(reply.text, new RegExp(`changed for ${url.replaceAll(/[?*]/g, '\\$&')}`))
      }
    })

    test('a write that cannot be conditional refuses If-Match instead of ignoring it', async () => {
      const paths = routes.filter((route) => 'write' in route && !route.conditional)
      assert.ok(paths.length > 50)
      for (const { method, path } of paths) {
        const url = path.replaceAll(/:[a-z_]+/g, '1').slice(1)
        const reply = await w.request(url, { method, headers: { 'if-match': '"x"' } })
        assert.equal(reply.status, 412, `${method} ${url}`)
      }
    })

    test('If-Match also protects settings, the account of the caller, and shared drafts', async () => {
      const draft = `tickets/${w.ids['Label printer offline']}/shared_draft`
      for (const [url, method, body, as] of [
        ['settings/1', 'PUT', (word: string) => ({ state_current: { value: word } }), 'admin'],
        ['users/me', 'PUT', (word: string) => ({ firstname: word }), 'admin'],
        [draft, 'PUT', draftBody, 'rita'],
        [draft, 'PATCH', draftBody, 'rita'],
      ] as const) {
        const write = (word: string, tag: string) =>
          w.request(url, { method, as, body: body(word), headers: { 'if-match': tag } })
        const tag = (await w.request(url, { as })).headers['etag'] ?? ''
        w.pass(1)
        const first = await write('First', tag)
        assert.ok(first.status < 300, `${url} ${first.text}`)
        assert.equal((await write('Second', tag)).status, 412, url)
        assert.match((await w.request(url, { as })).text, /First/)
      }
      const headers = { 'if-match': '"old"' }
      assert.equal((await w.request(draft, { method: 'DELETE', as: 'rita', headers })).status, 412)
    })

    test('a write never answers 304, because it has been carried out', async () => {
      const draft = `tickets/${w.ids['Label printer offline']}/shared_draft`
      const write = (method: 'PUT' | 'PATCH', word: string) =>
        w.request(draft, { method, as: 'rita', body: draftBody(word), headers: { 'if-none-match': '*' } })
      assert.equal((await write('PUT', 'First')).status, 201)
      const reply = await write('PATCH', 'Second')
      assert.equal(reply.status, 200)
      assert.match(reply.text, /Second/)
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
