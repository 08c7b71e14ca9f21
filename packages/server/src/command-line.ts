import { flushCompileCache } from 'node:module'
import { Command, CommanderError } from 'commander'
import { version } from './version.ts'

/** Runs the command that the arguments name. Prints failures as one sentence and sets the exit code. */
export async function run(): Promise<void> {
  // `deskbell openapi | head` ends when `head` closes the pipe.
  process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
    if (failure.code === 'EPIPE') process.exit(0)
    console.error(`deskbell: cannot write to standard output: ${failure.message}.`)
    process.exit(1)
  })
  try {
    const deskbell = await program()
    // Releases the memory of the compile cache before the command imports further files.
    flushCompileCache()
    await deskbell.parseAsync()
  } catch (failure) {
    if (failure instanceof CommanderError) process.exitCode = failure.exitCode
    else {
      console.error(`deskbell: ${sentenceOf(failure)}`)
      // The stack is shown at log level debug only.
      if (process.env['DESKBELL_LOG_LEVEL'] === 'debug') console.error(failure)
      process.exitCode = 1
    }
  }
}

/** Returns the failure as a sentence; for a system error, with the path of the file. */
function sentenceOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { code = '', path } = failure as NodeJS.ErrnoException
  const reason = fileErrors[code]
  // A failed write does not name its file.
  if (code === 'ENOSPC' && path === undefined) return 'A file cannot be written: the disk is full.'
  return path === undefined || reason === undefined ? failure.message : `${path}: ${reason}.`
}

/** Messages for the error codes of the file system. */
const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EEXIST: 'the file already exists',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** The commands by name, in the order of the help. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./commands/start.ts')).startCommand()],
  ['demo', async () => (await import('./commands/demo.ts')).demoCommand()],
  ['import', async () => (await import('./commands/import.ts')).importCommand()],
  ['mail', async () => (await import('./commands/mail.ts')).mailCommand()],
  ['user', async () => (await import('./commands/user.ts')).userCommand()],
  ['token', async () => (await import('./commands/token.ts')).tokenCommand()],
  ['backup', async () => (await import('./commands/backup.ts')).backupCommand()],
  ['restore', async () => (await import('./commands/restore.ts')).restoreCommand()],
  ['copy', async () => (await import('./commands/copy.ts')).copyCommand()],
  ['check', async () => (await import('./commands/check.ts')).checkCommand()],
  ['reindex', async () => (await import('./commands/reindex.ts')).reindexCommand()],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrateCommand()],
  ['secret-key', async () => (await import('./commands/secret-key.ts')).secretKeyCommand()],
  ['openapi', async () => (await import('./commands/openapi.ts')).openapiCommand()],
  ['version', async () => (await import('./commands/version.ts')).versionCommand()],
])

async function program(): Promise<Command> {
  const deskbell = new Command('deskbell')
    .description('A helpdesk in one process.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText(
      'after',
      `
All commands except start, demo and copy can run while the service is running. Most options can also be set in the
environment: DESKBELL_DATA, DESKBELL_DATABASE_URL, DESKBELL_READ_URL, DESKBELL_FILES, DESKBELL_SECRET_KEY_FILE,
DESKBELL_LOG_LEVEL, DESKBELL_HOST, DESKBELL_PORT, DESKBELL_TRUST_PROXY, DESKBELL_ACCESS_LOG, DESKBELL_METRICS_TOKEN,
DESKBELL_WORKERS, DESKBELL_WEBHOOK_TARGETS, DESKBELL_WEBHOOK_LOG_INTERNAL, DESKBELL_QUARANTINE.

Examples:
  deskbell start
  deskbell start --help
  TOKEN=$(deskbell token create --user admin@example.com)`,
    )
  // Only the named command is loaded, so that a service does not keep the code of all others in memory.
  const named = commands.get(process.argv[2] ?? '')
  for (const load of named ? [named] : commands.values()) deskbell.addCommand(await load())
  formatErrors(deskbell)
  return deskbell
}

/** Prints errors of the option parser on one line, like all other errors. */
function formatErrors(command: Command, path = command.name()): void {
  command.exitOverride().configureOutput({
    outputError(text, write) {
      const sentence = text
        .replace(/^error: /, '')
        .trim()
        .split('\n')
        .join(' ')
      write(`deskbell: ${sentence.replace(/[.]$/, '')}. See ${path} --help.\n`)
    },
  })
  for (const child of command.commands) formatErrors(child, `${path} ${child.name()}`)
}
