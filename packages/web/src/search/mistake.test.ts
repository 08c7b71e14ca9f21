import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Resource, type ResourceName, resources } from '@deskbell/contract'
import { correctQuery, mistakeIn, refusedMistake } from './mistake.ts'

const find = (query: string) => mistakeIn(query, resources.ticket, (name): Resource => resources[name as ResourceName])
const wrongPart = (query: string) => {
  const mistake = find(query)
  return mistake && query.slice(mistake.start, mistake.end)
}

describe('mistakeIn', () => {
  it('returns undefined for a correct query', () => {
    for (const query of [
      '',
      'printer',
      'state:(new OR open) -tags:vip',
      '_exists_:owner',
      'is:open or status: new',
      'why?',
    ])
      assert.equal(find(query), undefined)
  })

  it('names the wrong part of a path, and offers the nearest names', () => {
    const query = 'printer custommer.email:*@harborbakery.example'
    const mistake = find(query)
    assert.ok(mistake)
    assert.equal(mistake.column, 9)
    assert.equal(mistake.code, 'field_unknown')
    assert.equal(mistake.nearest[0], 'customer')
    assert.equal(correctQuery(query, mistake, 'customer'), 'printer customer.email:*@harborbakery.example')
    assert.equal(wrongPart('😀 customer.mail:x'), 'mail')
    assert.equal(wrongPart('_exists_:ownr'), 'ownr')
  })

  it('finds syntax errors', () => {
    assert.equal(find('printer AND')?.code, 'term_after')
    assert.equal(wrongPart('printer AND'), 'AND')
    assert.equal(wrongPart('😀 "x'), '"')
    assert.equal(wrongPart('a )'), ')')
  })
})

describe('refusedMistake', () => {
  it('returns the error of the service about a value', () => {
    const parts = {
      code: 'boolean',
      column: 9,
      length: 3,
      expected: '',
      values: { text: 'vip' },
      nearest: ['true', 'false'],
    }
    const query = '😀 a vip:yes'
    const mistake = refusedMistake(query, { body: { details: [{ path: 'query', message: '', ...parts }] } })
    assert.ok(mistake)
    assert.equal(query.slice(mistake.start, mistake.end), 'yes')
    assert.equal(correctQuery(query, mistake, 'true'), '😀 a vip:true')
  })

  it('returns undefined for other errors', () => {
    assert.equal(refusedMistake('a', new Error('offline')), undefined)
    assert.equal(refusedMistake('a', { body: { details: [{ path: 'page', message: '' }] } }), undefined)
  })
})
