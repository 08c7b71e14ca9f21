import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { match } from './matching.ts'

describe('matching of what was typed with names', () => {
  it('begins words of the name, in any order', () => {
    assert.deepEqual(match('clo', 'Server room: fire door does not close')?.parts, [
      'Server room: fire door does not ',
      'clo',
      'se',
    ])
    assert.deepEqual(match('st pe', 'Set state: pending close')?.parts, ['Set ', 'st', 'ate: ', 'pe', 'nding close'])
    assert.ok(match('close pending', 'Set state: pending close'))
  })

  it('ignores case and accents', () => {
    assert.deepEqual(match('tomas', 'Tomás Silva')?.parts, ['', 'Tomás', ' Silva'])
    assert.deepEqual(match('ÜBER', 'uber')?.parts, ['', 'uber'])
  })

  it('otherwise takes letters in order, which is worse', () => {
    const loose = match('mrg', 'Merge')
    assert.deepEqual(loose?.parts, ['', 'M', 'e', 'rg', 'e'])
    assert.ok((loose?.score ?? 0) < (match('mer', 'Merge')?.score ?? 0))
    assert.equal(match('xyz', 'Merge'), undefined)
  })

  it('fits everything before something is typed', () => {
    assert.deepEqual(match('  ', 'Merge'), { score: 0, parts: ['Merge'] })
  })

  it('prefers names that begin with it, and short names', () => {
    const [open, overview, long] = ['Open', 'Overview: Open', 'Open and pending'].map(
      (name) => match('op', name)?.score,
    )
    assert.ok(Number(open) > Number(overview))
    assert.ok(Number(open) > Number(long))
  })
})
