import { type AddressInfo, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { receiveMail } from './channels/inbound/receiving.ts'
import { backgroundWork } from './upkeep/background.ts'
import type { WriteLine } from './http/access-log.ts'
import type { Limits } from './http/limits.ts'
import type { ConnectMetrics } from './http/metrics.ts'
import { type HttpServer, httpServer } from './http/server.ts'
import type { Desk } from './kernel/context.ts'
import type { DispatcherOptions } from './webhooks/dispatcher.ts'

/** A service that answers requests. */
export interface App {
  readonly desk: Desk
  readonly http: HttpServer
  /**
   * Binds the port, then runs `prepare`, during which requests are refused with 503.
   * @returns the address of the service, such as `http://127.0.0.1:8080`.
   */
  listen(host: string, port: number, prepare?: () => Promise<void>): Promise<string>
  /**
   * Waits for requests, webhook deliveries and mail in flight, then closes everything.
   * @param grace milliseconds for which requests on open connections are still answered; afterwards they are refused with 503.
   * 0 by default. In a service of several processes, the others accept the new connections meanwhile.
   */
  close(grace?: number): Promise<void>
}

/** The access log and the metrics of a service; absent ones are off. */
export interface ObservationOptions {
  /** Writes a line of the access log. */
  readonly accessLog?: WriteLine | undefined
  /** The token with which `/metrics` is read, and the connection to other processes that serve the same port. */
  readonly metrics?: { readonly token: string; readonly connect?: ConnectMetrics | undefined } | undefined
}

/** Loads the metrics library, only on demand because it takes memory. */
const newMetrics = async () => new (await import('./http/metrics.ts')).Metrics()

/** The composition root: builds a service from its parts, on an open desk. */
export async function createApp(
  openedDesk: Desk,
  limits?: Limits,
  dispatcher?: DispatcherOptions,
  { accessLog, metrics: metricsOptions }: ObservationOptions = {},
): Promise<App> {
  let isStarting = false
  const metrics = metricsOptions && { values: await newMetrics(), ...metricsOptions }
  const desk = metrics ? { ...openedDesk, database: metrics.values.timed(openedDesk.database) } : openedDesk
  const http = await httpServer(desk, limits, () => isStarting, { accessLog, metrics })
  const parts = [backgroundWork(desk, dispatcher), receiveMail(desk)]
  http.addHook('onClose', async () => {
    await Promise.all(parts.map((part) => part.stop()))
  })
  return {
    desk,
    http,
    async listen(host, port, prepare) {
      isStarting = prepare !== undefined
      await http.listen({ host, port })
      await prepare?.()
      isStarting = false
      for (const part of parts) part.start()
      const { address, port: boundPort, family } = http.server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`
    },
    async close(grace = 0) {
      // `http.Server.close` would also close new connections whose first request has not arrived yet.
      const stopListening = () => new Promise((resolve) => Server.prototype.close.call(http.server, resolve))
      const closed = grace === 0 ? undefined : stopListening()
      await Promise.race([closed, wait(grace, undefined, { ref: false })])
      await http.close()
      await closed
      await desk.database.close()
    },
  }
}
