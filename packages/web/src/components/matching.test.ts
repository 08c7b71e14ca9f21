import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { match } from './matching.ts'

describe('match', () => {
  it('finds typed words at the beginnings of words, in any order', () => {
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

  it('otherwise finds the letters in order, with a lower score', () => {
    const loose = match('mrg', 'Merge')
    assert.deepEqual(loose?.parts, ['', 'M', 'e', 'rg', 'e'])
    assert.ok((loose?.score ?? 0) < (match('mer', 'Merge')?.score ?? 0))
    assert.equal(match('xyz', 'Merge'), undefined)
  })

  it('matches every name if nothing is typed', () => {
    assert.deepEqual(match('  ', 'Merge'), { score: 0, parts: ['Merge'] })
  })

  it('prefers names that begin with the typed text, and short names', () => {
    const [open, overview, long] = ['Open', 'Overview: Open', 'Open and pending'].map(
      (name) => match('op', name)?.score,
    )
    assert.ok(Number(open) > Number(overview))
    assert.ok(Number(open) > Number(long))
  })
})
