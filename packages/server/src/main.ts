#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { startCommand } from './commands/start.ts'
import { version } from './version.ts'

const program = new Command('deskbell')
  .description('A helpdesk in one process.')
  .version(version, '-V, --version', 'print the version')
  .showHelpAfterError('(deskbell --help tells more)')
  .exitOverride()
  .addCommand(startCommand())

try {
  await program.parseAsync()
} catch (failure) {
  if (failure instanceof CommanderError) process.exitCode = failure.exitCode
  else {
    // One sentence; the stack is for whoever asks for it.
    console.error(`deskbell: ${failure instanceof Error ? failure.message : String(failure)}`)
    if (process.env['DESKBELL_LOG_LEVEL'] === 'debug') console.error(failure)
    process.exitCode = 1
  }
}
