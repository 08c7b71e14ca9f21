import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { safeHtmlToText } from './html.ts'
import { partsOf } from './parts.ts'
import { sanitizeHtml } from './sanitize.ts'
import { wordsIn } from './words.ts'

const pieces = [
  'wi-fi',
  'Ärger',
  'a\u0308b',
  ' ',
  ' ',
  '\n',
  '東京',
  '、',
  '&',
  '<b title="x y z">',
  '</b>',
  '<p>',
  '<br>',
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((words) => words.join(''))

test('the parts of a text have the words of the text', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, length) => {
      const parts = [...partsOf(text, false, length)]
      assert.equal(parts.join(''), text)
      assert.deepEqual(parts.flatMap(wordsIn), wordsIn(text))
    }),
  )
})

test('the parts of HTML have the words of its text', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, length) => {
      const html = sanitizeHtml(text)
      const words = [...partsOf(html, true, length)].flatMap((part) => wordsIn(safeHtmlToText(part)))
      assert.deepEqual(words, wordsIn(safeHtmlToText(html)))
    }),
  )
})

test('a long text has short parts, also without tags or spaces', () => {
  for (const text of ['word '.repeat(300_000), '東京タワー。'.repeat(200_000)])
    for (const isHtml of [false, true]) assert.ok(longest(text, isHtml) < 51_000)
  for (const html of ['<b>a</b> '.repeat(166_000), '<td>a</td>'.repeat(150_000), '<p>a</p>'.repeat(150_000)])
    assert.ok(longest(html, true) < 51_000, html.slice(0, 20))
})

const longest = (text: string, isHtml: boolean): number =>
  Math.max(...[...partsOf(text, isHtml)].map(({ length }) => length))
