import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markMistake, tokensOf } from './tokens.ts'

const display = (query: string) =>
  tokensOf(query).map(({ text, kind }) => (kind === 'text' ? text : `${kind}<${text}>`))

describe('tokensOf', () => {
  it('distinguishes fields and operators from text', () => {
    assert.deepEqual(display('state:(new OR open) created_at:>now-30d printer'), [
      'field<state:>',
      '(new ',
      'operator<OR>',
      ' open) ',
      'field<created_at:>',
      '>now-30d printer',
    ])
    assert.deepEqual(display('-offline NOT tags:vip'), [
      'operator<->',
      'offline ',
      'operator<NOT>',
      ' ',
      'field<tags:>',
      'vip',
    ])
  })

  it('does not split quoted text, addresses, values and operators in lower case', () => {
    for (const query of ['"state:open OR x"', 'https://a.example/b?c', 'this or that', 'a-b', 'mailto:a@b.example']) {
      assert.deepEqual(display(query), [query])
    }
    assert.deepEqual(display('message_id:<a:b@c> total:-5'), ['field<message_id:>', '<a:b@c> ', 'field<total:>', '-5'])
  })

  it('keeps every character of any text', () => {
    for (const query of ['"half', 'a\\', '((', ') "x" y:"', 'größe:x 😀 \\"', '  ', 'AND', 'a:b:c']) {
      assert.equal(
        tokensOf(query)
          .map(({ text }) => text)
          .join(''),
        query,
      )
    }
  })
})

describe('markMistake', () => {
  it('cuts the tokens at the mistake', () => {
    assert.deepEqual(
      markMistake(tokensOf('a custommer.email:b'), 2, 11).map(({ text, isWrong }) => [text, isWrong]),
      [
        ['a ', false],
        ['custommer', true],
        ['.email:', false],
        ['b', false],
      ],
    )
  })
})
