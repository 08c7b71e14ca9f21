/** Tests the settings of a mail account, without receiving or sending anything. */
import { createServer } from 'node:net'
import type { Context, Desk } from '../kernel/context.ts'
import type { EmailInbound } from '../resources/channel/email.ts'
import { type EmailChannel, emailChannels, requireDecrypted } from '../resources/channel/read.ts'
import { completeOptions } from '../resources/channel/rules.ts'
import { accessToken } from './access-token.ts'
import { type ProbeResult, success } from './probe-result.ts'
import { sentenceFor } from './server-failures.ts'

/** Milliseconds after which a server that does not respond counts as unreachable. */
const TIMEOUT = 20_000

/**
 * Tests the options for receiving (`inbound`) and for sending (`outbound`). Options that the input omits are those of the
 * stored account, and a masked secret in the input stands for the stored one.
 * @param id the stored account; undefined for a new one.
 * @returns the result for each direction; null for a direction without options.
 * @throws Fault `invalid` for options that could not be saved.
 */
export async function probeAccount(
  { desk }: Context,
  id: number | undefined,
  input: { readonly inbound?: unknown; readonly outbound?: unknown },
): Promise<{ inbound: ProbeResult | null; outbound: ProbeResult | null }> {
  const [stored] = id === undefined ? [] : await emailChannels(desk, [id])
  const inbound = input.inbound === undefined ? stored?.inbound : completeOptions('inbound', input.inbound, stored)
  const outbound = input.outbound === undefined ? stored?.outbound : completeOptions('outbound', input.outbound, stored)
  const isOpen = (options: EmailInbound) => stored?.active === true && isSameListener(stored.inbound, options)
  const [inboundResult, outboundResult] = await Promise.all([
    inbound && probeInbound(desk, id ?? 0, inbound, isOpen(inbound)),
    outbound && probeOutbound(desk, id ?? 0, outbound),
  ])
  return { inbound: inboundResult ?? null, outbound: outboundResult ?? null }
}

const isSameListener = (a: EmailInbound, b: EmailInbound): boolean =>
  (['adapter', 'host', 'port'] as const).every((key) => a[key] === b[key])

/** Tests receiving. @param id 0 for an account that is not stored. @param isOpen true if the service already listens on the port. */
async function probeInbound(desk: Desk, id: number, inbound: EmailInbound, isOpen: boolean): Promise<ProbeResult> {
  if (inbound.adapter === 'none') return success
  if (inbound.adapter === 'imap') return probeMailbox(desk, id, inbound)
  return isOpen ? success : resultOf(() => openAndClose(inbound))
}

/** Checks that a port can be opened, and closes it again. */
function openAndClose({ host, port }: EmailInbound): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port ?? 0, host ?? '127.0.0.1', () => server.close(() => resolve()))
  })
}

async function probeMailbox(desk: Desk, id: number, inbound: EmailInbound): Promise<ProbeResult> {
  const { probeFolder } = await import('./inbound/probe-folder.ts')
  return probeFolder(desk, { id, inbound }, AbortSignal.timeout(TIMEOUT))
}

/** Tests sending. @param id 0 for an account that is not stored. */
async function probeOutbound(desk: Desk, id: number, outbound: EmailChannel['outbound']): Promise<ProbeResult> {
  if (outbound.adapter === 'none') return success
  const { BlockedChannel, probeSmtp } = await import('./email/smtp.ts')
  return resultOf(async () => {
    requireDecrypted(outbound)
    const account =
      outbound.auth === 'xoauth2'
        ? { ...outbound, access_token: await accessToken(desk, id, 'outbound', outbound) }
        : outbound
    const signal = AbortSignal.timeout(TIMEOUT)
    await probeSmtp(account, signal).catch((failure: unknown) => {
      if (signal.aborted) throw new Error('The mail server does not answer.')
      if (!(failure instanceof BlockedChannel)) throw failure
      throw new Error(`The mail server refuses user name or password. It says: ${failure.message}`)
    })
  })
}

async function resultOf(work: () => Promise<void>): Promise<ProbeResult> {
  try {
    await work()
    return success
  } catch (failure) {
    return { ...success, ok: false, error: sentenceFor(failure) }
  }
}
