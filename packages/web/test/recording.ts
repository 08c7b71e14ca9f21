import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** A way to the service that records what it answers. */
export interface Recording {
  /** Where the service answers. */
  readonly url: string
  /** Everything that the service has sent so far: heads and bodies of answers, and the stream of events. */
  readonly text: () => string
  readonly close: () => Promise<unknown>
}

/** Starts a proxy in front of a service. Answers are not compressed, so that they can be read. */
export async function record(service: string): Promise<Recording> {
  const received: Buffer[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const forwarded = request(new URL(incoming.url ?? '/', service), { method: incoming.method, headers }, (answer) => {
      received.push(Buffer.from(`\n${incoming.method} ${incoming.url}\n${answer.rawHeaders.join('\n')}\n`))
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      // The stream of events begins with its head alone.
      outgoing.flushHeaders()
      answer.on('data', (chunk: Buffer) => received.push(chunk))
      pipeline(answer, outgoing, () => undefined)
    })
    outgoing.on('close', () => forwarded.destroy())
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    text: () => Buffer.concat(received).toString(),
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
