import { Command, CommanderError } from 'commander'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { demoCommand } from './commands/demo.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openapiCommand } from './commands/openapi.ts'
import { reindexCommand } from './commands/reindex.ts'
import { startCommand } from './commands/start.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { versionCommand } from './commands/version.ts'
import { version } from './version.ts'

/** Does what the arguments say. What goes wrong is said in one sentence and decides the exit code. */
export async function run(): Promise<void> {
  // `deskbell openapi | head` ends when its reader has enough.
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
      // The stack is for whoever asks for it.
      if (process.env['DESKBELL_LOG_LEVEL'] === 'debug') console.error(failure)
      process.exitCode = 1
    }
  }
}

/** What went wrong, as a sentence; what the system says of a file too. */
function sentenceOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { code = '', path } = failure as NodeJS.ErrnoException
  const said = ofFiles[code]
  return path === undefined || said === undefined ? failure.message : `${path}: ${said}.`
}

const ofFiles: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'there is a file with this name already',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'you are not allowed to use it',
  EPERM: 'you are not allowed to use it',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no space left',
}

function program(): Command {
  const deskbell = new Command('deskbell')
    .description('A helpdesk in one process.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'tell more about a command')
    .addHelpText(
      'after',
      `
Every command works beside a running service. Options can also be set in the environment, as the help of each
command says: DESKBELL_DATA, DESKBELL_DATABASE_URL, DESKBELL_LOG_LEVEL, DESKBELL_HOST, DESKBELL_PORT,
DESKBELL_TRUST_PROXY, DESKBELL_WEBHOOK_TARGETS, DESKBELL_WEBHOOK_LOG_INTERNAL, DESKBELL_QUARANTINE.

Examples:
  deskbell start
  deskbell start --help
  TOKEN=$(deskbell token create --user admin@example.com)`,
    )
  const commands = [
    startCommand(),
    demoCommand(),
    importCommand(),
    userCommand(),
    tokenCommand(),
    backupCommand(),
    restoreCommand(),
    checkCommand(),
    reindexCommand(),
    migrateCommand(),
    openapiCommand(),
    versionCommand(),
  ]
  for (const command of commands) deskbell.addCommand(command)
  speakPlainly(deskbell)
  return deskbell
}

/** What is wrong with the options is said in one line, like every other error. */
function speakPlainly(command: Command, path = command.name()): void {
  command.exitOverride().configureOutput({
    outputError(text, write) {
      const sentence = text
        .replace(/^error: /, '')
        .trim()
        .split('\n')
        .join(' ')
      write(`deskbell: ${sentence.replace(/[.]$/, '')}; ${path} --help tells more.\n`)
    },
  })
  for (const child of command.commands) speakPlainly(child, `${path} ${child.name()}`)
}
