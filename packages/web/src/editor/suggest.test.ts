import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordIn } from './suggest.ts'

test('words that begin with @, @@ or :: have suggestions', () => {
  for (const [text, expected] of [
    ['ask @be', { kind: 'person', typed: 'be', length: 3 }],
    ['@@be', { kind: 'person', typed: 'be', length: 4 }],
    ['Hello ::gree', { kind: 'text', typed: 'gree', length: 6 }],
    ['@', { kind: 'person', typed: '', length: 1 }],
    ['ada@x', undefined],
    ['@@@be', undefined],
    ['a::b', undefined],
    ['::hi there', undefined],
  ] as const)
    assert.deepEqual(wordIn(text), expected, text)
})
