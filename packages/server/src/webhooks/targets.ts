import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Where webhooks may go. `any`: also to receivers on this machine and in the private network, where those of a
 * self-hosted helpdesk usually are; only administrators make webhooks. `public`: to public addresses alone, for
 * installations whose administrators must not reach the network of the service.
 */
export const targetPolicies = ['any', 'public'] as const
export type TargetPolicy = (typeof targetPolicies)[number]

/** Link-local addresses hand out the keys of a machine in most clouds; nobody's receiver lives at the others. */
const nowhere = blocked(
  ['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ['::/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
)
/** This machine, private networks, and the ways to write an address of these as one of the public ones. */
const inside = blocked(
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15'],
  ['::1/128', 'fc00::/7', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'],
)

/** Whether a webhook may be sent to an IP address. */
export function isAllowed(address: string, policy: TargetPolicy): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return !nowhere.check(address, family) && (policy === 'any' || !inside.check(address, family))
}

/** @throws Error when the address of a webhook names one that it may not go to; names are looked at when they resolve. */
export function checkTarget(url: URL, policy: TargetPolicy): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) && !isAllowed(host, policy)) throw new Error(`${host} is an address that webhooks do not go to`)
}

/**
 * Finds the addresses of a name, those left out that webhooks may not go to. The connection is made to what was
 * checked: a name that resolves to something else a moment later changes nothing.
 */
export const guardedLookup =
  (policy: TargetPolicy): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const allowed = found.filter(({ address }) => isAllowed(address, policy))
      const [first] = allowed
      if (!first) return done(new Error(`${hostname} resolves to addresses that webhooks do not go to`), [])
      return options.all ? done(null, allowed) : done(null, first.address, first.family)
    })

function blocked(v4: readonly string[], v6: readonly string[]): BlockList {
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
