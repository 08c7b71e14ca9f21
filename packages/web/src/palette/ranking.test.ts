import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rank } from './ranking.ts'

const commands = ['Reply', 'Remind me', 'Set state', 'Merge'].map((name) => ({ id: name, name }))
const names = (typed: string, uses = {}) => rank(commands, typed, uses).map(({ name }) => name)

describe('the order of commands', () => {
  it('stays the same while nothing is typed and no command was used', () => {
    assert.deepEqual(names(''), ['Reply', 'Remind me', 'Set state', 'Merge'])
  })

  it('puts beginnings of words before scattered letters', () => {
    assert.deepEqual(names('me'), ['Merge', 'Remind me'])
    assert.deepEqual(names('st'), ['Set state'])
    assert.deepEqual(names('ree'), ['Remind me'])
  })

  it('puts the more frequently used first among equal matches', () => {
    assert.deepEqual(names('re', { 'Remind me': 3 }), ['Remind me', 'Reply', 'Merge'])
    assert.deepEqual(names('re'), ['Reply', 'Remind me', 'Merge'], 'otherwise the shorter name')
  })
})
