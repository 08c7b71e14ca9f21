import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, run } from './dovecot.ts'

/** A Postfix server for tests, from Debian's package `postfix`. It passes all mail of its domains to an LMTP server. */
export interface Postfix {
  readonly port: number
  start(): void
  restart(): void
  close(): void
}

/** The reason why the tests with Postfix are skipped; false if they are not. */
export const noPostfix: string | false =
  process.getuid?.() === 0 && existsSync('/usr/sbin/postfix') ? false : 'needs Postfix and root'

/** Starts a Postfix for these domains. */
export async function postfix(domains: readonly string[], lmtpPort: number): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'))
  const port = await freePort()
  const config = join(folder, 'config')
  for (const path of [config, join(folder, 'queue'), join(folder, 'data')]) mkdirSync(path)
  chmodSync(folder, 0o755)
  run('chown', ['postfix', join(folder, 'data')])
  writeFileSync(join(config, 'main.cf'), settings(folder, domains, lmtpPort))
  writeFileSync(join(config, 'master.cf'), services(port))
  const server: Postfix = {
    port,
    start: () => run('postfix', ['-c', config, 'start']),
    restart() {
      run('postfix', ['-c', config, 'stop'])
      server.start()
    },
    close() {
      spawnSync('postfix', ['-c', config, 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  server.start()
  return server
}

const settings = (folder: string, domains: readonly string[], lmtpPort: number): string => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${tmpdir()}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.desk.test
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
virtual_mailbox_domains = ${domains.join(' ')}
virtual_mailbox_maps = static:ok
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
smtpd_recipient_restrictions = permit_mynetworks, reject
minimal_backoff_time = 2s
maximal_backoff_time = 4s
queue_run_delay = 2s
lmtp_connect_timeout = 2s
`

/** The usual services, without chroot, which needs copies of the files of the system. */
const services = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`
