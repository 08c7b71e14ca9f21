import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { commandLine, environment, executable } from './cli.ts'

/*
 * Tests the examples of the documentation: the `sh` blocks of a page run in order in one shell, with a new service, and
 * every request has to succeed. Examples that cannot run here are in `console` blocks.
 */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const writtenAddress = 'http://127.0.0.1:8080'
const run = promisify(execFile)

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
  .map((page) => ({ page, script: examplesIn(readFileSync(join(root, page), 'utf8')) }))
  .filter(({ script }) => script !== '')
  .toSorted((one, other) => one.page.localeCompare(other.page))

function examplesIn(text: string): string {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '').join('\n')
}

suite('the examples of the documentation', () => {
  test('are found', () => {
    assert.ok(pages.length > 5, pages.map(({ page }) => page).join(', '))
  })

  for (const { page, script } of pages) {
    test(page, async (t) => {
      const cli = commandLine()
      t.after(() => cli.close())
      const service = await cli.start()
      // A rejected request ends the script, because `curl` and the shell stop at errors.
      const prelude = `set -euo pipefail
npx() { [ "$1" = deskbell ] && "$NODE" "$DESKBELL" "\${@:2}"; }
curl() { command curl --fail-with-body "$@"; }
api() { curl -sS -g -X "$1" -H "Authorization: Bearer $TOKEN" "${service.url}/api/v1/$2" "\${@:3}"; }
TOKEN=$(npx deskbell token create --user admin@example.com)
`
      const env = {
        ...environment,
        NODE: process.execPath,
        DESKBELL: executable,
        PATH: `${dirname(process.execPath)}:${environment['PATH']}`,
      }
      const text = prelude + script.replaceAll(writtenAddress, service.url)
      const { stderr } = await run('bash', ['-c', text], { cwd: cli.folder, env, timeout: 60_000 }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) =>
          assert.fail(`An example of ${page} failed after: ${stdout.slice(-600)}\n${stderr}`),
      )
      assert.equal(stderr, '')
      service.signal('SIGTERM')
      assert.equal((await service.ended).code, 0)
    })
  }
})
