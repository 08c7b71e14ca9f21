import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSafe, safeHtml } from './safe-html.ts'

const picture = `<img src="data:image/png;base64,${Buffer.from('picture').toString('base64')}">`
const long = `<p>Hello</p><script>alert(1)</script>${picture}${'<i onclick="x()">word</i> '.repeat(10_000)}`

test('long HTML is sanitized like short HTML, pictures included, without blocking the service', async () => {
  let turns = 0
  const count = () => {
    turns++
    turning = setImmediate(count)
  }
  let turning = setImmediate(count)
  const safe = await makeSafe(long)
  clearImmediate(turning)
  assert.ok(turns > 0)
  assert.deepEqual(safe, safeHtml(long))
  assert.equal(safe.pictures[0]?.data.toString(), 'picture')
  assert.doesNotMatch(safe.text, /alert|onclick/)
})

test('several long texts are all sanitized', async () => {
  const texts = [1, 2, 3].map((number) => `<p>${number}</p>${long}`)
  const safe = await Promise.all(texts.map(makeSafe))
  assert.deepEqual(
    safe.map(({ text }) => text.slice(0, 8)),
    ['<p>1</p>', '<p>2</p>', '<p>3</p>'],
  )
})
