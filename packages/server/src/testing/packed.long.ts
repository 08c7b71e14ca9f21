import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pack } from '../../../../scripts/pack.ts'
import { environment } from './cli.ts'

/* Needs a package registry; `packed.test.ts` checks what can be checked without one. */

test('npm install of the tarballs in an empty folder gives a service that npx starts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-install-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const tarballs = Object.values(await pack(join(folder, 'tarballs')))
  // `npm run` adds `node_modules/.bin`, where the repository has a Node of its own; the service must start without it.
  const path = (process.env['PATH'] ?? '').split(':').filter((place) => !place.includes('node_modules'))
  const env = { ...environment, PATH: path.join(':') }
  const options = { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] }
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], options)
  const child = spawn('npx', ['deskbell', 'start', '--port', '0'], { cwd: folder, env, detached: true })
  t.after(() => process.kill(-(child.pid ?? 0), 'SIGTERM'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  while (!/Try it/.test(out)) await once(child.stdout, 'data')
  const [, url] = /listens on (\S+)/.exec(out) ?? []
  const version = (await (await fetch(`${url}/api/v1/version`)).json()) as { version: string }
  assert.match(version.version, /^\d+\.\d+\.\d+$/)
})
