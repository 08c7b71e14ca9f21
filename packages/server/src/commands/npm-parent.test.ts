import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { commandLine, environment, executable } from '../testing/cli.ts'

/** The environment of the tests without the variables that `npm test` adds. */
const bare = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('npm_')))

/** A service whose parent is a shell, as npm starts it. */
async function startInShell(t: TestContext, env: Record<string, string>) {
  const cli = commandLine()
  // The service runs in the background; otherwise the shell might replace itself with the service.
  const args = ['-c', '"$@" & echo "pid $!"; wait', 'sh', process.execPath, executable, 'start', '--port', '0']
  const shell = spawn('sh', args, { cwd: cli.folder, env: { ...bare, ...env } })
  let out = ''
  const listening = new Promise<void>((resolve, reject) => {
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (/docs .*\n/.test(out)) resolve()
    })
    shell.stdout.on('close', () => reject(new Error(`The service did not start: ${out}`)))
  })
  // Shell and service share the output: it closes when both have ended.
  const ended = once(shell.stdout, 'close')
  await listening
  const pid = Number(/pid (\d+)/.exec(out)?.[1])
  const url = /listens on (\S+)/.exec(out)?.[1] ?? ''
  t.after(async () => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
    await ended
    await cli.close()
  })
  return { shell, ended, url, data: join(cli.folder, 'deskbell-data') }
}

test('a service started by npm stops cleanly when its parent ends; any other service keeps running', async (t) => {
  const other = await startInShell(t, {})
  const service = await startInShell(t, { npm_command: 'start' })
  assert.ok(readdirSync(service.data).includes('deskbell.db-wal'))
  other.shell.kill('SIGTERM')
  await once(other.shell, 'exit')
  service.shell.kill('SIGTERM')
  await service.ended
  await assert.rejects(fetch(service.url))
  // SQLite removes its log when the database is closed, but not when the process is killed.
  assert.ok(!readdirSync(service.data).includes('deskbell.db-wal'))
  assert.equal((await fetch(`${other.url}/docs`)).status, 200)
})
