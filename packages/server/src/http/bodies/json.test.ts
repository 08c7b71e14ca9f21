import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, integer, json, property } from 'fast-check'
import { DecodedData } from '../../resources/article/form-file.ts'
import { contentOf, textOfContent } from '../../text/content.ts'
import { defaultLimits } from '../limits.ts'
import { JsonReader } from './json.ts'

const { bodies: limits } = defaultLimits

/** Reads a body in chunks of `size` bytes. */
function read(body: string, size = body.length, takesFiles = true): unknown {
  const bytes = Buffer.from(body)
  const reader = new JsonReader(limits, limits.text, takesFiles)
  for (let start = 0; start < bytes.length; start += size) reader.add(bytes.subarray(start, start + size))
  return reader.finish(JSON.parse)
}

test('a body that arrives in chunks of any size has the value that JSON.parse returns', () => {
  check(
    property(json(), integer({ min: 1, max: 20 }), (text, size) => {
      assert.deepEqual(read(text, size), JSON.parse(text))
    }),
  )
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const values = (count: number) => `[${'0,'.repeat(count - 2)}0]`

test('nesting and values are counted outside of strings', () => {
  assert.ok(read(nested(limits.depth)))
  assert.throws(() => read(nested(limits.depth + 1)), { message: /nested more than 64 levels/ })
  assert.throws(() => read('{"a":'.repeat(limits.depth + 1)), { message: /nested more than 64 levels/ })
  assert.ok(read(JSON.stringify(['['.repeat(100_000), '\\"[{'.repeat(30_000)])))
  assert.ok(read(values(limits.values)))
  assert.throws(() => read(values(limits.values + 1)), { message: /at most 50000 values/ })
  assert.throws(() => read(`[${'[],'.repeat(limits.values)}0]`), { message: /at most 50000 values/ })
})

test('a body is rejected as soon as it exceeds a limit', () => {
  const reader = new JsonReader(limits, 1000, false)
  assert.throws(() => reader.add(Buffer.from('[' + ' '.repeat(1000))), { message: /the limit here is 1000 bytes/ })
})

const escapes: [name: string, write: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['with escaped slashes', (text) => text.replaceAll('/', '\\/')],
  ['with escaped letters', (text) => text.replaceAll('A', '\\u0041')],
  ['in lines', (text) => text.replaceAll(/.{76}/g, '$&\\r\\n')],
]

for (const [name, write] of escapes) {
  test(`the long data of an attachment, ${name}, is decoded and removed from the text`, () => {
    const bytes = Buffer.from(Array.from({ length: 100_001 }, (_, at) => (at * at) % 251))
    const data = write(bytes.toString('base64'))
    const body = `{"title":"x","article":{"attachments":[{"filename":"a","data":"${data}","mime-type":"a/b"}]}}`
    for (const size of [body.length, 65_536, 1009, 7]) {
      const ticket = read(body, size) as { article: { attachments: { data: DecodedData; filename: string }[] } }
      const [file] = ticket.article.attachments
      assert.equal(file?.filename, 'a')
      assert.ok(file?.data instanceof DecodedData)
      assert.deepEqual(Buffer.concat([...(file.data.content?.blocks ?? [])]), bytes)
    }
  })
}

test('invalid base64 has no content', () => {
  for (const data of ['A'.repeat(70_001), `${'A'.repeat(70_000)}!!!!`, `AA==${'A'.repeat(70_000)}`]) {
    const { attachments } = read(`{"attachments":[{"data":"${data}"}]}`) as { attachments: { data: DecodedData }[] }
    assert.equal(attachments[0]?.data.content, undefined)
  }
})

test('long texts elsewhere stay texts', () => {
  const text = 'A'.repeat(100_000)
  for (const body of [{ data: text }, { attachments: [{ note: text }] }, { a: { data: text } }, { data: [text] }]) {
    assert.deepEqual(read(JSON.stringify(body)), body)
  }
  const short = { attachments: [{ data: 'QUJD' }] }
  assert.deepEqual(read(JSON.stringify(short)), short)
})

test('the decoded data of an attachment can be read as a text', () => {
  const text = 'é'.repeat(50_000)
  const { attachments } = read(`{"attachments":[{"data":"${Buffer.from(text).toString('base64')}"}]}`, 10) as {
    attachments: { data: DecodedData }[]
  }
  assert.equal(textOfContent(attachments[0]?.data.content ?? contentOf(Buffer.alloc(0))), text)
})
