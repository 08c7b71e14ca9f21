import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type World, world } from '../../testing/world.ts'

describe('the recipients of a mail', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  const write = (to: string | null) => {
    const body = { ticket_id: w.ids['Label printer offline'], type: 'email', to, body: 'It is here.' }
    return w.request('ticket_articles', { method: 'POST', as: 'rita', body })
  }

  for (const to of [
    'nils@bakery.example',
    'Nils Brandt <nils@bakery.example>, ada@x.example',
    '"Brandt, Nils" <nils@bakery.example>',
    'ada@x.example, "Brandt, \\"Nils\\", Dr." <nils@bakery.example>',
    '"Brandt, <Nils>" <nils@bakery.example>',
  ]) {
    test(`may be ${to}`, async () => {
      const { status, json, text } = await write(to)
      assert.deepEqual([status, json.to], [201, to], text)
    })
  }

  for (const to of [
    null,
    '',
    'Nils',
    'nils@bakery.example,',
    'nils@bakery.example, Ada',
    '"nils@bakery.example"',
    '"Brandt, Nils" <nils>',
    '"Brandt, nils@bakery.example',
  ]) {
    test(`must not be ${to}`, async () => {
      const { status, json } = await write(to)
      assert.deepEqual([status, json.details?.[0]?.path], [422, 'to'])
    })
  }
})
