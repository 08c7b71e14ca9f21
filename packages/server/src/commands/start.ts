import cluster from 'node:cluster'
import { type Command, Option } from 'commander'
import { openLog } from '../config.ts'
import { renewFirstAdminToken } from '../setup/first-admin.ts'
import { firstStart } from '../setup/first-start.ts'
import { DRAIN_TIMEOUT, type Prepare, serviceCommand, type ServiceOptions } from './service-command.ts'

export const startCommand = (): Command =>
  serviceCommand('start', 'run the service')
    .addHelpText('after', help)
    .addOption(
      new Option('--workers <number>', 'processes that share the port, on a PostgreSQL database')
        .env('DESKBELL_WORKERS')
        .default(1)
        .argParser(numberOfWorkers),
    )
    .action(async ({ workers, ...options }: ServiceOptions & { readonly workers: number }) => {
      if (workers > 1 && !cluster.isWorker) return runAll(workers, options)
      // Only the first process creates the link of the first start: the output of later ones is not printed.
      const { runService } = await import('./run-service.ts')
      await runService(options, (cluster.worker?.id ?? 1) === 1 ? prepareFirstStart : undefined)
    })

const help = `
The first start creates the database and an administrator, from DESKBELL_ADMIN_EMAIL and DESKBELL_ADMIN_PASSWORD, and
prints an API token once. If no password is set, it generates one, and prints it with a link to set up the desk in a
browser; later starts print a new link until one is used. SIGTERM and SIGINT stop the service; requests in flight
have up to ${DRAIN_TIMEOUT / 1000} seconds to finish. A service started by npm or npx stops when npm ends. With --workers, SIGHUP
replaces the processes one by one, without a moment in which none answers.

Examples:
  deskbell start
  deskbell start --port 9000 --data /srv/deskbell
  DESKBELL_ADMIN_EMAIL=me@example.com DESKBELL_ADMIN_PASSWORD='Secret words 1' deskbell start
  deskbell start --database-url postgres://deskbell@localhost/deskbell --workers 4`

/** Maximum number of processes on one machine. */
const MAX_WORKERS = 64

function numberOfWorkers(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_WORKERS) return number
  throw new Error(`--workers (DESKBELL_WORKERS): expected a number between 1 and ${MAX_WORKERS}, got "${text}".`)
}

async function runAll(workers: number, { databaseUrl, logLevel }: ServiceOptions): Promise<void> {
  if (databaseUrl === undefined)
    throw new Error(
      '--workers needs a PostgreSQL database (--database-url): the embedded database is written by one process.',
    )
  const { runWorkers } = await import('./run-workers.ts')
  await runWorkers(workers, openLog(logLevel))
}

const prepareFirstStart: Prepare = async (desk) => {
  const first = await firstStart(desk)
  const link = first ? first.link : await renewFirstAdminToken(desk)
  return (url) =>
    `${link === undefined ? '' : welcome(url, link)}${first === undefined ? '' : example(url, first.token)}`
}

const welcome = (url: string, token: string): string => `

Set it up in a browser; the link works once, for a day, and replaces login and password:
  ${url}/welcome?token=${token}`

const example = (url: string, token: string): string => `

Try it:
  curl -H 'Authorization: Token token=${token}' '${url}/api/v1/tickets/1?expand=true'`
