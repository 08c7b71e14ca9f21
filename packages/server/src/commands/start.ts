import { mkdirSync, statSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type Command, Option } from 'commander'
import { type App, createApp } from '../app.ts'
import { dataOption, openLog, type PlaceOptions, portNumber } from '../config.ts'
import { LARGE_DATABASE } from '../db/large-database.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { databaseIn, hasDatabase } from '../db/open.ts'
import { warmUp } from '../db/warm.ts'
import { openDesk } from '../setup/desk.ts'
import { readProxies } from '../http/address.ts'
import { defaultLimits } from '../http/limits.ts'
import type { Desk } from '../kernel/context.ts'
import { readFact } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'
import { defaultDispatcherOptions } from '../webhooks/dispatcher.ts'
import { type TargetPolicy, targetPolicies } from '../webhooks/targets.ts'
import { deskCommand } from './desk-command.ts'
import { firstAdmin, firstStart } from '../setup/first-start.ts'
import { onNpmEnd } from './npm-parent.ts'

/** How long requests in flight may take after a signal, in milliseconds. */
const drainFor = 10_000

export interface StartOptions extends PlaceOptions {
  readonly host: string
  readonly port: string
  readonly webhookTargets: TargetPolicy
  readonly webhookLogInternal?: boolean
  readonly trustProxy: string
}

/** The options of every command that ends in a running service. */
export const serviceCommand = (name: string, description: string, data: Option = dataOption()): Command =>
  deskCommand(name, description, data)
    .addOption(new Option('--host <address>', 'where to listen').env('DESKBELL_HOST').default('127.0.0.1'))
    .addOption(new Option('--port <number>', '0 for any free one').env('DESKBELL_PORT').default('8080'))
    .addOption(
      new Option('--trust-proxy <addresses>', 'proxies whose X-Forwarded-For is believed, such as 127.0.0.1,10.0.0.0/8')
        .env('DESKBELL_TRUST_PROXY')
        .default(''),
    )
    .addOption(
      new Option('--webhook-targets <kind>', 'where webhooks may go: public addresses, or private ones too (any)')
        .env('DESKBELL_WEBHOOK_TARGETS')
        .choices(targetPolicies)
        .default('public'),
    )
    .addOption(
      new Option('--webhook-log-internal', 'log what receivers at private addresses answer').env(
        'DESKBELL_WEBHOOK_LOG_INTERNAL',
      ),
    )

export const startCommand = (): Command =>
  serviceCommand('start', 'run the service')
    .addHelpText(
      'after',
      `
On the first start the database is filled and an administrator is made, from DESKBELL_ADMIN_EMAIL and
DESKBELL_ADMIN_PASSWORD or, where these are not set, made up and printed once, together with an API token.
SIGTERM and SIGINT let requests in flight finish, for up to ${drainFor / 1000} seconds, and then end the service. A service
that npm or npx started ends with them.

Examples:
  deskbell start
  deskbell start --port 9000 --data /srv/deskbell
  DESKBELL_ADMIN_EMAIL=me@example.com DESKBELL_ADMIN_PASSWORD='Secret words 1' deskbell start
  deskbell start --database-url postgres://deskbell@localhost/deskbell`,
    )
    .action((options: StartOptions) => runService(options, sayFirstStart))

/**
 * For a service that mostly waits: what it holds matters more than how soon it is at its fastest. Garbage is collected
 * when the heap has grown by this, or by 2 MiB instead of 8, and what is left is moved together: it would lie around at
 * several times of what is alive.
 */
const smallMemory = ['--heap-growing-percent=15', '--memory-saver-mode']

/** The same where searches would wait for it: collecting garbage stops them for some milliseconds each time. */
const someMemory = ['--heap-growing-percent=100']

function keepSmall({ data, databaseUrl }: StartOptions): void {
  const file = databaseUrl === undefined && statSync(databaseIn(data), { throwIfNoEntry: false })
  for (const flag of file && file.size > LARGE_DATABASE ? someMemory : smallMemory) setFlagsFromString(flag)
}

/** Works on the desk when the port is taken and nothing is answered yet; what it returns is printed with the address. */
export type Prepare = (desk: Desk) => Promise<(url: string) => string>

/** Runs the service until a signal ends it. */
export async function runService(options: StartOptions, prepare: Prepare): Promise<void> {
  const port = portNumber(options.port)
  readProxies(options.trustProxy)
  // Before anything is created.
  if (options.databaseUrl === undefined && !hasDatabase(options.data)) firstAdmin(process.env)
  keepSmall(options)
  const unlock = lock(options)
  try {
    const { app, url, greeting } = await open(options, port, prepare)
    const end = signalled()
    const where = options.databaseUrl === undefined ? resolve(options.data) : app.desk.database.place
    console.log(`Deskbell listens on ${url}\n  data  ${where}\n  docs  ${url}/docs${greeting}`)
    // What was compiled at an earlier start is in use now; what was read of it would lie in memory to the end, at 6 MiB.
    flushCompileCache()
    const ended = new AbortController()
    if (options.databaseUrl === undefined) void warm(app, ended.signal)
    await end
    ended.abort()
    await drain(app)
  } finally {
    unlock()
  }
}

/** The first searches should not wait for the disk; where the file cannot be read, requests will say so. */
async function warm({ desk }: App, signal: AbortSignal): Promise<void> {
  const bytes = await warmUp(desk.database.place, signal).catch((error: unknown) => {
    desk.log.warn({ error }, 'the database could not be read ahead')
    return 0
  })
  desk.log.debug({ bytes }, 'the database was read ahead')
}

/** Lets requests in flight finish; a client that keeps its own open does not keep the service from ending for ever. */
async function drain(app: App): Promise<void> {
  setTimeout(() => process.exit(1), drainFor).unref()
  // A connection that was busy when the closing began is kept by its client for the next request, which never comes.
  const idle = setInterval(() => app.http.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(idle)
}

const sayFirstStart: Prepare = async (desk) => {
  const first = await firstStart(desk)
  return (url) =>
    first === undefined
      ? ''
      : `\n\nTry it:\n  curl -H 'Authorization: Token token=${first.token}' '${url}/api/v1/tickets/1?expand=true'`
}

function lock({ data, databaseUrl }: StartOptions): () => void {
  if (databaseUrl !== undefined) return () => {}
  mkdirSync(data, { recursive: true, mode: 0o700 })
  return lockFolder(data)
}

/** Everything up to the first answer; whatever fails on the way closes what is open. */
async function open(
  options: StartOptions,
  port: number,
  prepare: Prepare,
): Promise<{ app: App; url: string; greeting: string }> {
  const desk = await openDesk({ data: options.data, databaseUrl: options.databaseUrl }, openLog(options.logLevel))
  let app: App | undefined
  try {
    app = await createApp(
      desk,
      { ...defaultLimits, proxies: readProxies(options.trustProxy) },
      {
        ...defaultDispatcherOptions,
        targets: options.webhookTargets,
        keepsInternal: options.webhookLogInternal === true,
      },
    )
    let greeting: ((url: string) => string) | undefined
    const url = await app.listen(options.host, port, async () => {
      greeting = await prepare(desk)
      await warnOfOldIndex(desk)
    })
    return { app, url, greeting: greeting?.(url) ?? '' }
  } catch (failure) {
    await (app ?? desk.database).close()
    throw inWords(failure, options)
  }
}

async function warnOfOldIndex(desk: Desk): Promise<void> {
  if ((await readFact(desk.database, 'search_documents')) === searchSettings.search_documents) return
  desk.log.warn(
    {},
    'the search index was written by an older version and lacks fields: run deskbell reindex, while the service runs',
  )
}

/** What the system says when a port cannot be had, for people. */
function inWords(failure: unknown, { host, port }: StartOptions): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'EADDRINUSE') return new Error(`Port ${port} of ${host} is taken. Choose another with --port.`)
  if (code === 'EACCES')
    return new Error(`Port ${port} of ${host} may not be used by this user. Choose another with --port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is not an address of this machine. Choose another with --host.`)
  return failure
}

/** Waits for a signal, or for the end of the npm that started the service. */
const signalled = (): Promise<unknown> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
    onNpmEnd(resolve)
  })
