/** A client in a separate process that reads an address in a loop and measures the longest wait. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** Starts the client. `stop` returns the longest wait in milliseconds. */
export async function startReader(url: string, token: string) {
  const child = fork(import.meta.filename, ['read', url, token])
  await once(child, 'message')
  return {
    async stop(): Promise<number> {
      child.send('stop')
      const [slowest] = (await once(child, 'message')) as [number]
      return slowest
    },
  }
}

if (process.argv[2] === 'read') await readInLoop(process.argv[3] ?? '', process.argv[4] ?? '')

async function readInLoop(url: string, token: string): Promise<void> {
  let slowest = 0
  let count = 0
  process.once('message', () => {
    process.send?.(slowest)
    process.exit()
  })
  for (;;) {
    const began = performance.now()
    await (await fetch(url, { headers: { authorization: `Token token=${token}` } })).arrayBuffer()
    // The first request is slower, because it opens the connection.
    if (count++ > 0) slowest = Math.max(slowest, performance.now() - began)
    // After some requests, the code of the client is compiled.
    if (count === 6) process.send?.('ready')
    await pause(2)
  }
}
