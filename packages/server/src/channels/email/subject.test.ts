import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectFor } from './subject.ts'

test('replies get a prefix, and forwarded messages keep their own', () => {
  const style = { hook: 'Ticket#', position: 'none', reply: 'RE', size: 100 } as const
  for (const [subject, sent] of [
    ['Ink', 'RE: Ink'],
    ['Re: Ink', 'RE: Ink'],
    ['Fwd: Ink', 'Fwd: Ink'],
    ['WG: Ink', 'WG: Ink'],
    ['Re: Fwd: Ink', 'RE: Fwd: Ink'],
    ['Forward the ink', 'RE: Forward the ink'],
  ] as const)
    assert.equal(subjectFor(style, '1', subject, true), sent)
})
