import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const checks = fileURLToPath(new URL('../../testing/tiny-blocks.ts', import.meta.url))

test('searches with tiny blocks and windows return the same hits', async () => {
  // Without this variable, the process runs its tests as if it had been started by hand.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { failed, output } = await new Promise<{ failed: boolean; output: string }>((resolve) => {
    execFile(process.execPath, [checks], { env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    )
  })
  assert.ok(!failed, output)
  // The process has between 90 and 99 tests.
  assert.match(output, /pass 9\d/, 'all of them ran')
})
