import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** The measurements of a run of requests. */
export interface Load {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The longest response time in milliseconds. */
  readonly longest: number
  /** Processor time of the server for a request, in microseconds; NaN on systems other than Linux. */
  readonly cpu: number
  /** Milliseconds that the main thread of the server ran for a request; only with one connection. Other programs hardly affect it. */
  readonly busy: { readonly p50: number; readonly p99: number }
}

/** A server in a separate process. */
export interface Server {
  readonly url: URL
  readonly process: ChildProcess
  /** Milliseconds from the start of the process to the line that says it listens. */
  readonly readyAfter: number
  stop(): Promise<void>
}

/** A request: an address to `GET`, or a write. */
export type BenchRequest = string | { readonly method: string; readonly path: string; readonly body: object }

/** Starts a server that prints a line with its address. */
export function startServer(file: string, args: readonly string[]): Promise<Server> {
  const started = performance.now()
  const [command, commandArgs] = file.endsWith('.ts') ? [process.execPath, [file, ...args]] : [file, [...args]]
  const child = spawn(command, commandArgs, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // The server must not outlive a benchmark that fails.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${text}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const address = /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
      if (!address) return
      const stop = async () => {
        child.kill('SIGTERM')
        await gone
      }
      resolve({ url: new URL(address), process: child, readyAfter: performance.now() - started, stop })
    })
  })
}

/**
 * Sends requests on `connections` connections for `seconds` seconds, or until `requests` have been sent; each connection sends the next request when it has received a response. Uses plain sockets, because parsing responses would take
 * longer than the server needs.
 * @throws Error for a response that is not successful.
 */
export async function load(
  server: Server,
  next: () => BenchRequest,
  { connections = 8, seconds = 3, warmUp = 1, headers = '', requests = Infinity } = {},
): Promise<Load> {
  await run(server, next, { connections, seconds: warmUp, headers, requests: Infinity })
  const before = processorTimeOf(server.process.pid)
  const began = performance.now()
  const { times, busy } = await run(server, next, { connections, seconds, headers, requests })
  const took = performance.now() - began
  const cpu = processorTimeOf(server.process.pid) - before
  return {
    requests: times.length,
    perSecond: (times.length / took) * 1000,
    ...quantiles(times),
    longest: Math.max(...times),
    cpu: cpu / times.length,
    busy: quantiles(busy),
  }
}

function quantiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

interface Run {
  readonly connections: number
  readonly seconds: number
  readonly headers: string
  /** Maximum number of requests. */
  readonly requests: number
}

async function run(server: Server, next: () => BenchRequest, { connections, seconds, headers, requests }: Run) {
  const times: number[] = []
  const busy: number[] = []
  let sent = 0
  const until = performance.now() + seconds * 1000
  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect(Number(server.url.port), server.url.hostname)
      socket.setNoDelay(true)
      let began = 0
      let ran = 0
      let pending: Buffer | undefined
      const send = () => {
        if (performance.now() > until || sent >= requests) {
          socket.end()
          resolve()
          return
        }
        if (connections === 1) ran = mainThreadTimeOf(server.process.pid)
        began = performance.now()
        sent += 1
        socket.write(requestText(next(), headers))
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        pending = pending ? Buffer.concat([pending, chunk]) : chunk
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = pending.toString('latin1', 0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (pending.length < end + 4 + length) return
        if (!head.startsWith('HTTP/1.1 20')) {
          socket.destroy()
          reject(new Error(pending.toString()))
          return
        }
        pending = undefined
        times.push(performance.now() - began)
        if (connections === 1) busy.push(mainThreadTimeOf(server.process.pid) - ran)
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, runConnection))
  return { times, busy }
}

function requestText(request: BenchRequest, headers: string): string {
  if (typeof request === 'string') return `GET ${request} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`
  const body = JSON.stringify(request.body)
  const bodyHeaders = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${request.method} ${request.path} HTTP/1.1\r\nHost: bench\r\n${headers}${bodyHeaders}\r\n${body}`
}

/**
 * Processor time of a process in microseconds; NaN on systems other than Linux. The fields `utime` and `stime` of
 * `/proc/<pid>/stat` count it in ticks of 10 ms.
 */
export function processorTimeOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return Number.NaN
  }
}

/** Running time of the main thread of a process in milliseconds; NaN on systems other than Linux. */
function mainThreadTimeOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

/** Resident memory of a process in MiB; NaN on systems other than Linux. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
