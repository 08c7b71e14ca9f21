/*
 * Fills Node's compile cache: starts the service once in an empty folder, and ends it. A service that starts without the cache
 * loads Node's type stripper, and keeps 14 MiB more memory until it ends (docs/decisions/memory-after-the-start.md). Does nothing
 * when no source is newer than the last time, so that `npm start` can always run it; `--force` always starts the service.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFresh } from './is-fresh.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The time of this file is that of the last compilation. */
const marker = join(root, 'node_modules/.cache/compiled-service')
const sources = [
  'packages/server/bin/**',
  'packages/server/src/**',
  'packages/contract/src/**',
  'node_modules/node/package.json',
]
/** Milliseconds after which the start is given up: the service then starts without the cache. */
const TIMEOUT = 30_000

if (process.argv.includes('--force') || !isFresh(marker, sources, root)) await compile()

async function compile(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'deskbell-compile-'))
  // Settings of the real service, such as its database, must not apply.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DESKBELL_')))
  const command = join(root, 'packages/server/bin/deskbell.js')
  const service = spawn(command, ['start', '--data', data, '--port', '0'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  process.once('exit', () => service.kill('SIGKILL'))
  const timer = setTimeout(() => service.kill('SIGKILL'), TIMEOUT)
  service.stdout.on('data', (output: Buffer) => {
    if (output.includes('http://')) service.kill('SIGTERM')
  })
  const [code] = (await once(service, 'exit').catch(() => [1])) as [number | null]
  clearTimeout(timer)
  rmSync(data, { recursive: true, force: true })
  if (code !== 0) return
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, '')
}
