import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { derived, absolutePath } from './files.ts'

for (const [path, make] of Object.entries(derived)) {
  test(`${path} is what \`npm run derive\` writes`, async () => {
    assert.ok(readFileSync(absolutePath(path), 'utf8') === (await make()), 'It is stale. Run: npm run derive')
  })
}
