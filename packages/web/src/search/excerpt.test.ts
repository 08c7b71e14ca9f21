import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bestExcerpt, partsOf } from './excerpt.ts'

describe('partsOf', () => {
  it('cuts at the matches, and unescapes the text', () => {
    const text = '…a &lt;b&gt; printer\n&gt; &gt; it&#39;s'
    assert.deepEqual(partsOf({ text, marks: [[13, 20]] }), [
      { text: '…a <b> ', isMatch: false },
      { text: 'printer', isMatch: true },
      { text: " it's", isMatch: false },
    ])
  })
})

describe('bestExcerpt', () => {
  it('prefers texts of messages, and ignores fields that the result shows in full', () => {
    const highlights = ['title', 'article.from', 'article.body'].map((field) => ({ field, text: '', marks: [] }))
    assert.equal(bestExcerpt(highlights)?.field, 'article.body')
    assert.equal(bestExcerpt(highlights.slice(0, 2))?.field, 'article.from')
    assert.equal(bestExcerpt(highlights.slice(0, 1)), undefined)
    assert.equal(bestExcerpt([{ field: 'state.state_type.name', text: '', marks: [] }]), undefined)
  })
})
