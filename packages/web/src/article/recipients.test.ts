import assert from 'node:assert/strict'
import { it } from 'node:test'
import { recipientsIn } from './recipients.ts'

it('recipients are read from a header with names, quotation marks and bare addresses', () => {
  assert.deepEqual(recipientsIn('Ada Lovelace <ada@x.example>, "Bo, the \\"second\\"" <bo@x.example>, cy@x.example,'), [
    { name: 'Ada Lovelace', address: 'ada@x.example' },
    { name: 'Bo, the "second"', address: 'bo@x.example' },
    { name: 'cy@x.example', address: 'cy@x.example' },
  ])
  assert.deepEqual(recipientsIn(null), [])
  assert.deepEqual(recipientsIn('"never closed, x'), [{ name: '"never closed, x', address: '"never closed, x' }])
})
