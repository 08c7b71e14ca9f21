import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

test('a process ends together with the one that started it, even after kill -9', async () => {
  const module = fileURLToPath(new URL('end-together.ts', import.meta.url))
  const script = `
    const { endTogether } = await import(${JSON.stringify(module)})
    const { spawn } = await import('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })
    endTogether(child.pid)
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(text)
  assert.ok(process.kill(child, 0))
  parent.kill('SIGKILL')
  const isRunning = () => {
    try {
      return process.kill(child, 0)
    } catch {
      return false
    }
  }
  while (isRunning()) await wait(10)
})
