import type { AddressInfo } from 'node:net'
import { background } from './upkeep/background.ts'
import type { Limits } from './http/limits.ts'
import { type HttpServer, httpServer } from './http/server.ts'
import type { Desk } from './kernel/context.ts'
import type { DispatcherOptions } from './webhooks/dispatcher.ts'

/** A service that can be asked. */
export interface App {
  readonly desk: Desk
  readonly http: HttpServer
  /**
   * Takes the port, prepares, and answers from then on; requests that come earlier are refused with 503.
   * @returns the address it answers under, such as `http://127.0.0.1:8080`.
   */
  listen(host: string, port: number, prepare?: () => Promise<void>): Promise<string>
  /** Lets requests in flight and webhooks under way finish, then closes everything. */
  close(): Promise<void>
}

/** The composition root: everything a service is made of, over a desk that is open. */
export async function createApp(desk: Desk, limits?: Limits, dispatcher?: DispatcherOptions): Promise<App> {
  let isStarting = false
  const http = await httpServer(desk, limits, () => isStarting)
  const beside = background(desk, dispatcher)
  http.addHook('onClose', () => beside.stop())
  return {
    desk,
    http,
    async listen(host, port, prepare) {
      isStarting = prepare !== undefined
      await http.listen({ host, port })
      await prepare?.()
      isStarting = false
      beside.start()
      const { address, port: given, family } = http.server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${given}`
    },
    async close() {
      await http.close()
      await desk.database.close()
    },
  }
}
