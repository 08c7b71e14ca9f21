import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linesOf, readLines } from './choice-lines.ts'

describe('values to choose from', () => {
  test('are written one per line, with a name if it differs from the value', () => {
    assert.equal(linesOf({ gold: 'Gold', silver: 'silver' }), 'gold = Gold\nsilver')
    assert.deepEqual(readLines('gold = Gold\n\n silver ', false), { gold: 'Gold', silver: 'silver' })
  })

  test('of a tree are written indented, and are read as the paths of the branches', () => {
    const tree = [
      { name: 'Hardware', value: 'Hardware', children: [{ name: 'Printer', value: 'Hardware::Printer' }] },
      { name: 'Software', value: 'Software' },
    ]
    assert.deepEqual(readLines('Hardware\n  Printer\nSoftware', true), tree)
    assert.equal(linesOf(tree), 'Hardware\n  Printer\nSoftware')
  })
})
