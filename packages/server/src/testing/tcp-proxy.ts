import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A proxy on a port of this machine in front of a server, whose connections can be cut. */
export interface TcpProxy {
  readonly port: number
  /** Ends all connections, and refuses new ones until `restore`. */
  cut(): void
  restore(): void
  /** Forwards nothing any more, without ending connections, as after a cut in the network. */
  freeze(): void
  close(): void
}

/** Opens a proxy in front of a Unix socket or a port. */
export async function tcpProxy(server: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  const end = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const proxy = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const target = connect(server)
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (!isFrozen) socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    cut() {
      isCut = true
      end()
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore() {
      isCut = false
    },
    close() {
      end()
      proxy.close()
    },
  }
}
