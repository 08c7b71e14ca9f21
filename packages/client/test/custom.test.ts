import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAttributes } from '../../server/src/testing/attributes.ts'
import { world as service } from '../../server/src/testing/world.ts'
import { createClient } from '../src/index.ts'

const tier = { data_type: 'select', data_option: { options: { gold: 'Gold', silver: 'Silver' } } }

test('custom fields of the service are read, written and searched like all other attributes', async (t) => {
  const real = await service()
  t.after(() => real.close())
  await addAttributes(real, [
    { name: 'shelf', data_type: 'input' },
    { name: 'boxes', data_type: 'integer' },
    { name: 'tier', object: 'User', ...tier },
  ])
  const url = await real.listen()
  const auth = { token: real.tokens.admin }
  const client = createClient({ url, auth, attributes: { tickets: ['shelf'], users: ['tier'] } })
  const id = real.ids['Quiet ticket'] as number

  const reference = () => client.tickets(id) as unknown as Record<'shelf' | 'boxes', Promise<string | number | null>>
  assert.equal(await reference().shelf, null)
  const ticket = await client.tickets(id)
  await ticket.update({ shelf: "it's a3", boxes: 12 } as object)
  assert.equal(ticket.get('shelf'), "it's a3")
  assert.equal((ticket as unknown as { boxes: number }).boxes, 12)
  assert.equal(await reference().shelf, "it's a3")
  // References have an attribute once a response has contained it.
  assert.equal(await reference().boxes, 12)

  await client.users(real.ids['paul'] as number).update({ tier: 'gold' } as object)
  const found = await client.tickets.search('customer.tier:gold shelf:a3').toArray()
  assert.deepEqual(
    found.map((hit) => [hit.id, hit.get('shelf')]),
    [[id, "it's a3"]],
  )
  const customer = (await found[0]?.customer) as unknown as { tier: string }
  assert.equal(customer.tier, 'gold')
  await assert.rejects(
    () => client.users(real.ids['paul'] as number).update({ tier: 'bronze' } as object),
    /Invalid value 'bronze' for field 'tier'!/,
  )
})
