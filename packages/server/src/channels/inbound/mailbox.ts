/** Receives the mail of an IMAP mailbox: watches its folder, and reconnects after every failure. */
import { ImapFlow } from 'imapflow'
import type { Desk } from '../../kernel/context.ts'
import { type EmailChannel, emailChannels, requireDecrypted } from '../../resources/channel/read.ts'
import { reportState } from '../../resources/channel/state.ts'
import { accessToken, AuthorizationEnded } from '../access-token.ts'
import { sentenceFor } from '../server-failures.ts'
import type { Connection, OpenConnection } from './connection.ts'
import { fetchNew } from './fetch-new.ts'

/** Milliseconds after which the folder is read even if the server has not announced mail, because announcements can get lost. */
const POLL_INTERVAL = 5 * 60_000

/** The shortest and the longest pause before an attempt to reconnect, in milliseconds. */
const MIN_PAUSE = 2000
const MAX_PAUSE = 5 * 60_000

/** Watches the mailbox of a channel. It never rejects: failures are stored in the record of the channel. */
export const watchMailbox: OpenConnection = async (desk, { id }) => new Mailbox(desk, id)

class Mailbox implements Connection {
  readonly #desk: Desk
  readonly #channel: number
  readonly #ended: Promise<void>
  #client: ImapFlow | undefined
  #isClosing = false
  /** Ends the current pause. */
  #wake = () => {}

  constructor(desk: Desk, channel: number) {
    this.#desk = desk
    this.#channel = channel
    this.#ended = this.#run()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#wake()
    this.#client?.close()
    await this.#ended
  }

  /** Reconnects in a loop, with pauses that grow until a connection succeeds. */
  async #run(): Promise<void> {
    for (let failures = 0; !this.#isClosing;) {
      try {
        await this.#watch(() => (failures = 0))
      } catch (failure) {
        if (this.#isClosing) return
        // Until somebody signs in again, every attempt fails, so the longest pause follows at once.
        failures = failure instanceof AuthorizationEnded ? Infinity : failures + 1
        await this.#report(sentenceFor(failure))
      }
      const pause = Math.min(MIN_PAUSE * 2 ** failures, MAX_PAUSE)
      if (!this.#isClosing) await this.#pause(pause)
    }
  }

  /** Reads the folder whenever mail is announced, until the connection ends. @param onSuccess called after each reading. */
  async #watch(onSuccess: () => void): Promise<void> {
    const [channel] = await emailChannels(this.#desk, [this.#channel])
    if (!channel) {
      this.#isClosing = true
      return
    }
    const client = new ImapFlow(await imapOptions(this.#desk, channel))
    this.#client = client
    let hasNewMail = false
    client.on('exists', () => {
      hasNewMail = true
      this.#wake()
    })
    // Failures of the connection also reject the current command; without a listener, they would end the process.
    client.on('error', () => this.#wake())
    client.on('close', () => this.#wake())
    try {
      await client.connect()
      await client.mailboxOpen(channel.inbound.folder)
      while (client.usable && !this.#isClosing) {
        hasNewMail = false
        await fetchNew(this.#desk, client, channel, () => this.#isClosing)
        await this.#report()
        onSuccess()
        if (hasNewMail || !client.usable || this.#isClosing) continue
        client.idle().catch(() => {})
        await this.#pause(POLL_INTERVAL)
      }
    } finally {
      client.close()
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #report(error?: string): Promise<void> {
    try {
      await reportState(this.#desk, this.#channel, 'in', error)
    } catch (failure) {
      this.#desk.log.warn({ error: failure, channel: this.#channel }, 'could not store the state of a channel')
    }
  }
}

/** Returns the options of the connection to the mailbox of a channel, with an access token if it needs one. */
export async function imapOptions(desk: Desk, { id, inbound }: Pick<EmailChannel, 'id' | 'inbound'>) {
  requireDecrypted(inbound)
  const { host, port, security, verify_certificate, auth, user, password } = inbound
  const credentials =
    auth === 'xoauth2' ? { accessToken: await accessToken(desk, id, 'inbound', inbound) } : { pass: password ?? '' }
  // `true` refuses a server that does not offer STARTTLS.
  const startTls = { tls: {}, starttls: { doSTARTTLS: true }, none: { doSTARTTLS: false } }[security]
  return {
    host: host ?? '',
    port: port ?? (security === 'tls' ? 993 : 143),
    secure: security === 'tls',
    ...startTls,
    tls: { rejectUnauthorized: verify_certificate },
    auth: { user: user ?? '', ...credentials },
    logger: false,
    connectionTimeout: 45_000,
    greetingTimeout: 30_000,
    // Longer than the pause between two readings of the folder, during which the server may stay silent.
    socketTimeout: POLL_INTERVAL + 60_000,
  } as const
}
