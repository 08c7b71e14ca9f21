import type { Command } from 'commander'
import { renewFirstAdminToken } from '../setup/first-admin.ts'
import { firstStart } from '../setup/first-start.ts'
import { DRAIN_TIMEOUT, type Prepare, serviceCommand, type ServiceOptions } from './service-command.ts'

export const startCommand = (): Command =>
  serviceCommand('start', 'run the service')
    .addHelpText(
      'after',
      `
The first start creates the database and an administrator, from DESKBELL_ADMIN_EMAIL and DESKBELL_ADMIN_PASSWORD. If
these are not set, it generates a password, and prints it once with an API token and a link to set up the desk in a
browser; later starts print a new link until one was used. SIGTERM and SIGINT stop the service; requests in flight
have up to ${DRAIN_TIMEOUT / 1000} seconds to finish. A service started by npm or npx stops when npm ends.

Examples:
  deskbell start
  deskbell start --port 9000 --data /srv/deskbell
  DESKBELL_ADMIN_EMAIL=me@example.com DESKBELL_ADMIN_PASSWORD='Secret words 1' deskbell start
  deskbell start --database-url postgres://deskbell@localhost/deskbell`,
    )
    .action(async (options: ServiceOptions) => {
      const { runService } = await import('./run-service.ts')
      await runService(options, prepareFirstStart)
    })

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
