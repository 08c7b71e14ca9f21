/** Checks the sender of a mail that another server delivers directly: SPF, DKIM and DMARC. */
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import type { SMTPServerSession } from 'smtp-server'
import type { Content } from '../../text/content.ts'
import type { Authentication } from '../intake/authentication.ts'

/** Maximum time for the checks, which query the DNS, in milliseconds. */
const TIMEOUT = 5000

/** Addresses of this machine and its network: mail from them has passed a mail server that made the checks. */
const OWN_NETWORK = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i

/** Returns the results of the checks; none if the DNS does not answer in time, or if the client is in `OWN_NETWORK`. */
export async function authenticationOf(
  content: Content,
  { remoteAddress, hostNameAppearsAs }: SMTPServerSession,
  sender: string,
): Promise<Authentication> {
  const ip = remoteAddress.replace(/^::ffff:/i, '')
  if (isIP(ip) === 0 || OWN_NETWORK.test(ip)) return {}
  const { authenticate } = await import('mailauth')
  const helo = hostNameAppearsAs || ip
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT).unref())
  const checked = await Promise.race([
    authenticate(Readable.from(content.blocks), { ip, helo, sender, disableArc: true }).catch(() => undefined),
    timeout,
  ])
  if (!checked) return {}
  const { spf, dkim, dmarc } = checked
  const results = dkim.results.map(({ status }) => status.result)
  return {
    ...(spf ? { spf: spf.status.result } : {}),
    ...(results.length > 0 ? { dkim: results.includes('pass') ? 'pass' : (results[0] ?? 'none') } : {}),
    ...(dmarc ? { dmarc: dmarc.status.result } : {}),
    by: 'deskbell',
  }
}
