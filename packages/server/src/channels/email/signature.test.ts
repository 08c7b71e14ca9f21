import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSignature } from './signature.ts'

test('a text gets a signature above its quote, unless it has one outside of its quotes', () => {
  const own = '<div data-signature="true">Rita</div>'
  const block = '<div data-signature="true"><br>Rita</div>'
  const answer = '<p>Yes.</p>'
  const quote = '<blockquote><blockquote>Hi</blockquote><div data-signature="true">Nils</div></blockquote>'
  assert.equal(withSignature(answer, 'Rita'), answer + block)
  assert.equal(withSignature(answer + quote, 'Rita'), answer + block + quote)
  for (const html of [answer + own, answer + own + quote, quote + answer + own])
    assert.equal(withSignature(html, 'Rita'), html)
  const zammad = '<p>Yes.</p><span class="js-signatureMarker"></span>'
  assert.equal(withSignature(zammad, 'Rita'), zammad)
})
