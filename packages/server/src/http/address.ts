import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Finds the address of the client of a request. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * The client's address is the other end of the connection, unless that is a proxy that the operator has named: then it is
 * the last entry of `X-Forwarded-For` that is not such a proxy. Of an IPv6 address the network counts, because one
 * customer has a whole one.
 */
export function clientAddress(proxies = new BlockList()): AddressOf {
  const isProxy = (address: string) => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '')
    const forwarded = [headers['x-forwarded-for']].flat().join().split(',')
    while (isProxy(address)) {
      const next = plain(forwarded.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      address = next
    }
    return isIP(address) === 6 ? networkOf(address) : address
  }
}

/**
 * Reads the addresses and networks of proxies, separated by commas, such as `127.0.0.1, 10.0.0.0/8, ::1`.
 * @throws Error for what is neither.
 */
export function readProxies(text: string): BlockList {
  const proxies = new BlockList()
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue
    const [address = '', bits] = entry.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    if (version === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new Error(`--trust-proxy: "${entry}" is neither an address nor a network such as 10.0.0.0/8.`)
    }
    proxies.addSubnet(address, Number(bits ?? most), version === 6 ? 'ipv6' : 'ipv4')
  }
  return proxies
}

/** An IPv4 address may be written as one of IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The first 64 bits, however the address is shortened. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
