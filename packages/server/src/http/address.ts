import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Returns the address of the client of a request. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/**
 * Makes the function that finds client addresses. The address is the other end of the connection; if that is a trusted
 * proxy, it is the last entry of `X-Forwarded-For` that is not a trusted proxy. If this entry is missing or not an
 * address, it is the proxy that has reported the entry. An IPv6 address is reduced to its network of 64 bits, because
 * providers assign whole networks to customers.
 */
export function clientAddressReader(proxies = new BlockList()): AddressOf {
  const isProxy = (address: string) => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  return ({ socket, headers }) => {
    let address = unmapIPv4(socket.remoteAddress ?? '')
    const forwarded = [headers['x-forwarded-for']].flat().join().split(',')
    while (isProxy(address)) {
      const next = unmapIPv4(forwarded.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      address = next
    }
    return isIP(address) === 6 ? networkOf(address) : address
  }
}

/**
 * Parses the addresses and networks of trusted proxies, separated by commas, such as `127.0.0.1, 10.0.0.0/8, ::1`.
 * @throws Error for an invalid entry.
 */
export function parseProxies(text: string): BlockList {
  const proxies = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [address = '', bits] = entry.split('/')
    const version = isIP(address)
    const maxBits = version === 6 ? 128 : 32
    if (version === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))) {
      throw new Error(`--trust-proxy: "${entry}" is neither an address nor a network such as 10.0.0.0/8.`)
    }
    proxies.addSubnet(address, Number(bits ?? maxBits), version === 6 ? 'ipv6' : 'ipv4')
  }
  return proxies
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const unmapIPv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns the first 64 bits of an IPv6 address, which may be shortened by `::` and end with a zone such as `%eth0`. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
