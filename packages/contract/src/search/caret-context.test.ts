import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contextAt, insertSuggestion, quotedValue } from './caret-context.ts'

/** Returns the context of a query in which `|` marks the caret. */
const contextOf = (marked: string) => contextAt(marked.replace('|', ''), marked.indexOf('|'))
const accept = (marked: string, text: string) => {
  const { text: query, caret } = insertSuggestion(marked.replace('|', ''), contextOf(marked), text)
  return `${query.slice(0, caret)}|${query.slice(caret)}`
}

describe('contextAt', () => {
  it('suggests fields after a letter', () => {
    assert.deepEqual(contextOf('printer cust|'), { kind: 'field', typed: 'cust', start: 8, end: 12 })
    assert.equal(contextOf('(-cust|').kind, 'field')
    assert.equal(accept('(-cu|st', 'customer:'), '(-customer:|')
    assert.equal(contextOf('a |').kind, 'nothing')
    assert.equal(contextOf('1|').kind, 'nothing')
    assert.equal(contextOf('"cust|').kind, 'nothing')
  })

  it('suggests values after a field, also inside its parentheses and inside quotes', () => {
    assert.deepEqual(contextOf('state:op|'), { kind: 'value', field: 'state', typed: 'op', start: 6, end: 8 })
    assert.equal(accept('x state:(new OR op|)', 'open'), 'x state:(new OR open|)')
    assert.equal(accept('group:"Field ser|', '"Field service"'), 'group:"Field service"|')
    assert.equal(contextOf('state:|').kind, 'value')
    assert.equal(contextOf('state:(new) cust|').kind, 'field')
    assert.equal(contextOf('customer.organization.name:x|').field, 'customer.organization.name')
  })
})

describe('quotedValue', () => {
  it('quotes what would be several terms, or an operator', () => {
    assert.equal(quotedValue('open'), 'open')
    assert.equal(quotedValue('a@b-c.example'), 'a@b-c.example')
    assert.equal(quotedValue('pending reminder'), '"pending reminder"')
    assert.equal(quotedValue('OR'), '"OR"')
    assert.equal(quotedValue('12" pipe'), '"12\\" pipe"')
  })
})
