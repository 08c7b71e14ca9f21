import { Client, type ClientConfig, type QueryResult } from 'pg'
import { Listeners, type Peers } from './peers.ts'

/** The channel of the notifications. */
const channel = 'deskbell'

/**
 * Takes the advisory lock of the leader. Its key is two numbers, so that it differs from the locks of events, whose keys are
 * single numbers (`migrations/first-tables/events.ts`).
 */
const becomeLeader = 'select pg_try_advisory_lock(6583147, 1) as leads'
/** Checks the connection of the leader: it keeps the lock for as long as that exists. */
const stillLeads = 'select true as leads'

/** The server notices within ten seconds that the machine of a leader is gone, and releases the lock. */
const prepareSession = `
  set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; listen ${channel}`

/**
 * Minimum time between two notifications, in milliseconds. The server takes one lock for all transactions with a
 * notification, so that they commit one after the other.
 */
const NOTIFY_INTERVAL = 20

/** Milliseconds between two checks of the connection, and between two attempts to connect. */
const CHECK_INTERVAL = 1000

/** Largest payload of a notification in characters, all of them ASCII; the server accepts 7,999 bytes. */
const MAX_PAYLOAD = 7900

/** Maximum number of messages that wait for the next notification; the oldest are dropped. */
const MAX_WAITING = 1000

/** The topic of commits, whose messages are empty. */
const commit = 'commit'

/**
 * Connects the processes that share a PostgreSQL database through notifications, and elects a leader with an advisory
 * lock. It has one connection of its own, which is opened at the first use, and again when it is lost.
 */
export class PostgresPeers implements Peers {
  readonly #config: ClientConfig
  readonly #listeners = new Listeners()
  #client: Client | undefined
  #lastQuery: Promise<unknown> = Promise.resolve()
  #isStarted = false
  #isClosed = false
  #isLeader = false
  #hasCommit = false
  #waiting: string[] = []
  #flushedAt = -Infinity
  #flushTimer: NodeJS.Timeout | undefined
  #checkTimer: NodeJS.Timeout | undefined

  constructor(config: ClientConfig) {
    this.#config = { ...config, query_timeout: CHECK_INTERVAL * 3, application_name: 'deskbell peers' }
  }

  send(topic: string, message: unknown): void {
    this.#start()
    this.#waiting.push(asciiJson([topic, message]))
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
    this.#scheduleFlush()
  }

  onMessage(topic: string, listener: (message: unknown) => void): () => void {
    return this.#listeners.add(topic, listener)
  }

  onCommit(listener: () => void): () => void {
    this.#start()
    return this.#listeners.add(commit, listener)
  }

  isLeader(): boolean {
    this.#start()
    return this.#isLeader
  }

  /**
   * Reports a commit: a little later, the listeners for commits are called in this process and in the others. Does nothing
   * before the first call of `send`, `onCommit` or `isLeader`, which connects this process.
   */
  committed(): void {
    if (!this.#isStarted || this.#isClosed) return
    this.#hasCommit = true
    this.#scheduleFlush()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isLeader = false
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#checkTimer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(ignore)
  }

  #start(): void {
    if (this.#isStarted || this.#isClosed) return
    this.#isStarted = true
    void this.#check()
  }

  /** Connects, or checks the connection, and becomes the leader if there is none. Repeated until `close`. */
  async #check(): Promise<void> {
    try {
      this.#client ??= await this.#connect()
      const { rows } = await this.#query<{ leads: boolean }>(this.#isLeader ? stillLeads : becomeLeader)
      this.#isLeader = this.#client !== undefined && rows[0]?.leads === true
    } catch {
      this.#lose(this.#client)
    }
    if (!this.#isClosed) this.#checkTimer = setTimeout(() => void this.#check(), CHECK_INTERVAL).unref()
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', ignore)
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '', processId }) => {
      // In this process, the listeners for commits were called at once, and messages are only for other processes.
      if (processId !== backendOf(client)) this.#receive(payload)
    })
    await client.connect()
    await client.query(prepareSession)
    if (this.#isClosed) throw await client.end().then(() => new Error('The peers are closed.'))
    // There may have been commits while no connection listened.
    this.#listeners.call(commit, undefined)
    return client
  }

  /** Runs a statement after the earlier ones: a connection runs one at a time. */
  #query<R extends object>(text: string, values: string[] = []): Promise<QueryResult<R>> {
    const run = async () => {
      if (!this.#client) throw new Error('There is no connection.')
      return this.#client.query<R>(text, values)
    }
    const result = this.#lastQuery.then(run, run)
    this.#lastQuery = result
    return result
  }

  #lose(client: Client | undefined): void {
    if (client === undefined || client !== this.#client) return
    this.#client = undefined
    this.#isLeader = false
    void client.end().catch(ignore)
  }

  #receive(payload: string): void {
    let messages: [string, unknown][]
    try {
      messages = JSON.parse(payload) as typeof messages
    } catch {
      // Another program uses the same channel.
      return
    }
    for (const [topic, message] of messages) this.#listeners.call(topic, message)
  }

  #scheduleFlush(): void {
    const wait = this.#flushedAt + NOTIFY_INTERVAL - performance.now()
    this.#flushTimer ??= setTimeout(() => this.#flush(), Math.max(0, wait)).unref()
  }

  #flush(): void {
    this.#flushTimer = undefined
    this.#flushedAt = performance.now()
    const messages = this.#hasCommit ? [asciiJson([commit]), ...this.#waiting] : this.#waiting
    const isCommitted = this.#hasCommit
    this.#hasCommit = false
    this.#waiting = []
    for (const payload of payloadsOf(messages)) {
      this.#query('select pg_notify($1, $2)', [channel, payload]).catch(ignore)
    }
    if (isCommitted) this.#listeners.call(commit, undefined)
  }
}

const ignore = () => {}

/** The id of the server process behind a connection. */
const backendOf = (client: Client): number => (client as Client & { readonly processID: number }).processID

/** JSON in ASCII, whose length in characters is its length in bytes. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Joins messages to as few arrays as possible. Drops a message that is too long for a notification. */
function payloadsOf(messages: readonly string[]): string[] {
  const payloads: string[] = []
  for (const message of messages) {
    const last = payloads.at(-1)
    if (last !== undefined && last.length + message.length + 1 <= MAX_PAYLOAD) {
      payloads[payloads.length - 1] = `${last.slice(0, -1)},${message}]`
    } else if (message.length + 2 <= MAX_PAYLOAD) payloads.push(`[${message}]`)
  }
  return payloads
}
