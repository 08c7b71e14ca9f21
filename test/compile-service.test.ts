import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

test('compiling the service fills the compile cache, uses no setting of the service, and leaves no folder', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const cache = join(folder, 'cache')
  const script = fileURLToPath(new URL('../scripts/compile-service.ts', import.meta.url))
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
    TMPDIR: folder,
    DESKBELL_DATABASE_URL: 'postgres://nowhere.invalid/desk',
  }
  const { status, stderr } = spawnSync(process.execPath, [script, '--force'], { env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.ok(readdirSync(cache, { recursive: true }).length > 500)
  assert.deepEqual(readdirSync(folder), ['cache'])
})
