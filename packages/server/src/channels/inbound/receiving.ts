/** Receives mail while the service is running. */
import type { Desk } from '../../kernel/context.ts'
import { repeated } from '../../kernel/repeated.ts'
import { type EmailChannel, emailChannels, requireDecrypted } from '../../resources/channel/read.ts'
import { reportState } from '../../resources/channel/state.ts'
import { openReader, type Reader } from '../intake/reader.ts'
import { isMailWaiting } from '../intake/waiting.ts'
import type { Connection, OpenConnection } from './connection.ts'
import { failureMessage } from '../../errors/failure-message.ts'

/** Milliseconds between two checks of the inbox, which other processes may fill, too. */
const INBOX_INTERVAL = 500

/** Milliseconds between two checks of the channels. */
const CHANNELS_INTERVAL = 2000

/** Milliseconds before another attempt to open a connection. */
const RETRY_AFTER = 30_000

/** Receives mail between `start` and `stop`. */
export interface MailReceiver {
  start(): void
  /** Stops after the current transaction; the mails that it does not contain stay in the inbox. */
  stop(): Promise<void>
}

/** Processes the mail in the inbox and connects the channels. If several processes share a database, only the leader does. */
export function receiveMail(desk: Desk): MailReceiver {
  const isLeader = () => desk.database.peers?.isLeader() ?? true
  const channels = new ChannelConnections(desk)
  let reader: Reader | undefined
  let isStopping = false
  const inbox = repeated(INBOX_INTERVAL, async () => {
    if (!isLeader()) return
    await processInbox().catch((error: unknown) => desk.log.warn({ error }, 'could not process received mail'))
  })
  async function processInbox(): Promise<void> {
    if (!(await isMailWaiting(desk))) return
    const { processWaiting } = await import('../intake/process-waiting.ts')
    reader ??= openReader(desk.files, 'in a worker')
    await processWaiting(desk, reader, () => isStopping)
  }
  const connections = repeated(CHANNELS_INTERVAL, () =>
    channels
      .connect(isLeader())
      .catch((error: unknown) => desk.log.warn({ error }, 'could not connect the mail channels')),
  )
  return {
    start() {
      inbox.start()
      connections.start()
    },
    async stop() {
      isStopping = true
      await Promise.all([inbox.stop(), connections.stop()])
      await Promise.all([channels.close(), reader?.end()])
    },
  }
}

/** Functions that load the code of an adapter on demand, because most services need none or one of them. */
const adapters: Readonly<Record<EmailChannel['inbound']['adapter'], (() => Promise<OpenConnection>) | undefined>> = {
  none: undefined,
  smtp: async () => (await import('./listener.ts')).listen,
  lmtp: async () => (await import('./listener.ts')).listen,
  imap: async () => (await import('./mailbox.ts')).watchMailbox,
}

/** The connection of a channel, or a failed attempt to open it. */
interface ChannelConnection {
  /** The options with which it was opened, as JSON. */
  readonly options: string
  /** Undefined if it could not be opened. */
  readonly connection: Connection | undefined
  /** The time of the attempt, in milliseconds since 1970. */
  readonly attempted_at: number
}

/** The open connections of the active channels. */
class ChannelConnections {
  readonly #desk: Desk
  readonly #connected = new Map<number, ChannelConnection>()

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /**
   * Opens the connections of new channels, replaces those of changed ones, and closes those of channels that are deleted or
   * inactive.
   * @param isLeader false to close all.
   */
  async connect(isLeader: boolean): Promise<void> {
    const channels = isLeader ? await emailChannels(this.#desk) : []
    // A new refresh token is no reason to reconnect, because the service renews it itself.
    const options = new Map(
      channels.map(({ id, inbound }) => [id, JSON.stringify({ ...inbound, refresh_token: null })]),
    )
    const now = this.#desk.now().getTime()
    for (const [id, { options: before, connection, attempted_at }] of this.#connected) {
      if (options.get(id) === before && (connection || now - attempted_at < RETRY_AFTER)) continue
      this.#connected.delete(id)
      await connection?.close()
    }
    for (const channel of channels) {
      const load = adapters[channel.inbound.adapter]
      if (!load || this.#connected.has(channel.id)) continue
      const connection = await this.#open(await load(), channel)
      this.#connected.set(channel.id, { options: options.get(channel.id) ?? '', connection, attempted_at: now })
    }
  }

  async close(): Promise<void> {
    await this.connect(false)
  }

  async #open(open: OpenConnection, channel: EmailChannel): Promise<Connection | undefined> {
    try {
      requireDecrypted(channel.inbound)
      return await open(this.#desk, channel)
    } catch (failure) {
      await reportState(this.#desk, channel.id, 'in', failureMessage(failure))
      return undefined
    }
  }
}
