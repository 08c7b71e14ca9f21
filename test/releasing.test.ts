/* Checks that packages are built before they are packed, and that the steps of a release name all of them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const steps = readFileSync(join(root, 'docs/releasing.md'), 'utf8')

for (const name of readdirSync(join(root, 'packages'))) {
  test(`the sources of ${name} cannot be packed, and the steps of a release name the package`, () => {
    const cwd = join(root, 'packages', name)
    const { status, stderr } = spawnSync('npm', ['pack', '--dry-run'], { cwd, encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /The sources of this package cannot be packed: run "npm run pack"/)
    assert.ok(steps.includes(`\`@deskbell/${name}\``))
  })
}
