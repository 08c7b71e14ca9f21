import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeFilename } from './new-file.ts'

test('a file keeps its name, in which a space replaces separators of lines and paragraphs', () => {
  assert.equal(safeFilename('a\u2028b\u2029c.pdf'), 'a b c.pdf')
  assert.equal(safeFilename(`${'a'.repeat(250)}\u2028.pdf`), `${'a'.repeat(200)}.pdf`)
})
