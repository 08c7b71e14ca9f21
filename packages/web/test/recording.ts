import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** A proxy that records the responses of the service. */
export interface Recording {
  /** The address of the proxy. */
  readonly url: string
  /** Everything that the service has sent so far: headers and bodies of responses, and the stream of events. */
  readonly text: () => string
  readonly close: () => Promise<unknown>
}

/** Starts a proxy in front of a service. Responses are not compressed, so that they can be read. */
export async function record(service: string): Promise<Recording> {
  const received: Buffer[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const forwarded = request(
      new URL(incoming.url ?? '/', service),
      { method: incoming.method, headers },
      (response) => {
        received.push(Buffer.from(`\n${incoming.method} ${incoming.url}\n${response.rawHeaders.join('\n')}\n`))
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        // The stream of events sends its headers before the first event.
        outgoing.flushHeaders()
        response.on('data', (chunk: Buffer) => received.push(chunk))
        pipeline(response, outgoing, () => undefined)
      },
    )
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
