import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork, update } from '../writing/unit-of-work.ts'
import { addAttributes, writeAs } from '../testing/attributes.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { type Person, type World, world } from '../testing/world.ts'
import { finderOf, snippetsOf } from './snippets.ts'

interface Found {
  field: string
  text: string
  marks: [number, number][]
  article_id?: number
}

const find = (text: string) => finderOf({ kind: 'text', columns: [], text, prefix: false }) ?? assert.fail()

test('highlighted matches and excerpts include the combining marks of a letter', () => {
  assert.deepEqual(snippetsOf('हिन्दी', [find('हिन्दी')], 1), [{ text: 'हिन्दी', marks: [[0, 6]] }])
  const long = `${'ที่'.repeat(100)} drum ${'ที่'.repeat(100)}`
  const [snippet] = snippetsOf(long, [find('drum')], 1)
  assert.match(snippet?.text ?? '', /^…[^\p{M}].*ที่…$/su)
})

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`highlights on ${dialect}`, () => {
    let w: World
    let html: number
    before(async () => {
      w = await world(open)
      html = await unitOfWork(w.desk, systemUser, async (unit) => {
        const ticket_id = w.ids['Label printer offline'] as number
        await update(unit, 'user', w.ids['rita'] as number, { note: 'zebra', firstname: '', lastname: '' })
        const body = `<p>${'lorem '.repeat(80)}</p><p>Fish &amp; "chips" &lt;b&gt;: a <b>zeb</b>ra</p><p>${'ipsum '.repeat(80)}</p>`
        const article_id = await insert(unit, 'article', {
          ticket_id,
          type_id: 1,
          sender_id: 2,
          content_type: 'text/html',
          body,
        })
        await insert(unit, 'attachment', { article_id, store_file_id: 1, filename: 'zebra & Café.pdf', size: 5 })
        return article_id
      })
    })
    after(() => w.close())

    const request = (query: string, as: Person = 'rita', more = '', path = 'tickets/search') =>
      w.request(`${path}?query=${encodeURIComponent(query)}&highlight=true${more}`, { as })
    /** The matches in a ticket: the field, and the words at the offsets. */
    const find = async (query: string, ticket = 'Label printer offline', as: Person = 'rita') => {
      const { status, json, text } = await request(query, as)
      assert.equal(status, 200, text)
      const list: Found[] = json.highlights[String(w.ids[ticket])] ?? []
      return list.map(
        ({ field, text, marks }) => `${field}: ${marks.map(([from, to]) => text.slice(from, to)).join(' | ')}`,
      )
    }

    test('show words, prefixes, phrases and patterns, with their field', async () => {
      assert.deepEqual(await find('printer'), ['title: printer', 'tags: printer'])
      assert.deepEqual(await find('title:"label printer"'), ['title: Label printer'])
      assert.deepEqual(await find('off* blinks'), ['title: offline', 'article.body: blinks'])
      assert.deepEqual(await find('title:pri?ter'), ['title: printer'])
      assert.deepEqual(await find('title:*l\\ printer*'), ['title: Label printer offline'])
      assert.deepEqual(await find('tags:floor2'), ['tags: floor2'])
      assert.deepEqual(await find('cafe'), ['article.attachment.title: Café'])
      assert.deepEqual(await find('article.attachment.title:zebra'), ['article.attachment.title: zebra'])
      assert.deepEqual(await find('printer -jam state:open'), ['title: printer', 'state.name: open', 'tags: printer'])
      assert.deepEqual(await find('state_id:2'), [])
    })

    test('show words inside texts without spaces, with accents that are separate characters', async () => {
      await unitOfWork(w.desk, systemUser, (unit) =>
        update(unit, 'ticket', w.ids['Quiet ticket'] as number, { title: '東京タワーのカ\u3099ス漏れ' }),
      )
      assert.deepEqual(await find('東京', 'Quiet ticket', 'admin'), ['title: 東京'])
      assert.deepEqual(await find('ガス title:タワ*', 'Quiet ticket', 'admin'), ['title: タワ | カ\u3099ス'])
    })

    test('show fields of referenced records, with their path', async () => {
      assert.deepEqual(await find('customer.fullname:"Nils Brandt"'), ['customer.fullname: Nils Brandt'])
      assert.deepEqual(await find('harbor offline'), ['title: offline', 'organization.name: Harbor'])
      assert.deepEqual(await find('customer.organization.domain:bakery'), ['customer.organization.domain: bakery'])
    })

    test('show an escaped excerpt of a long text, with offsets in the escaped text', async () => {
      const { json } = await request('chips zebra')
      const [hit] = json.highlights[String(w.ids['Label printer offline'])].filter(
        ({ field }: Found) => field === 'article.body',
      )
      assert.equal(hit.article_id, html)
      assert.ok(hit.text.startsWith('…') && hit.text.endsWith('…'))
      assert.ok(hit.text.includes('Fish &amp; &quot;chips&quot; &lt;b&gt;: a zebra'))
      assert.ok(hit.text.length < 300)
      assert.deepEqual(
        hit.marks.map(([from, to]: [number, number]) => hit.text.slice(from, to)),
        ['chips', 'zebra'],
      )
    })

    // Finishing at all is the test: a search that backtracks would not.
    test('of long queries and long texts take bounded time', async () => {
      const long = 'a'.repeat(40_000)
      const body = `${long} ${'b '.repeat(5_000)}`
      const ticket_id = w.ids['Quiet ticket'] as number
      await unitOfWork(w.desk, systemUser, (unit) =>
        insert(unit, 'article', { ticket_id, type_id: 1, sender_id: 2, body }),
      )
      for (const query of [`urgent OR article.body:a*a*a*a*a*a*a*b`, `urgent OR ${'b OR '.repeat(450)}b`]) {
        const { status, json } = await request(query, 'admin')
        assert.equal(status, 200)
        assert.ok(json.highlights[String(ticket_id)].length > 0)
      }
    })

    test('have at most 20 snippets for each record', async () => {
      const ticket_id = w.ids['Quiet ticket'] as number
      const body = Array.from({ length: 3 }, () => `okapi ${'lorem '.repeat(80)}`).join('')
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let count = 0; count < 7; count++)
          await insert(unit, 'article', { ticket_id, type_id: 1, sender_id: 2, body })
      })
      assert.equal((await find('okapi', 'Quiet ticket', 'admin')).length, 20)
    })

    test('show nothing that the caller may not read', async () => {
      assert.deepEqual(await find('hunter2 OR network', 'No network in the bakery', 'rita'), [
        'title: network',
        'group.name: Network',
        'article.body: hunter2',
      ])
      assert.deepEqual(await find('hunter2 OR network', 'No network in the bakery', 'nils'), [
        'title: network',
        'group.name: Network',
      ])
      // Fields of another user: a full name that falls back to the address, the login, and the address itself.
      for (const query of ['rita OR offline', 'owner.login:zebra OR offline', 'owner.email:rita* OR title:offline']) {
        const { json } = await request(query, 'nils')
        assert.ok(!JSON.stringify(json.highlights).includes('rita'), query)
        assert.ok(!JSON.stringify(json.highlights).includes('owner'), query)
      }
    })

    test('show custom fields that the caller can read', async () => {
      const richText = { data_type: 'richtext', data_option: { maxlength: 1000 } }
      await addAttributes(w, [
        { name: 'shelf', data_type: 'input', data_option: { type: 'text' } },
        { name: 'story', ...richText },
        { name: 'kinds', data_type: 'multiselect', data_option: { options: { okapi: 'okapi', lynx: 'lynx' } } },
        {
          name: 'inside',
          data_type: 'input',
          data_option: { type: 'text' },
          screens: { edit: { 'ticket.agent': { shown: true } } },
        },
      ])
      const body = { shelf: 'giraffe one', story: 'a giraffe & more', inside: 'giraffe', kinds: ['lynx', 'okapi'] }
      await writeAs(w, 'rita', 'ticket', body, w.ids['Label printer offline'])
      assert.deepEqual(await find('shelf:giraffe'), ['shelf: giraffe'])
      assert.deepEqual(await find('story:gir?ffe'), ['story: giraffe'])
      const id = w.ids['Label printer offline'] as number
      const kinds = { field: 'kinds', text: 'okapi', marks: [[0, 5]] }
      assert.deepEqual((await request('kinds:okapi')).json.highlights, { [id]: [kinds] })
      assert.deepEqual(await find('inside:giraffe OR shelf:giraffe'), ['shelf: giraffe', 'inside: giraffe'])
      const hidden = await request('inside:giraffe OR shelf:giraffe', 'nils')
      assert.ok(!hidden.text.includes('"inside"') || hidden.status === 422, hidden.text)
    })

    test('are an additional key in each form of the response, only on request', async () => {
      const id = w.ids['Label printer offline'] as number
      const title = { field: 'title', text: 'Label printer offline', marks: [[14, 21]] }
      assert.deepEqual((await request('offline')).json.highlights, { [id]: [title] })
      assert.deepEqual((await request('offline', 'rita', '&full=true')).json.highlights, { [id]: [title] })
      assert.deepEqual((await request('offline', 'rita', '&expand=true')).json[0].highlights, [title])
      assert.deepEqual((await request('offline', 'rita', '&with_total_count=true')).json.records[0].highlights, [title])
      assert.deepEqual((await request('offline', 'rita', '&expand=true&fields=state')).json, [
        { state: 'open', highlights: [title] },
      ])
      const [first] = (await request('offline', 'rita', '', 'search')).json.result
      assert.deepEqual(first, { type: 'Ticket', id, highlights: [title] })
      const [user] = (await request('brandt', 'rita', '', 'users/search')).json
      assert.deepEqual(
        user.highlights.map(({ field }: Found) => field),
        ['lastname', 'fullname'],
      )
      assert.ok(!('highlights' in (await w.request('tickets/search?query=offline')).json))
      assert.equal((await request('offline', 'rita', '&per_page=101')).status, 422)
      assert.equal((await request('offline', 'rita', '&per_page=101', 'search')).status, 422)
      assert.deepEqual((await request('nothingatall')).json.highlights, {})
    })

    test('no request caused an internal error', () => assert.deepEqual(w.logged, []))
  })
}
