import { Option } from 'commander'
import { pino } from 'pino'
import type { Log } from './kernel/context.ts'
import { summarizeOutages } from './kernel/outage-log.ts'

/** Options that several commands share. Each can also be set as an environment variable `DESKBELL_*`. */
export const dataOption = (folder = './deskbell-data') =>
  new Option('--data <folder>', 'the data folder').env('DESKBELL_DATA').default(folder)

export const databaseUrlOption = () =>
  new Option('--database-url <url>', 'a PostgreSQL database instead of the embedded one')
    .env('DESKBELL_DATABASE_URL')
    .argParser((text) => checkDatabaseUrl(text))

export const readUrlOption = () =>
  new Option('--read-url <url>', 'a streaming replica of the PostgreSQL database, which answers reads')
    .env('DESKBELL_READ_URL')
    .argParser((text) => checkDatabaseUrl(text, '--read-url (DESKBELL_READ_URL)'))

export const filesOption = () =>
  new Option(
    '--files <place>',
    'the stored files: a folder or s3://bucket/folder; default: the folder "files" in the data folder',
  ).env('DESKBELL_FILES')

export const secretKeyFileOption = () =>
  new Option(
    '--secret-key-file <file>',
    'the keys that encrypt passwords and tokens; default: secret.key in the data folder',
  ).env('DESKBELL_SECRET_KEY_FILE')

/** Validates the URL of a database. The errors do not repeat it, because it may contain a password. */
export function checkDatabaseUrl(text: string, option = '--database-url (DESKBELL_DATABASE_URL)'): string {
  if (text === '') throw new Error(`${option} is empty; leave it out, or name a server.`)
  // The driver also accepts a user without a host, and the path of a socket.
  const isUrl = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
  if (isUrl || /^(socket:|\/)/.test(text)) return text
  throw new Error(`${option}: expected an address such as postgres://user:password@host:5432/database.`)
}

export const logOption = () =>
  new Option('--log-level <level>', 'the lowest level that is logged, on standard error')
    .env('DESKBELL_LOG_LEVEL')
    .choices(['silent', 'error', 'warn', 'info', 'debug'])
    .default('warn')

/** The values of the shared options. */
export interface LocationOptions {
  readonly data: string
  readonly databaseUrl?: string
  readonly readUrl?: string
  readonly files?: string
  readonly secretKeyFile?: string
  readonly logLevel: string
}

/** Parses a port number. @throws Error for anything else. */
export function portNumber(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new Error(`--port: expected a number between 0 and 65535, got "${text}".`)
}

/** Opens a log of JSON lines on standard error; standard output is for the results of commands. */
export function openLog(level: string): Log {
  const logger = pino({ level, serializers: { error: pino.stdSerializers.err } }, pino.destination(2))
  return summarizeOutages({
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  })
}
