import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Dovecot server for tests, with mailboxes in Maildir form, from Debian's packages `dovecot-imapd` and `dovecot-lmtpd`. */
export interface Dovecot {
  readonly imapPort: number
  readonly lmtpPort: number
  /** Puts mails into a mailbox, as if they had been delivered. */
  deliver(user: string, mails: readonly string[]): void
  /** The original texts of the mails of a mailbox, optionally those that have a flag, such as `S` for seen. */
  mails(user: string, flag?: string): string[]
  start(): void
  stop(): void
  restart(): void
  close(): void
}

/** The reason why the tests with Dovecot are skipped; false if they are not. */
export const noDovecot: string | false =
  process.getuid?.() === 0 && existsSync('/usr/sbin/dovecot')
    ? false
    : 'needs Dovecot (dovecot-imapd, dovecot-lmtpd) and root'

/** The password of every mailbox. */
export const mailboxPassword = 'secret'

/** Starts a Dovecot with the mailboxes of these users. */
export async function dovecot(users: readonly string[]): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'))
  const [imapPort, lmtpPort] = [await freePort(), await freePort()]
  const owner = { uid: idOf('u'), gid: idOf('g') }
  chmodSync(folder, 0o755)
  writeFileSync(
    join(folder, 'users'),
    users
      .map((user) => `${user}:{PLAIN}${mailboxPassword}:${owner.uid}:${owner.gid}::${folder}/mail/${user}::\n`)
      .join(''),
  )
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, configuration(folder, imapPort, lmtpPort))
  for (const user of users) {
    for (const path of ['', 'Maildir', 'Maildir/new', 'Maildir/cur', 'Maildir/tmp']) {
      mkdirSync(join(folder, 'mail', user, path), { recursive: true })
      chownSync(join(folder, 'mail', user, path), owner.uid, owner.gid)
    }
  }
  let count = 0
  const server: Dovecot = {
    imapPort,
    lmtpPort,
    deliver(user, mails) {
      for (const raw of mails) {
        count += 1
        const path = join(folder, 'mail', user, 'Maildir/new', `${String(count).padStart(9, '0')}.test`)
        writeFileSync(path, raw)
        chownSync(path, owner.uid, owner.gid)
      }
    },
    mails: (user, flag = '') =>
      globSync(join(folder, 'mail', user, 'Maildir/{new,cur}/*'))
        .filter((path) => (path.split(':2,')[1] ?? '').includes(flag))
        .map((path) => readFileSync(path, 'utf8')),
    start: () => run('dovecot', ['-c', config]),
    stop: () => run('doveadm', ['-c', config, 'stop']),
    restart() {
      server.stop()
      server.start()
    },
    close() {
      spawnSync('doveadm', ['-c', config, 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  server.start()
  return server
}

const configuration = (folder: string, imapPort: number, lmtpPort: number): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
listen = 127.0.0.1
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
passdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
userdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtpPort}
  }
}
protocol lmtp {
  auth_username_format = %u
}
`

/** The user and group that mailboxes belong to: Dovecot refuses mailboxes of root. */
const idOf = (option: 'u' | 'g'): number => Number(spawnSync('id', [`-${option}`, 'mail'], { encoding: 'utf8' }).stdout)

/** Returns a port that is free at the moment: servers with a configuration file need to know it before they start. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Runs a command to its end. Its output is dropped: a server in the background would keep a pipe open. */
export function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error ?? status })
}
