import { Command, CommanderError } from 'commander'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { copyCommand } from './commands/copy.ts'
import { demoCommand } from './commands/demo.ts'
import { importCommand } from './commands/import.ts'
import { mailCommand } from './commands/mail.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openapiCommand } from './commands/openapi.ts'
import { reindexCommand } from './commands/reindex.ts'
import { restoreCommand } from './commands/restore.ts'
import { startCommand } from './commands/start.ts'
import { secretKeyCommand } from './commands/secret-key.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { versionCommand } from './commands/version.ts'
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
    await program().parseAsync()
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

function program(): Command {
  const deskbell = new Command('deskbell')
    .description('A helpdesk in one process.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText(
      'after',
      `
All commands except start, demo and copy can run while the service is running. Most options can also be set in the
environment: DESKBELL_DATA, DESKBELL_DATABASE_URL, DESKBELL_FILES, DESKBELL_SECRET_KEY_FILE, DESKBELL_LOG_LEVEL,
DESKBELL_HOST, DESKBELL_PORT, DESKBELL_TRUST_PROXY, DESKBELL_ACCESS_LOG, DESKBELL_METRICS_TOKEN,
DESKBELL_WORKERS, DESKBELL_WEBHOOK_TARGETS, DESKBELL_WEBHOOK_LOG_INTERNAL, DESKBELL_QUARANTINE.

Examples:
  deskbell start
  deskbell start --help
  TOKEN=$(deskbell token create --user admin@example.com)`,
    )
  const commands = [
    startCommand(),
    demoCommand(),
    importCommand(),
    mailCommand(),
    userCommand(),
    tokenCommand(),
    backupCommand(),
    restoreCommand(),
    copyCommand(),
    checkCommand(),
    reindexCommand(),
    migrateCommand(),
    secretKeyCommand(),
    openapiCommand(),
    versionCommand(),
  ]
  for (const command of commands) deskbell.addCommand(command)
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
