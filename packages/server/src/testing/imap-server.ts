import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail of the mailbox. */
interface StoredMail {
  readonly uid: number
  readonly raw: string
  readonly flags: Set<string>
}

/** An IMAP server with one folder. A test can change the folder, and cut the connection at any command. */
export interface ImapServer {
  readonly port: number
  /** The commands so far, without tags and credentials. */
  readonly commands: readonly string[]
  readonly mails: readonly StoredMail[]
  /** Mails that were moved to other folders. */
  readonly moved: readonly StoredMail[]
  /** Adds a mail and announces it to clients that wait. @returns its UID. */
  deliver(raw: string, flags?: readonly string[]): number
  /** Gives the folder a new UIDVALIDITY and numbers its mails anew. */
  renumber(): void
  /**
   * Called for each command. `cut` drops the connection before the command runs, `cut after` when it is done but not answered,
   * `cut in literal` in the middle of the answer.
   */
  onCommand: (command: string) => 'cut' | 'cut after' | 'cut in literal' | undefined
  /** The size that the server claims for a mail. */
  claimedSize: (mail: StoredMail) => number
  close(): Promise<void>
}

const capabilities = 'IMAP4rev1 IDLE UIDPLUS MOVE'

/** Starts the server. It accepts the password `secret`. */
export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  const idling = new Map<Socket, string>()
  const [commands, mails, moved]: [string[], StoredMail[], StoredMail[]] = [[], [], []]
  let [validity, nextUid] = [1, 1]
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`)
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (line === 'DONE') {
          socket.write(`${idling.get(socket)} OK done\r\n`)
          idling.delete(socket)
        } else answer(socket, line)
      }
    })
  })

  function answer(socket: Socket, line: string): void {
    const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    commands.push(command.replace(/^LOGIN .*/, 'LOGIN'))
    const fate = imapServer.onCommand(command)
    if (fate === 'cut') return void socket.destroy()
    const lines = perform(socket, tag, command)
    if (fate === 'cut after') return void socket.destroy()
    const reply = lines.map((text) => `${text}\r\n`).join('')
    if (fate === 'cut in literal') return void socket.end(reply.slice(0, Math.floor(reply.length / 2)), 'latin1')
    socket.write(reply, 'latin1')
  }

  function perform(socket: Socket, tag: string, command: string): string[] {
    const ok = `${tag} OK done`
    const [verb = '', ...rest] = command.split(' ')
    if (verb === 'CAPABILITY') return [`* CAPABILITY ${capabilities}`, ok]
    if (verb === 'LOGIN') return [/secret/.test(command) ? ok : `${tag} NO [AUTHENTICATIONFAILED] Wrong password`]
    if (verb === 'NAMESPACE') return ['* NAMESPACE (("" "/")) NIL NIL', ok]
    if (command === 'LIST "" ""') return ['* LIST (\\Noselect) "/" ""', ok]
    if (verb === 'LIST' || verb === 'LSUB') return /INBOX|\*/.test(command) ? [`* ${verb} () "/" "INBOX"`, ok] : [ok]
    if (verb === 'STATUS') return [`* STATUS INBOX (MESSAGES ${mails.length} UNSEEN ${unread()})`, ok]
    if (verb === 'SELECT') {
      if (!/^SELECT "?INBOX"?$/.test(command)) return [`${tag} NO [NONEXISTENT] No such mailbox`]
      const state = [
        `* ${mails.length} EXISTS`,
        `* OK [UIDVALIDITY ${validity}] valid`,
        `* OK [UIDNEXT ${nextUid}] next`,
      ]
      return [
        '* FLAGS (\\Seen \\Deleted)',
        '* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)] yes',
        ...state,
        `${tag} OK [READ-WRITE] done`,
      ]
    }
    if (verb === 'IDLE') {
      idling.set(socket, tag)
      return ['+ idling']
    }
    if (verb === 'LOGOUT') return ['* BYE', ok]
    if (verb === 'UID') return [...byUid(rest), ok]
    return [ok]
  }

  const unread = () => mails.filter(({ flags }) => !flags.has('\\Seen')).length

  const number = (mail: StoredMail) => mails.indexOf(mail) + 1

  const flagsOf = (mail: StoredMail) => `* ${number(mail)} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))`

  function byUid([verb = '', ...rest]: string[]): string[] {
    const words = rest.join(' ')
    if (verb === 'SEARCH') return [`* SEARCH ${searchUids(words).join(' ')}`]
    const chosen = inSet(rest[0] ?? '')
    if (verb === 'FETCH') return chosen.map((mail) => fetchLine(mail, number(mail), words))
    if (verb === 'STORE') {
      for (const mail of chosen) for (const [flag] of words.matchAll(/\\\w+/g)) mail.flags.add(flag)
      return chosen.map(flagsOf)
    }
    if (verb === 'MOVE') moved.push(...chosen)
    const removed = chosen.filter((mail) => verb === 'MOVE' || (verb === 'EXPUNGE' && mail.flags.has('\\Deleted')))
    return removed.map((mail) => {
      const sequence = number(mail)
      mails.splice(sequence - 1, 1)
      return `* ${sequence} EXPUNGE`
    })
  }

  function fetchLine(mail: StoredMail, number: number, words: string): string {
    const parts = [`UID ${mail.uid}`]
    if (words.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${imapServer.claimedSize(mail)}`)
    if (words.includes('FLAGS')) parts.push(`FLAGS (${[...mail.flags].join(' ')})`)
    const body = /BODY\.PEEK\[(HEADER)?\]/.exec(words)
    const content = body?.[1] ? mail.raw.split('\r\n\r\n')[0] + '\r\n\r\n' : mail.raw
    if (body) parts.push(`BODY[${body[1] ?? ''}] {${content.length}}\r\n${content}`)
    return `* ${number} FETCH (${parts.join(' ')})`
  }

  /** The UIDs of a search by UID, and by `UNSEEN`. */
  const searchUids = (words: string): number[] =>
    inSet(/UID (\S+)/.exec(words)?.[1] ?? '1:*')
      .filter(({ flags }) => !words.includes('UNSEEN') || !flags.has('\\Seen'))
      .map(({ uid }) => uid)

  /** Returns the mails in a set of UIDs. `n:*` includes the last mail even if its UID is below `n`, as with real servers. */
  function inSet(set: string): StoredMail[] {
    const last = mails.at(-1)?.uid ?? 0
    const ranges = set.split(',').map((range) => range.split(':').map((end) => (end === '*' ? last : Number(end))))
    return mails.filter(({ uid }) =>
      ranges.some(([from = 0, to = from]) => uid >= Math.min(from, to) && uid <= Math.max(from, to)),
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const imapServer: ImapServer = {
    port: (server.address() as AddressInfo).port,
    commands,
    mails,
    moved,
    onCommand: () => undefined,
    claimedSize: ({ raw }) => raw.length,
    deliver(raw, flags = []) {
      mails.push({ uid: nextUid, raw: raw.replace(/\r?\n/g, '\r\n'), flags: new Set(flags) })
      for (const socket of idling.keys()) socket.write(`* ${mails.length} EXISTS\r\n`)
      return nextUid++
    },
    renumber() {
      validity += 1
      nextUid = 1
      for (const [index, mail] of mails.entries()) mails[index] = { ...mail, uid: nextUid++ }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return imapServer
}
