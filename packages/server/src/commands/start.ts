import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { createApp } from '../app.ts'
import { openLog, type PlaceOptions, portNumber } from '../config.ts'
import { type FirstAdmin, writeDefaults } from '../defaults.ts'
import { openDesk } from '../desk.ts'
import { lockFolder } from '../lock.ts'
import { makeToken } from '../tokens.ts'
import { deskCommand } from './desk-command.ts'

/** How long requests in flight may take after a signal, in milliseconds. */
const drainFor = 10_000

export interface StartOptions extends PlaceOptions {
  readonly host: string
  readonly port: string
}

/** The options of every command that ends in a running service. */
export const serviceCommand = (name: string, description: string): Command =>
  deskCommand(name, description)
    .addOption(new Option('--host <address>', 'where to listen').env('DESKBELL_HOST').default('127.0.0.1'))
    .addOption(new Option('--port <number>', '0 for any free one').env('DESKBELL_PORT').default('8080'))

export const startCommand = (): Command =>
  serviceCommand('start', 'run the service')
    .addHelpText(
      'after',
      `
On the first start the database is filled and an administrator is made, from DESKBELL_ADMIN_EMAIL and
DESKBELL_ADMIN_PASSWORD or, where these are not set, made up and printed once.

Examples:
  deskbell start --port 9000 --data /srv/deskbell
  DESKBELL_ADMIN_EMAIL=me@example.com DESKBELL_ADMIN_PASSWORD=secret deskbell start`,
    )
    .action((options: StartOptions) => runService(options))

/** Runs the service until a signal ends it. `greet` is called when it answers, with its address. */
export async function runService(options: StartOptions, greet?: (url: string) => void): Promise<void> {
  const port = portNumber(options.port)
  mkdirSync(options.data, { recursive: true, mode: 0o700 })
  const unlock = options.databaseUrl === undefined ? await lockFolder(options.data) : async () => {}
  const desk = await openDesk({ data: options.data, databaseUrl: options.databaseUrl }, openLog(options.logLevel))
  const admin = firstAdmin(process.env)
  const made = await writeDefaults(desk, admin)
  const token = made === undefined ? undefined : await makeToken(desk, made, { name: 'first start' })
  const app = await createApp(desk)
  const url = await app.listen(options.host, port)
  const where = options.databaseUrl === undefined ? resolve(options.data) : desk.database.place
  console.log(`Deskbell listens on ${url}\n  data   ${where}\n  docs   ${url}/docs`)
  if (token !== undefined) console.log(firstStart(admin, token, url))
  greet?.(url)
  await signalled()
  // A client that keeps its request open does not keep the service from stopping for ever.
  setTimeout(() => process.exit(1), drainFor).unref()
  await app.close()
  await unlock()
}

/** The first administrator: from the environment, else made up. */
function firstAdmin(environment: NodeJS.ProcessEnv): FirstAdmin {
  const email = environment['DESKBELL_ADMIN_EMAIL'] ?? 'admin@example.com'
  const password = environment['DESKBELL_ADMIN_PASSWORD'] ?? randomBytes(12).toString('base64url')
  return { email: email.trim().toLowerCase(), password }
}

const firstStart = (admin: FirstAdmin, token: string, url: string): string => `
This is the first start. These are shown once:
  login     ${admin.email}
  password  ${process.env['DESKBELL_ADMIN_PASSWORD'] === undefined ? admin.password : '(from DESKBELL_ADMIN_PASSWORD)'}
  token     ${token}

Try it:
  curl -H 'Authorization: Token token=${token}' ${url}/api/v1/tickets/1?expand=true
`

const signalled = (): Promise<unknown> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
