import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type CommandLine, commandLine, environment, main } from '../testing/cli.ts'

const canUnshare = spawnSync('unshare', ['--net', '--mount', 'true']).status === 0
const skip = canUnshare ? false : 'needs the right to make namespaces'

function open(t: TestContext): CommandLine {
  const cli = commandLine()
  t.after(() => cli.close())
  return cli
}

/** Runs `deskbell start` in namespaces of its own, as a second container would. */
function startElsewhere(cli: CommandLine, data: string, before = 'true') {
  const script = `${before} && exec "$0" "$@"`
  const command = [process.execPath, main, 'start', '--port', '0', '--data', data]
  const { status, stdout, stderr } = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', script, ...command], {
    cwd: cli.folder,
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, stdout, stderr }
}

test(
  'a service in another network namespace is refused, also where the folder is mounted elsewhere',
  { skip },
  async (t) => {
    const cli = open(t)
    const first = await cli.start()
    const refusal = new RegExp(
      `^deskbell: Another service \\(process ${first.pid} on \\S+, running since \\S+\\) .*\\n$`,
    )
    const same = startElsewhere(cli, 'deskbell-data')
    assert.deepEqual([same.status, same.stdout], [1, ''])
    assert.match(same.stderr, refusal)
    const mounted = startElsewhere(cli, 'b', `mkdir b && mount --bind deskbell-data b`)
    assert.deepEqual([mounted.status, mounted.stdout], [1, ''])
    assert.match(mounted.stderr, refusal)
  },
)

test('the lock goes with the process that held it, however it ends', async (t) => {
  const cli = open(t)
  const lock = join(cli.folder, 'deskbell-data/deskbell.lock')
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
    const service = await cli.start()
    assert.ok(existsSync(lock))
    service.signal(signal)
    await service.ended
    assert.equal(existsSync(lock), signal === 'SIGKILL')
  }
})

test('of services that start at once on a folder one runs', async (t) => {
  const cli = open(t)
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => cli.start()))
  const running = tries.filter(({ status }) => status === 'fulfilled')
  assert.equal(running.length, 1)
  for (const one of tries)
    if (one.status === 'rejected') assert.match(String(one.reason), /Another service.* already works on/)
})

test('a folder that cannot be written is named, with the reason', { skip }, async (t) => {
  const cli = open(t)
  const { status, stdout, stderr } = startElsewhere(
    cli,
    'b',
    'mkdir a b && mount --bind a b && mount -o remount,bind,ro b',
  )
  assert.deepEqual(
    [status, stdout, stderr],
    [1, '', 'deskbell: The data folder b cannot be written: the file system is read-only.\n'],
  )
  assert.deepEqual(readdirSync(join(cli.folder, 'a')), [])
})
