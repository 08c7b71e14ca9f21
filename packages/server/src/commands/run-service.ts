import cluster from 'node:cluster'
import { statSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type App, createApp } from '../app.ts'
import { openLog, portNumber } from '../config.ts'
import { LARGE_DATABASE } from '../db/large-database.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { databaseIn, hasDatabase, makeDataFolder } from '../db/open.ts'
import { fillPageCache } from '../db/page-cache.ts'
import { openDesk } from '../setup/desk.ts'
import { parseProxies } from '../http/address.ts'
import { defaultLimits } from '../http/limits.ts'
import type { Desk, Log } from '../kernel/context.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'
import { defaultDispatcherOptions } from '../webhooks/dispatcher.ts'
import { firstAdmin } from '../setup/first-start.ts'
import { locationOf } from './desk-command.ts'
import { type LineFile, openLineFile } from './access-log-file.ts'
import { endSignal } from './end-signal.ts'
import { connectWorkerMetrics } from './worker-metrics.ts'
import { DRAIN_TIMEOUT, type Prepare, type ServiceOptions } from './service-command.ts'

/* Only the commands that run the service load this file, so that the others start faster. */

/**
 * V8 flags for a service that is idle most of the time, where memory matters more than peak speed: garbage is collected
 * when the heap has grown by 15 percent, and the heap is compacted. With the defaults of V8, the heap grows to several
 * times the size of the live objects.
 */
const smallHeapFlags = ['--heap-growing-percent=15', '--memory-saver-mode']

/** V8 flags for large databases, whose searches would pause for several milliseconds at each collection. */
const largeHeapFlags = ['--heap-growing-percent=100']

/** Chooses the flags before the heap grows. */
function setHeapFlags({ data, databaseUrl }: ServiceOptions): void {
  const file = databaseUrl === undefined && statSync(databaseIn(data), { throwIfNoEntry: false })
  for (const flag of file && file.size > LARGE_DATABASE ? largeHeapFlags : smallHeapFlags) setFlagsFromString(flag)
}

/** Runs the service until a signal ends it. @param prepare undefined if other processes of the service run already. */
export async function runService(options: ServiceOptions, prepare: Prepare | undefined): Promise<void> {
  const port = checkOptions(options)
  setHeapFlags(options)
  const log = openLog(options.logLevel)
  const lines = options.accessLog === undefined ? undefined : await openLineFile(options.accessLog, log)
  if (lines) process.on('SIGHUP', () => lines.reopen())
  const unlock = lockData(options)
  try {
    const { app, url, greeting } = await openService(options, { port, log, lines }, prepare)
    const end = endSignal()
    const place = options.databaseUrl === undefined ? resolve(options.data) : app.desk.database.place
    announce(`Deskbell listens on ${url}\n  data  ${place}\n  docs  ${url}/docs${greeting}`)
    // Releases the compile cache, which would keep 6 MiB of memory.
    flushCompileCache()
    const ended = new AbortController()
    if (options.databaseUrl === undefined) void readAhead(app, ended.signal)
    await end
    ended.abort()
    await drain(app)
  } finally {
    lines?.close()
    unlock()
    // The IPC channel to the primary process would keep this process alive.
    cluster.worker?.disconnect()
  }
}

/** Reports wrong options and `DESKBELL_ADMIN_*` variables before anything is created. Returns the port. */
function checkOptions({ port, trustProxy, readUrl, databaseUrl, data }: ServiceOptions): number {
  const number = portNumber(port)
  parseProxies(trustProxy)
  if (readUrl !== undefined && databaseUrl === undefined)
    throw new Error('--read-url needs --database-url: the embedded database has no replicas.')
  if (databaseUrl === undefined && !hasDatabase(data)) firstAdmin(process.env)
  return number
}

/** Prints where the service listens; a worker process sends the text to the primary process. */
const announce = (text: string): unknown => (cluster.isWorker ? process.send?.(text) : console.log(text))

/** Reads the database file ahead, so that the first searches do not wait for the disk. Failures are only logged. */
async function readAhead({ desk }: App, signal: AbortSignal): Promise<void> {
  try {
    const bytes = await fillPageCache(desk.database.place, signal)
    // A database that is too large for the memory is not read.
    if (bytes > 0) desk.log.debug({ bytes }, 'the database was read ahead')
  } catch (error) {
    desk.log.warn({ error }, 'the database could not be read ahead')
  }
}

/**
 * Milliseconds for which one of several processes still answers requests on its open connections when it stops, such as
 * after it has been replaced.
 */
const GRACE = 1000

/** Lets requests in flight finish, for a limited time. */
async function drain(app: App): Promise<void> {
  setTimeout(() => process.exit(1), DRAIN_TIMEOUT).unref()
  // Connections that were busy when closing began stay open when their request is done, so close them repeatedly. The first
  // pause is long enough for the first request of a connection that was accepted just before.
  const idle = setInterval(() => app.http.server.closeIdleConnections(), 200)
  await app.close(cluster.isWorker ? GRACE : 0)
  clearInterval(idle)
}

function lockData({ data, databaseUrl }: ServiceOptions): () => void {
  if (databaseUrl !== undefined) return () => {}
  makeDataFolder(data)
  return lockFolder(data)
}

/** Opens the desk and listens. Closes everything again if a step fails. */
async function openService(
  options: ServiceOptions,
  { port, log, lines }: { port: number; log: Log; lines: LineFile | undefined },
  prepare: Prepare | undefined,
): Promise<{ app: App; url: string; greeting: string }> {
  const desk = await openDesk(locationOf(options), log)
  let app: App | undefined
  try {
    app = await createApp(
      desk,
      { ...defaultLimits, proxies: parseProxies(options.trustProxy) },
      {
        ...defaultDispatcherOptions,
        targets: options.webhookTargets,
        keepsInternalResponses: options.webhookLogInternal === true,
      },
      { accessLog: lines && ((line) => lines.write(line)), metrics: metricsOf(options) },
    )
    let greeting: ((url: string) => string) | undefined
    const prepareDesk = async () => {
      greeting = await prepare?.(desk)
      await warnOfOldIndex(desk)
    }
    const url = await app.listen(options.host, port, ...(prepare ? [prepareDesk] : []))
    return { app, url, greeting: greeting?.(url) ?? '' }
  } catch (failure) {
    await (app ?? desk.database).close()
    throw describeListenError(failure, options)
  }
}

/** Returns the options of the metrics. One of several processes answers for all of them. */
const metricsOf = ({ metricsToken: token }: ServiceOptions) =>
  token === undefined ? undefined : { token, connect: cluster.isWorker ? connectWorkerMetrics : undefined }

async function warnOfOldIndex(desk: Desk): Promise<void> {
  if ((await readStoredValue(desk.database, 'search_documents')) === searchSettings.search_documents) return
  desk.log.warn(
    {},
    'the search index was written by an older version and lacks fields: run deskbell reindex (the service can keep running)',
  )
}

/** Replaces system errors about the address with sentences that name the option. */
function describeListenError(failure: unknown, { host, port }: ServiceOptions): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'EADDRINUSE') return new Error(`Port ${port} of ${host} is in use. Choose another with --port.`)
  if (code === 'EACCES')
    return new Error(`This user is not allowed to use port ${port} of ${host}. Choose another with --port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is not an address of this machine. Choose another with --host.`)
  return failure
}
