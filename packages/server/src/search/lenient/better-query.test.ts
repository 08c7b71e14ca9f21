import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w.close())

const asked = async (typed: string, as: 'rita' | 'nils') =>
  (await w.request(`tickets/search?lenient=true&query=${encodeURIComponent(typed)}`, { as })).json
const suggestion = async (query: string, as: 'rita' | 'nils' = 'nils') =>
  (await asked(query, as)).did_you_mean as string | undefined

test('suggestions do not depend on words that the caller cannot read', async () => {
  const ticket_id = w.ids['Label printer offline']
  const write = (as: 'rita' | 'nils', body: string, internal: boolean) =>
    w.request('ticket_articles', { as, method: 'POST', body: { ticket_id, body, internal } })
  await write('nils', 'The zanzibard is broken.', false)
  const earlier = [await suggestion('zanzibart'), await suggestion('zanzibar')]
  await write('rita', 'He means the zanzibart.', true)
  assert.deepEqual([await suggestion('zanzibart'), await suggestion('zanzibar')], earlier)
  assert.equal(earlier[0], 'zanzibard')
})

test('a suggestion is found among many similar words that the caller cannot read', async () => {
  const ticket_id = w.ids['Label printer offline']
  const hidden = Array.from('abdfghjklmnpqrtu', (letter) => `invoce${letter}`).join(' ')
  const write = (body: string, internal: boolean) =>
    w.request('ticket_articles', { as: 'rita', method: 'POST', body: { ticket_id, body, internal } })
  await write(hidden, true)
  await write('The invoice of October', false)
  assert.equal(await suggestion('invoces october'), 'invoice october')
})

test('the last word of a suggestion occurs as it is, not only as the beginning of others', async () => {
  const title = 'Keys of Padraig Brady'
  const customer_id = w.ids['nils']
  const create = (body: object) => w.request('tickets', { as: 'rita', method: 'POST', body })
  await create({ title, group: 'Printers', customer_id, article: { body: 'For the back door' } })
  await create({ title: 'A brad for the wall', group: 'Printers', customer_id, article: { body: 'Please' } })
  assert.equal(await suggestion('padraig bradey', 'rita'), 'padraig brady')
  assert.equal(await suggestion('bradz', 'rita'), 'brad')
})

test('a long word is split into two words that occur', async () => {
  assert.equal(await suggestion('labelprinter', 'rita'), 'label printer')
  assert.equal(await suggestion('Labelprinter offlien', 'rita'), 'label printer offline')
  assert.equal(await suggestion('title:labelprinter', 'rita'), undefined)
  // The words are in different tickets.
  assert.equal(await suggestion('quietprinter', 'rita'), undefined)
})

test('one of three or more words is left out if no ticket contains them all', async () => {
  const customer_id = w.ids['nils']
  const create = (title: string, body: string) =>
    w.request('tickets', {
      as: 'rita',
      method: 'POST',
      body: { title, group: 'Printers', customer_id, article: { body } },
    })
  await create('Fonts look ragged', 'Compiled with freetype, see the screenshot')
  await create('Icons are missing', 'A png, and a screenshot')
  await create('Logo is blurred', 'Another png and a screenshot')
  // The query with the fewest hits keeps the words that say most.
  assert.equal(await suggestion('freetype screenshot png', 'rita'), 'freetype screenshot')
  assert.equal(await suggestion('where are the freetype, screenshot and png?', 'rita'), 'freetype screenshot')
  assert.equal(await suggestion('title:fonts freetype xylophone', 'rita'), 'title:fonts freetype')
  assert.equal(await suggestion('freetype screenshot 4711', 'rita'), undefined)
  assert.equal(await suggestion('freetype xylophone', 'rita'), undefined)
  assert.equal(await suggestion('"freetype" screenshot png', 'rita'), undefined)
})

test('words are suggested as conditions if few texts contain them', async () => {
  const body = { title: 'News with attachment', group: 'Printers', customer_id: w.ids['nils'] }
  const article = { body: 'About alsa' }
  const data = Buffer.from('x').toString('base64')
  const attachments = [{ filename: 'x.txt', data, 'mime-type': 'text/plain' }]
  const create = (more: object) => w.request('tickets', { as: 'rita', method: 'POST', body: { ...body, ...more } })
  await create({ article })
  assert.equal(await suggestion('alsa with attachment', 'rita'), undefined)
  await create({ title: 'Sound', article: { ...article, attachments } })
  assert.equal((await asked('alsa with attachment', 'rita')).tickets.length, 1)
  assert.equal(await suggestion('alsa with attachment', 'rita'), 'alsa has:attachment')
  for (let count = 1; count < 10; count += 1) await create({ article })
  assert.equal(await suggestion('alsa with attachment', 'rita'), undefined)
})

test('a word that names a condition suggests the condition, even if texts contain the word', async () => {
  const ticket_id = w.ids['Label printer offline']
  await w.request('ticket_articles', { as: 'rita', method: 'POST', body: { ticket_id, body: 'still open' } })
  assert.equal(await suggestion('open', 'rita'), 'is:open')
  assert.equal(await suggestion('offene', 'rita'), 'is:offen')
  assert.equal(await suggestion('unassigned', 'rita'), 'is:unassigned')
  assert.equal(await suggestion('today', 'rita'), 'created:today')
  assert.equal(await suggestion('open printer', 'rita'), 'is:open printer')
  assert.equal(await suggestion('open toner', 'rita'), 'is:open toner')
  assert.equal(await suggestion('printer tickets', 'rita'), 'printer')
  assert.equal(await suggestion('tickets', 'rita'), undefined)
  // `mine` means the tickets that an agent owns, or the tickets of the customer who asks.
  assert.equal(await suggestion('mine', 'rita'), 'is:mine')
  assert.equal(await suggestion('mine', 'nils'), 'is:mine')
})

test('words are corrected wherever the mistake is', async () => {
  for (const typed of ['pirnter', 'rpinter', 'orinter', 'rinter', 'pprinter', 'priner', 'printrr'])
    assert.equal(await suggestion(`${typed} offline`, 'rita'), 'printer offline', typed)
  assert.equal(await suggestion('title:pritner', 'rita'), 'title:printer')
  assert.equal(await suggestion('customer:bradnt printer', 'rita'), 'customer:brandt printer')
})

test('if each word occurs, but no ticket has all, any of them may be misspelled, most likely at its end', async () => {
  const ticket_id = w.ids['Label printer offline']
  const body = 'A scanner. Labels, labeled, labeler, label1, labell, labelx, label2, label3, label4, label5'
  await w.request('ticket_articles', { as: 'rita', method: 'POST', body: { ticket_id, body } })
  const other = { title: 'Two scannerss', group: 'Printers', customer_id: w.ids['nils'], article: { body: 'Hello' } }
  await w.request('tickets', { as: 'rita', method: 'POST', body: other })
  assert.equal(await suggestion('label scannerss', 'rita'), 'label scanner')
})

test('a text that looks like a query is searched as words if it finds nothing', async () => {
  const ticket_id = w.ids['Label printer offline']
  const body = 'Group: queue /dev/lp0, see https://printers.example/faults and spool -t jobs'
  await w.request('ticket_articles', { as: 'rita', method: 'POST', body: { ticket_id, body } })
  assert.equal(await suggestion('Group: queue /dev/lp0', 'rita'), 'Group queue dev lp0')
  assert.equal(await suggestion('spool -t jobs', 'rita'), 'spool t jobs')
  assert.equal(await suggestion('http://printers.example/faults/', 'rita'), 'printers example faults')
})

test('a question is searched without its unimportant words', async () => {
  const id = w.ids['Label printer offline']
  assert.deepEqual((await asked('Why is the label printer offline?', 'rita')).tickets, [id])
  assert.deepEqual((await asked('wie ist der printer offline', 'rita')).tickets, [id])
  assert.equal(await suggestion('please my printer offline', 'rita'), 'printer offline')
})

const belongsTo = (name: string) => `(customer:${name} OR organization:${name} OR owner:${name})`

/** Checks that a text in plain words finds the tickets of a query, and that there are some. */
async function assertReadAs(typed: string, query: string, as: 'rita' | 'nils' = 'rita'): Promise<void> {
  const [found, expected] = [await asked(typed, as), await asked(query, as)]
  assert.deepEqual([found.tickets, found.read_as], [expected.tickets, query], typed)
  assert.ok(found.tickets.length > 0, typed)
  assert.equal(expected.read_as, undefined)
}

test('a query in plain words is read as conditions', async () => {
  const id = w.ids['Label printer offline']
  const mine = { owner_id: w.ids['rita'], state: 'open' }
  assert.equal((await w.request(`tickets/${id}`, { as: 'rita', method: 'PUT', body: mine })).status, 200)
  await assertReadAs('my open tickets', 'is:mine is:open')
  await assertReadAs('Open tickets?', 'is:open')
  await assertReadAs('unassigned in Printers', 'is:unassigned group:Printers')
  await assertReadAs('tickets from nils brandt created today', `${belongsTo('"nils brandt"')} created:today`)
  await assertReadAs('tickets from Harbor Bakery', belongsTo('"Harbor Bakery"'), 'nils')
  assert.equal((await asked('my tickets', 'nils')).read_as, 'is:mine')
})

test('names mean customers, organizations and owners', async () => {
  const id = w.ids['Label printer offline']
  await assertReadAs('open tickets of rita', `is:open ${belongsTo('rita')}`)
  await assertReadAs('open tickets by omar', `is:open ${belongsTo('omar')}`)
  await assertReadAs('offene Tickets von Rita', `is:offen ${belongsTo('Rita')}`)
  await assertReadAs("rita's tickets", belongsTo('rita'))
  await assertReadAs("bakery's open tickets", `${belongsTo('bakery')} is:open`)
  await assertReadAs('tickets from rita', belongsTo('rita'), 'nils')
  assert.ok((await asked('open tickets of rita', 'rita')).tickets.includes(id))
})

test('names of agents need no other word', async () => {
  await assertReadAs('open tickets rita', `is:open ${belongsTo('rita')}`)
  await assertReadAs('Ritas offene Tickets', `${belongsTo('Rita')} is:offen`)
  await assertReadAs('open printer tickets Rita Sand', `is:open printer ${belongsTo('"Rita Sand"')}`)
  assert.equal(await suggestion('tickets rita', 'rita'), belongsTo('rita'))
  assert.equal((await asked('open tickets nils', 'rita')).read_as, 'is:open nils')
  // Customers cannot list the agents of the desk.
  assert.equal((await asked('open tickets rita', 'nils')).read_as, 'is:open rita')
})

test('a negated condition excludes tickets; with an unknown negation, words are not read as conditions', async () => {
  await assertReadAs('tickets not closed', '-is:closed')
  await assertReadAs('not closed tickets', '-is:closed')
  await assertReadAs('open tickets not assigned to omar', 'is:open -owner:omar')
  await assertReadAs('tickets without attachment', '-has:attachment')
  await assertReadAs('Tickets nicht von nils', `-${belongsTo('nils')}`)
  const [closed, notClosed] = [await asked('closed tickets', 'rita'), await asked('tickets not closed', 'rita')]
  assert.ok(closed.tickets.length > 0)
  assert.ok(closed.tickets.every((id: number) => !notClosed.tickets.includes(id)))
  await assertReadAs('printer not closed', 'printer -is:closed')
  assert.equal((await asked('open tickets printer not working', 'rita')).read_as, undefined)
})

test('a time in a query is that of the event that the query names', async () => {
  const id = w.ids["Invoice for O'Hara"]
  const changed = async (state: string) =>
    assert.equal((await w.request(`tickets/${id}`, { as: 'rita', method: 'PUT', body: { state } })).status, 200)
  await changed('open')
  await changed('closed')
  await assertReadAs('closed today', 'is:closed closed:today')
  await assertReadAs('closed tickets of zoe today', `${belongsTo('zoe')} is:closed closed:today`)
  await changed('open')
  assert.deepEqual((await asked('closed today', 'rita')).tickets, [])
  assert.ok((await asked('closed:today', 'rita')).tickets.includes(id))
  await changed('closed')
})

test('conditions that find nothing suggest the words in texts, or similar names', async () => {
  const ticket_id = w.ids['Label printer offline']
  const body = 'It was urgent, and closed yesterday.'
  await w.request('ticket_articles', { as: 'rita', method: 'POST', body: { ticket_id, body } })
  const found = await asked('closed yesterday', 'rita')
  assert.deepEqual([found.tickets, found.did_you_mean], [[], '"closed" "yesterday"'])
  assert.equal(await suggestion('open tickets of brnadt', 'rita'), `is:open ${belongsTo('brandt')}`)
  // Omar has no such tickets, but his name is no mistake.
  assert.equal(await suggestion('pending tickets of omar', 'rita'), undefined)
})

test('words are no conditions if they name a group that the caller does not find', async () => {
  assert.equal((await asked('open in progress', 'rita')).read_as, undefined)
  assert.equal((await asked('open in network', 'rita')).read_as, 'is:open group:network')
})

test('a number is not replaced by a similar one', async () => {
  const own = (await w.request(`tickets/${w.ids['Label printer offline']}`, { as: 'nils' })).json.number as string
  const other = (await w.request(`tickets/${w.ids['Quiet ticket']}`)).json.number as string
  assert.deepEqual((await asked(own, 'nils')).tickets, [w.ids['Label printer offline']])
  assert.equal(await suggestion(other), undefined)
  assert.equal(await suggestion(`labl ${own}`), `label ${own}`)
})

test('a long text that was pasted gets no suggestion', async () => {
  const signs = ' &'.repeat(250)
  assert.equal(await suggestion('zanzibarx'), 'zanzibard')
  assert.equal(await suggestion(`zanzibarx${signs}`), undefined)
})
