import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { embeddedAddresses } from './embedded-address.ts'

/**
 * Policies for the addresses of webhooks and holiday feeds, which the service calls. `public` allows only public addresses, `any`
 * also this machine and private networks. The operator of the service chooses the policy; administrators of the desk cannot.
 */
export const targetPolicies = ['public', 'any'] as const
export type TargetPolicy = (typeof targetPolicies)[number]

/** Addresses that no policy allows: metadata services (which return keys of cloud machines), multicast and reserved addresses. */
const forbidden = blockList(
  [
    '0.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    // Metadata services of Alibaba Cloud and Azure.
    '100.100.100.200/32',
    '168.63.129.16/32',
  ],
  [
    '::/128',
    // Link-local addresses and multicast.
    'fe80::/10',
    'ff00::/8',
    // Metadata services of Amazon and Google.
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
  ],
)
/** This machine, private networks, and IPv6 prefixes that embed IPv4 addresses, which may be any of these. */
const internal = blockList(
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15'],
  [
    // This machine and IPv4-compatible addresses.
    '::/96',
    // Private networks: unique local and site-local addresses.
    'fc00::/7',
    'fec0::/10',
    // SIIT, NAT64, Teredo and 6to4.
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2001::/32',
    '2002::/16',
  ],
)

/**
 * Returns true if the service may call an IP address. A translator or tunnel sends to the IPv4 address that an IPv6
 * address embeds, so this address is checked, too.
 */
export function isAllowed(address: string, policy: TargetPolicy): boolean {
  const addresses = isIP(address) === 6 ? [address, ...embeddedAddresses(address)] : [address]
  return addresses.every((target) => !isIn(forbidden, target) && (policy === 'any' || !isIn(internal, target)))
}

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Checks the IP address of a URL; `guardedLookup` checks host names. @throws Error if the address is not allowed. */
export function checkTarget(url: URL, policy: TargetPolicy): void {
  const refusal = refusalOf(url, policy)
  if (refusal) throw new Error(refusal)
}

/** Returns the reason why the IP address of a URL is not called; undefined for other addresses and host names. */
export function refusalOf(url: URL, policy: TargetPolicy): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) && !isAllowed(host, policy) ? `${host} is an address that the service does not call` : undefined
}

/**
 * Resolves a host name to the addresses that are allowed. The connection uses exactly these, so that a name that
 * resolves to something else a moment later changes nothing.
 */
export const guardedLookup =
  (policy: TargetPolicy): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const allowed = addresses.filter(({ address }) => isAllowed(address, policy))
      const [first] = allowed
      if (!first) return done(new Error(`${hostname} resolves to addresses that the service does not call`), [])
      return options.all ? done(null, allowed) : done(null, first.address, first.family)
    })

function blockList(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList()
  for (const [family, nets] of [
    ['ipv4', v4],
    ['ipv6', v6],
  ] as const) {
    for (const net of nets) {
      const [address = '', bits] = net.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  }
  return list
}
