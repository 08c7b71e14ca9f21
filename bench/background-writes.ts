import { Agent, request } from 'node:http'
import type { Server } from './load.ts'
import type { Size } from './records.ts'
import { random, vocabulary } from './words.ts'

/** Starts to change the titles of random tickets at a constant rate, whether or not earlier changes have been answered. */
export function startWrites(
  server: Server,
  { token, size }: { readonly token: string; readonly size: Size },
  perSecond: number,
) {
  const next = random(13)
  const words = vocabulary(2000, 3)
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const pending = new Set<Promise<void>>()

  function write(): Promise<void> {
    // The generated tickets begin with id 2.
    const id = 2 + Math.floor(next() * (size.tickets - 2))
    const body = JSON.stringify({ title: Array.from({ length: 6 }, () => words[Math.floor(next() * 2000)]).join(' ') })
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Token token=${token}`, 'content-type': 'application/json' }
      const sent = request(new URL(`/api/v1/tickets/${id}`, server.url), { method: 'PUT', agent, headers }, (reply) => {
        reply.resume().once('end', () => {
          times.push(performance.now() - began)
          if (reply.statusCode === 200) resolve()
          else reject(new Error(`A write failed with ${reply.statusCode}.`))
        })
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }

  const timer = setInterval(() => {
    const pendingWrite = write().finally(() => pending.delete(pendingWrite))
    pending.add(pendingWrite)
  }, 1000 / perSecond)

  return {
    /** Stops writing. Returns the measurements as a sentence. */
    async stop(): Promise<string> {
      clearInterval(timer)
      await Promise.all(pending)
      agent.destroy()
      times.sort((a, b) => a - b)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(2)
      return `${times.length} writes: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the slowest ${(times.at(-1) ?? Number.NaN).toFixed(2)} ms`
    },
  }
}
