import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DispatcherOptions, defaultDispatcherOptions } from '../webhooks/dispatcher.ts'

/** Options of a dispatcher that may call addresses of this machine, where the receivers of tests are. */
export const localReceiverOptions: DispatcherOptions = {
  ...defaultDispatcherOptions,
  targets: 'any',
  keepsInternalResponses: true,
}

/** A webhook call that arrived. */
export interface ReceivedCall {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks on a port of its own. */
export interface Receiver {
  readonly url: string
  readonly calls: ReceivedCall[]
  /** Responds to the next calls; 200 by default. */
  answer: (response: ServerResponse, call: ReceivedCall) => void
  close(): Promise<void>
}

/** Starts a receiver. */
export async function receiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      calls.push(call)
      opened.answer(response, call)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: (response) => void response.end('thank you'),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return opened
}
