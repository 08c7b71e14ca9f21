import { after, before, describe, test } from 'node:test'
import { eachDialect } from './each-dialect.ts'
import { assertConsistent } from './consistency.ts'
import { type World, world } from './world.ts'
import { inWorld, writeAtOnce } from './writers.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`many writers, on ${name}`, () => {
    let w: World
    before(async () => {
      w = await world(open)
    })
    after(() => w.close())

    test('on the same tickets lose nothing, count correctly and leave an ordered history', async () => {
      await writeAtOnce(inWorld(w), 8, (round) => round < (name === 'sqlite' ? 16 : 4))
      await assertConsistent(w)
    })
  })
}
