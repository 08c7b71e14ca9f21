import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy on a port of this machine in front of a Unix socket, whose connections can be cut. */
export interface TcpProxy {
  readonly port: number
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  close(): void
}

/** Opens a proxy in front of the socket at a path. */
export async function tcpProxy(path: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const end = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const target = connect(path)
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
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      end()
    },
    mend() {
      isCut = false
    },
    close() {
      end()
      server.close()
    },
  }
}
