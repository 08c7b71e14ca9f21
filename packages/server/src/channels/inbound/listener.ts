/** Accepts mail over SMTP and LMTP. A mail is acknowledged as soon as it is durably stored in the inbox. */
import type { AddressInfo } from 'node:net'
import {
  type SMTPServerAddress,
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import type { Desk } from '../../kernel/context.ts'
import { storageFault } from '../../kernel/storage-fault.ts'
import type { EmailChannel } from '../../resources/channel/read.ts'
import { reportState } from '../../resources/channel/state.ts'
import { type Content, ContentBuilder } from '../../text/content.ts'
import { type BodyInFlight, InFlight } from '../../text/in-flight.ts'
import { accept } from '../intake/inbox.ts'
import { channelOfRecipient } from './recipients.ts'
import { authenticationOf } from './sender-checks.ts'
import { type Connection, MAX_MAIL_SIZE } from './connection.ts'

/** Maximum number of concurrent connections. */
const MAX_CLIENTS = 100
/** Maximum number of concurrent connections from one address, so that it cannot keep others out. */
const MAX_CLIENTS_OF_ADDRESS = 50
/** Maximum number of recipients of a mail. */
const MAX_RECIPIENTS = 100
/** Limits the memory of all mails that are arriving at the listeners of this process, because their clients are anonymous. */
const arriving = new InFlight(80 * 1024 * 1024)

/**
 * A listener and its port. The system chooses the port if that of the channel is 0. In a channel from an earlier version, it can
 * also be null, which means the same.
 */
export interface Listener extends Connection {
  readonly port: number
}

/** A refusal, with the SMTP code that decides whether the sender tries again. */
class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const tooManyConnections = new Refusal(421, '4.7.0 there are too many connections from your address')

/** Listens at the address of a channel. @throws Error if the port cannot be used. */
export async function listen(desk: Desk, channel: EmailChannel, memory = arriving): Promise<Listener> {
  const via = channel.inbound.adapter === 'lmtp' ? 'lmtp' : 'smtp'
  /** The number of accepted recipients. A repeated address counts each time, because LMTP answers for each. */
  const acceptedRecipients = new WeakMap<SMTPServerSession, number>()
  const server = new SMTPServer({
    lmtp: via === 'lmtp',
    name: channel.inbound.host ?? 'localhost',
    banner: 'Deskbell',
    ...encryptionOf(channel),
    // The refusals below contain enhanced status codes themselves.
    hideENHANCEDSTATUSCODES: true,
    size: MAX_MAIL_SIZE,
    maxClients: MAX_CLIENTS,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: 5 * 60_000,
    disableReverseLookup: true,
    onConnect({ remoteAddress }, done) {
      // Includes this connection.
      const sameAddress = [...server.connections].filter((connection) => connection.remoteAddress === remoteAddress)
      done(sameAddress.length > MAX_CLIENTS_OF_ADDRESS ? tooManyConnections : undefined)
    },
    onMailFrom(_, session, done) {
      acceptedRecipients.set(session, 0)
      done()
    },
    onRcptTo({ address }, session, done) {
      const answer = (refusal: Refusal | undefined) => {
        if (!refusal) acceptedRecipients.set(session, (acceptedRecipients.get(session) ?? 0) + 1)
        done(refusal)
      }
      refusalOfRecipient(desk, channel, address).then(answer, (failure: unknown) =>
        answer(refusalAfterFailure(desk, failure)),
      )
    },
    onData(stream, session, done) {
      const answer = (reply: string | Refusal) => {
        const replies = Array.from({ length: acceptedRecipients.get(session) ?? 1 }, () => reply)
        if (via === 'lmtp') done(null, replies)
        else if (typeof reply === 'string') done(null, reply)
        else done(reply)
      }
      const flight = memory.begin()
      readBytes(stream, flight)
        .then((content) => receive(desk, channel, content, session, via))
        .finally(flight.end)
        .then(
          (id) => answer(`2.0.0 queued as ${id}`),
          (failure: unknown) => answer(refusalAfterFailure(desk, failure)),
        )
    },
  })
  server.on('error', (error) => desk.log.info({ error, channel: channel.id }, 'a mail client has failed'))
  const { host, port } = channel.inbound
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port ?? 0, host ?? '127.0.0.1', () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/**
 * Returns the options for encryption. With a certificate, connections are encrypted from the start (`tls`) or at the request
 * of the client (`starttls`).
 */
function encryptionOf({ inbound: { certificate, private_key, security } }: EmailChannel): SMTPServerOptions {
  if (certificate === null || private_key === null || security === 'none') {
    return { disabledCommands: ['AUTH', 'STARTTLS'] }
  }
  return { disabledCommands: ['AUTH'], secure: security === 'tls', cert: certificate, key: private_key }
}

/** Returns the refusal of a recipient; undefined for an accepted one. */
async function refusalOfRecipient(desk: Desk, channel: EmailChannel, address: string): Promise<Refusal | undefined> {
  const recipientChannel = await channelOfRecipient(desk, channel, address)
  if (recipientChannel === undefined) return new Refusal(550, `5.1.1 <${address}>: there is no such mailbox`)
  return recipientChannel === 'paused' ? new Refusal(450, `4.2.1 <${address}>: the mailbox is paused`) : undefined
}

async function receive(
  desk: Desk,
  channel: EmailChannel,
  content: Content,
  session: SMTPServerSession,
  via: 'smtp' | 'lmtp',
): Promise<number> {
  const { mailFrom, rcptTo } = session.envelope
  const envelope_to = rcptTo.map(({ address }) => address)
  const recipientChannel = await channelOfRecipient(desk, channel, envelope_to[0] ?? '')
  const id = await accept(desk, content, {
    via,
    channel_id: typeof recipientChannel === 'number' ? recipientChannel : channel.id,
    envelope_from: addressOf(mailFrom),
    envelope_to,
    client: `${session.clientHostname} [${session.remoteAddress}]`.slice(0, 300),
    authentication: via === 'smtp' ? await authenticationOf(content, session, addressOf(mailFrom)) : {},
  })
  // The mail is stored, even if the state of the channel cannot be written.
  await reportState(desk, channel.id, 'in').catch((error: unknown) =>
    desk.log.warn({ error, channel: channel.id }, 'could not store the state of a channel'),
  )
  return id
}

/** Returns the envelope sender, in at most 320 characters; empty for mail without a sender, such as delivery reports. */
const addressOf = (sender: SMTPServerAddress | false): string => (sender ? sender.address.slice(0, 320) : '')

/**
 * Reads the bytes of a mail. A refused mail is also read to its end, because the client reads the response only then; its
 * bytes are discarded.
 */
async function readBytes(stream: SMTPServerDataStream, flight: BodyInFlight): Promise<Content> {
  let builder: ContentBuilder | undefined = new ContentBuilder()
  let size = 0
  let refusal: unknown
  const refuse = (failure: unknown) => {
    refusal ??= failure
    builder = undefined
    flight.end()
  }
  // Called if another, small mail needs the memory.
  flight.evict = refuse
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_MAIL_SIZE) refuse(new Refusal(552, `5.3.4 the mail has more than ${MAX_MAIL_SIZE} bytes`))
    try {
      if (builder) flight.add(chunk.length)
      builder?.add(chunk)
    } catch (failure) {
      refuse(failure)
    }
  }
  flight.evict = undefined
  if (!builder) throw refusal
  return builder.finish()
}

/** Returns the refusal for a failure. The sender tries again, unless the mail itself was refused. */
function refusalAfterFailure(desk: Desk, failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure
  desk.log.warn({ error: failure }, 'a mail could not be accepted; its sender will try again')
  return storageFault(failure)
    ? new Refusal(452, '4.3.1 there is no space for the mail at the moment')
    : new Refusal(451, '4.3.0 the mail cannot be accepted at the moment')
}
