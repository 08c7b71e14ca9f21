/** Sends mails to a mail server over SMTP. */
import type { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import type { EmailOutbound } from '../../resources/channel/email.ts'

/** The result for a recipient. The mail may be sent again to a recipient in the state `waiting`. */
export interface RecipientResult {
  readonly state: 'sent' | 'failed' | 'waiting'
  /** The code of the SMTP reply, such as 550; null before a reply, or if a reply or bounce states none. */
  readonly code: number | null
  /** The text of the reply, or the reason of a failure; empty before a reply. */
  readonly text: string
}

/** A mail account, with an access token if it uses one for signing in. */
export type SmtpAccount = EmailOutbound & { readonly access_token?: string }

/** Thrown if the account does not work for any mail, for example because of a wrong password or a refused sender. */
export class BlockedChannel extends Error {}

/** Milliseconds of silence after which a server counts as unreachable. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 300_000, dnsTimeout: 30_000 }

/**
 * Sends a mail to the recipients.
 * @param mail its envelope, and its size in bytes.
 * @param open opens the bytes of the mail.
 * @returns the result of each recipient.
 * @throws BlockedChannel; Error for a temporary failure of the whole mail.
 */
export async function sendBySmtp(
  outbound: SmtpAccount,
  mail: { readonly sender: string; readonly recipients: readonly string[]; readonly size: number },
  open: () => Promise<Readable>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RecipientResult>> {
  return withConnection(outbound, signal, (connection) => transmit(connection, outbound, mail, open))
}

/**
 * Connects to the mail server and signs in, without sending anything.
 * @throws BlockedChannel if the server refuses the account; Error for other failures.
 */
export async function probeSmtp(outbound: SmtpAccount, signal: AbortSignal): Promise<void> {
  await withConnection(outbound, signal, async (connection) => {
    await signIn(connection, outbound)
    connection.quit()
  })
}

async function withConnection<T>(
  outbound: SmtpAccount,
  signal: AbortSignal,
  work: (connection: SMTPConnection) => Promise<T>,
): Promise<T> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const connection = new SMTPConnection({ ...serverOf(outbound), ...timeouts })
  const stop = () => {
    reject(new Error('The service was stopped.'))
    connection.close()
  }
  connection.on('error', reject)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([failed, work(connection)])
  } finally {
    signal.removeEventListener('abort', stop)
    connection.close()
  }
}

async function signIn(connection: SMTPConnection, outbound: SmtpAccount): Promise<void> {
  await promisify((done) => connection.connect(done))
  if (outbound.user !== null && outbound.user !== '') {
    await promisify((done) => connection.login(credentials(outbound), done)).catch(throwFailure)
  }
}

async function transmit(
  connection: SMTPConnection,
  outbound: SmtpAccount,
  { sender, recipients, size }: { sender: string; recipients: readonly string[]; size: number },
  open: () => Promise<Readable>,
): Promise<ReadonlyMap<string, RecipientResult>> {
  await signIn(connection, outbound)
  const body = await open()
  try {
    const envelope = { from: sender, to: [...recipients], size }
    const info = await promisify<SendInfo>((done) => connection.send(envelope, body, done))
    connection.quit()
    return new Map(recipients.map((address) => [address, resultOf(address, info, info.response)]))
  } catch (failure) {
    return resultsOfRefusal(failure as SmtpFailure, recipients)
  } finally {
    body.destroy()
  }
}

/** The properties of the library's results that are used. */
interface SendInfo {
  readonly response: string
  readonly rejectedErrors?: readonly SmtpFailure[] | undefined
}

/** The properties of the library's errors that are used. */
type SmtpFailure = Error & {
  readonly code?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
  readonly recipient?: string | undefined
  readonly rejectedErrors?: readonly SmtpFailure[] | undefined
}

const promisify = <T = unknown>(
  run: (done: (failure: Error | null | undefined, result?: T) => void) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    run((failure, result) => (failure ? reject(failure) : resolve(result as T)))
  })

/** @throws BlockedChannel for a refused sign-in or a permanent error, otherwise the failure. */
function throwFailure(failure: unknown): never {
  const { code, responseCode = 0 } = failure as SmtpFailure
  if (code === 'EAUTH' || responseCode >= 500) throw new BlockedChannel(responseOf(failure as SmtpFailure))
  throw failure
}

/**
 * Returns the results after a failed transaction.
 * @throws BlockedChannel if the server refuses the sender permanently; Error for a temporary failure of the whole mail.
 */
function resultsOfRefusal(failure: SmtpFailure, recipients: readonly string[]): ReadonlyMap<string, RecipientResult> {
  const { command, responseCode = 0, rejectedErrors } = failure
  if (command === 'MAIL FROM') throwFailure(failure)
  if (rejectedErrors && rejectedErrors.length > 0) {
    return new Map(recipients.map((address) => [address, resultOf(address, { response: '', rejectedErrors }, '')]))
  }
  if (responseCode < 500) throw new Error(responseOf(failure), { cause: failure })
  const result = { state: 'failed', code: responseCode, text: failure.response ?? failure.message } as const
  return new Map(recipients.map((address) => [address, result]))
}

function resultOf(address: string, { rejectedErrors = [] }: SendInfo, response: string): RecipientResult {
  const refusal = rejectedErrors.find(({ recipient }) => recipient === address)
  if (!refusal) return { state: 'sent', code: 250, text: response }
  const { responseCode: code = null } = refusal
  return { state: code !== null && code >= 500 ? 'failed' : 'waiting', code, text: responseOf(refusal) }
}

const responseOf = ({ response, message }: SmtpFailure): string => response ?? message

function serverOf({ host, port, security, verify_certificate }: EmailOutbound) {
  const defaultPort = { tls: 465, starttls: 587, none: 25 }[security]
  return {
    host: host ?? 'localhost',
    port: port ?? defaultPort,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { rejectUnauthorized: verify_certificate },
  }
}

function credentials({ user, password, access_token }: SmtpAccount) {
  const name = user ?? ''
  if (access_token === undefined) return { user: name, credentials: { user: name, pass: password ?? '' } }
  return { type: 'OAUTH2', user: name, oauth2: new XOAuth2({ user: name, accessToken: access_token }) }
}
