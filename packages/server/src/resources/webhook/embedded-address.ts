/**
 * Returns the IPv4 addresses that an IPv6 address may embed. Transition mechanisms store them at fixed positions:
 * IPv4-mapped and -compatible addresses, SIIT, NAT64 (RFC 6052, with prefixes of several lengths), ISATAP (RFC 5214),
 * 6to4 and Teredo.
 * @param address a valid IPv6 address, with or without a zone.
 */
export function embeddedAddresses(address: string): string[] {
  const bytes = bytesOf(address)
  return [...byPrefix(bytes), ...byInterface(bytes)]
}

/** Returns the address that ISATAP embeds: any prefix, followed by `0:5efe`, or by `200:5efe` for a globally unique address. */
function byInterface(bytes: readonly number[]): string[] {
  const [first = 0, ...rest] = bytes.slice(8, 12)
  const isIsatap = (first & ~2) === 0 && rest.join() === [0, 0x5e, 0xfe].join()
  return isIsatap ? [bytes.slice(12).join('.')] : []
}

function byPrefix(bytes: readonly number[]): string[] {
  const addressAt = (...positions: readonly number[]): string => positions.map((position) => bytes[position]).join('.')
  const startsWith = (...prefix: readonly number[]): boolean => prefix.every((byte, index) => bytes[index] === byte)
  const last = addressAt(12, 13, 14, 15)
  // `::1` looks like a compatible address.
  if (startsWith(...zeros(12))) return last === '0.0.0.1' ? [] : [last]
  if (startsWith(...zeros(10), 0xff, 0xff) || startsWith(...zeros(8), 0xff, 0xff, 0, 0)) return [last]
  if (startsWith(0x00, 0x64, 0xff, 0x9b, ...zeros(8))) return [last]
  // With shorter prefixes, the address skips byte 8.
  if (startsWith(0x00, 0x64, 0xff, 0x9b, 0, 1)) {
    const candidates = [addressAt(6, 7, 9, 10), addressAt(7, 9, 10, 11), addressAt(9, 10, 11, 12), last]
    // The positions of other prefix lengths mostly contain zeros.
    return candidates.filter((candidate) => !candidate.startsWith('0.'))
  }
  if (startsWith(0x20, 0x02)) return [addressAt(2, 3, 4, 5)]
  // Teredo: the server, and the client with all bits inverted.
  if (startsWith(0x20, 0x01, 0, 0)) {
    return [addressAt(4, 5, 6, 7), [12, 13, 14, 15].map((position) => 255 - (bytes[position] ?? 0)).join('.')]
  }
  return []
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

/** Returns the sixteen bytes of an address. The URL parser converts every notation, even dotted endings, to hexadecimal groups. */
function bytesOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const parts = hostname.slice(1, -1).split('::')
  const [first = [], last = []] = parts.map((part) => (part === '' ? [] : part.split(':')))
  const gap = zeros(8 - first.length - last.length).map(String)
  return [...first, ...gap, ...last].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}
