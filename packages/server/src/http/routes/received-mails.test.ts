import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { eachDialect } from '../../testing/each-dialect.ts'
import { type World, world } from '../../testing/world.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`received mails, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    test('the list of a state contains its newest 1,000 mails', async () => {
      const ids = await unitOfWork(w.desk, systemUser, async (unit) => {
        const mail = { via: 'smtp', envelope_to: {}, sha256: 'c'.repeat(64), size: 9, due_at: unit.now } as const
        const inserted: number[] = []
        for (let count = 0; count < 1001; count++)
          inserted.push(await insert(unit, 'received_mail', { ...mail, state: 'quarantined' }))
        return inserted
      })
      const { json } = await w.request('received_mails?state=quarantined&per_page=1000')
      const listed: number[] = json.map(({ id }: { id: number }) => id)
      assert.deepEqual(listed, ids.slice(1))
    })
  })
}
