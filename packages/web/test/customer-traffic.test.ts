import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../server/src/testing/world.ts'
import { describeInBrowser } from './browser.ts'
import { record } from './recording.ts'

/** A word in every text that agents write in this test, except in texts for the customer. */
const secret = 'hush7'

/** Texts that must not reach a customer: what agents write for each other, and other customers. */
const internalTexts = [
  secret,
  // Texts of notes and tickets of the world.
  'hunter2',
  'Quiet ticket',
  'Invoice for',
  // Agents, by login and address, and other customers who do not share with this one.
  'rita@desk.example',
  'omar@desk.example',
  'ines@desk.example',
  'admin@desk.example',
  'zoe@desk.example',
  'paul@desk.example',
  'O’Hara',
  "O'Hara",
  // Groups, priorities and roles that are for agents.
  'Network',
  '2 normal',
  '3 high',
  'Agent role',
]

/** Values of records that are for agents. */
const internalValues = /"(?:(?:priority|owner)_id":\d|tags":\[|internal_room|time_unit":"|role_ids":\[2)/

describeInBrowser('the traffic of a customer', (desk) => {
  const write = async (as: Person, method: 'POST' | 'PUT', url: string, body: object) => {
    const reply = await desk().world.request(url, { as, method, body })
    assert.ok(reply.status < 300, `${url}: ${reply.text}`)
    return reply.json as { id: number; number: string }
  }

  /** Changes a ticket as agents do while its customer looks at it. */
  const workOn = async (id: number) => {
    const { ids } = desk().world
    await write('rita', 'POST', 'ticket_articles', {
      ticket_id: id,
      body: `${secret} note for <a data-mention-user-id="${ids['ines']}">Ines</a>`,
      content_type: 'text/html',
      internal: true,
      time_unit: 12.5,
    })
    await write('rita', 'PUT', `tickets/${id}`, {
      priority: '3 high',
      owner: 'rita@desk.example',
      internal_room: `${secret} room`,
      note: `${secret} remark`,
    })
    await write('rita', 'POST', 'tags/add', { object: 'Ticket', o_id: id, item: `${secret} tag` })
    await write('rita', 'POST', 'mentions', { mentionable_type: 'Ticket', mentionable_id: id, user_id: ids['ines'] })
    await write('rita', 'POST', 'checklists', { ticket_id: id, name: `${secret} list` })
    await write('rita', 'PUT', `tickets/${id}/shared_draft`, {
      new_article: { body: `${secret} draft` },
      ticket_attributes: {},
    })
    await write('rita', 'PUT', `tickets/${id}/presence`, { activity: 'writing', kind: 'note', tab: 'a' })
    await write('rita', 'POST', 'drafts', {
      ticket_id: id,
      kind: 'reply',
      new_article: { body: `${secret} own draft` },
      ticket_attributes: {},
    })
    await write('rita', 'POST', 'outbox_messages', {
      action: 'create_article',
      ticket_id: id,
      new_article: { body: `${secret} soon`, internal: true, type: 'note' },
      hold_seconds: 0,
    })
    await write('zoe', 'POST', 'tickets', {
      title: `${secret} of Zoe`,
      group: 'Printers',
      article: { body: 'x', type: 'web' },
    })
    await write('rita', 'POST', 'ticket_articles', { ticket_id: id, body: 'A public answer', type: 'web' })
  }

  test('contains nothing internal, in responses and in the stream of events', async (t) => {
    const { world, url } = desk()
    await addInternalField()
    await write('admin', 'PUT', `groups/${world.ids['Network']}`, { offered_to_customers: false })
    const ticket = await write('nils', 'POST', 'tickets', {
      title: 'The oven beeps',
      group: 'Printers',
      article: { body: 'It beeps.', type: 'web' },
    })
    await write('rita', 'POST', 'ticket_articles', { ticket_id: ticket.id, body: `${secret} before`, internal: true })
    const recording = await record(url)
    t.after(() => recording.close())
    const tab = await desk().tab('/requests', { as: 'nils', url: recording.url })
    const { page } = tab
    await page.getByRole('link', { name: /The oven beeps/ }).click()
    await page.getByText('It beeps.').waitFor()
    await workOn(ticket.id)
    await page.getByText('A public answer').waitFor()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('It is quiet now.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('It is quiet now.').waitFor()
    await openAllScreens(page)
    const text = recording.text()
    assert.match(text, /GET \/api\/v1\/events\/stream/)
    assert.match(text, /"article\.created"/)
    assert.ok(text.includes('A public answer') && text.includes('Rita Sand'))
    for (const part of internalTexts) assert.ok(!text.includes(part), `${part} was sent: ${around(text, part)}`)
    const value = internalValues.exec(text)?.[0]
    assert.equal(value, undefined, `it was sent: ${around(text, value ?? '')}`)
    await tab.close()
    assert.deepEqual(world.logged, [])
  })

  /** Adds a field of tickets that customers may not see. */
  const addInternalField = async () => {
    await write('admin', 'POST', 'object_manager_attributes', {
      object: 'Ticket',
      name: 'internal_room',
      display: `${secret} field`,
      data_type: 'input',
      data_option: { type: 'text', maxlength: 50 },
      screens: { edit: { 'ticket.agent': { shown: true } }, create_middle: { 'ticket.agent': { shown: true } } },
    })
    await write('admin', 'POST', 'object_manager_attributes_execute_migrations', {})
  }
})

/** Opens every screen of a customer. */
async function openAllScreens(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  for (const path of ['/requests?show=all', '/requests/organization', '/notifications']) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('load')
  }
  await page.goto(`${origin}/requests?q=router+password&show=all`)
  await page.getByText('Nothing found').waitFor()
  await page.goto(`${origin}/requests/new`)
  await page.getByLabel('In one line').fill('The oven beeps')
  await page.getByText('There are similar requests').waitFor()
  for (const section of ['name', 'password', 'appearance', 'sessions', 'tokens']) {
    await page.goto(`${origin}/account/${section}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
}

/** Returns a part of a text with its surroundings, for failure messages. */
function around(text: string, part: string): string {
  const index = text.indexOf(part)
  return text.slice(Math.max(0, index - 300), index + 100)
}
