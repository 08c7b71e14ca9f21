import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type CommandLine, commandLine } from '../testing/cli.ts'
import { mountReadOnly, runInNamespaces, skip } from '../testing/namespaces.ts'

function open(t: TestContext): CommandLine {
  const cli = commandLine()
  t.after(() => cli.close())
  return cli
}

const startIn = (data: string) => ['start', '--port', '0', '--data', data]

test(
  'a service in another network namespace is rejected, even if the folder is mounted elsewhere',
  { skip },
  async (t) => {
    const cli = open(t)
    const first = await cli.start()
    const refusal = new RegExp(
      `^deskbell: Another service \\(process ${first.pid} on \\S+, running since \\S+\\) .*\\n$`,
    )
    const same = runInNamespaces(cli, startIn('deskbell-data'))
    assert.deepEqual([same.code, same.out], [1, ''])
    assert.match(same.err, refusal)
    const mounted = runInNamespaces(cli, startIn('b'), 'mkdir b && mount --bind deskbell-data b')
    assert.deepEqual([mounted.code, mounted.out], [1, ''])
    assert.match(mounted.err, refusal)
  },
)

test('the lock is released when its process ends, even if it is killed', async (t) => {
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

test('of several services that start on a folder at the same time, only one runs', async (t) => {
  const cli = open(t)
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => cli.start()))
  const running = tries.filter(({ status }) => status === 'fulfilled')
  assert.equal(running.length, 1)
  for (const one of tries)
    if (one.status === 'rejected') assert.match(String(one.reason), /Another service.* already works on/)
})

test('the error for a folder that cannot be written names it and the reason', { skip }, async (t) => {
  const cli = open(t)
  mkdirSync(join(cli.folder, 'a'))
  assert.deepEqual(runInNamespaces(cli, startIn('b'), mountReadOnly('a', 'b')), {
    code: 1,
    out: '',
    err: 'deskbell: The data folder b cannot be written: the file system is read-only.\n',
  })
  assert.deepEqual(readdirSync(join(cli.folder, 'a')), [])
  for (const data of ['c/new', 'c/new/folder']) {
    const { code, err } = runInNamespaces(cli, startIn(data), mountReadOnly('a', 'c'))
    assert.deepEqual([code, err], [1, 'deskbell: c/new: the file system is read-only.\n'])
  }
  const restore = ['restore', '--data', 'd/new/folder', 'desk.tar']
  writeFileSync(join(cli.folder, 'desk.tar'), '')
  const { code, err } = runInNamespaces(cli, restore, mountReadOnly('a', 'd'))
  assert.deepEqual([code, err.endsWith('d/new: the file system is read-only.\n')], [1, true], err)
  // No program can create a folder in `/proc`, although `/proc` exists.
  const { code: ended, err: refusal } = runInNamespaces(cli, startIn('/proc/deskbell'))
  assert.deepEqual([ended, refusal], [1, 'deskbell: /proc/deskbell: no such file or folder.\n'])
})
