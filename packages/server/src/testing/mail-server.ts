import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { text } from 'node:stream/consumers'
import type { AddressInfo, Socket } from 'node:net'

/** A mail that a test server received. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** A mail server in this process whose answers a test chooses. */
export interface MailServer {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Errors, such as `550 no such user`, by command (`MAIL`, `RCPT`, `DATA` or `AUTH`) or by address of the recipient. */
  readonly answers: Record<string, string>
  /** If set, the connection is cut after a mail has arrived: `before` or `after` it counts as received. */
  cut: 'before' | 'after' | undefined
  /** True if the server does not answer after a mail has arrived. */
  isSilent: boolean
  close(): Promise<void>
}

/** Starts a mail server on a free port of this machine. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const answers: Record<string, string> = {}
  const state: { cut: MailServer['cut']; isSilent: boolean } = { cut: undefined, isSilent: false }
  const sockets = new Set<Socket>()
  const reply = (...keys: readonly string[]) => {
    const answer = keys.map((key) => answers[key]).find((text) => text !== undefined)
    if (answer === undefined) return null
    const [code = '', ...words] = answer.split(' ')
    return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    ...options,
    onAuth: ({ username }, _, done) => {
      const failure = reply('AUTH')
      if (failure) done(failure)
      else done(null, { user: username })
    },
    onMailFrom: (_, __, done) => done(reply('MAIL')),
    onRcptTo: ({ address }, _, done) => done(reply('RCPT', address)),
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const raw = await text(stream)
        const { mailFrom, rcptTo } = envelope
        const failure = reply('DATA')
        if (!failure && state.cut !== 'before') {
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
          })
        }
        if (state.cut) for (const socket of sockets) socket.destroy()
        else if (!state.isSilent) done(failure)
      }
      void receive()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(state, {
    port: (server.server.address() as AddressInfo).port,
    mails,
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  })
}
