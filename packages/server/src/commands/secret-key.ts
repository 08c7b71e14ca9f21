import { existsSync } from 'node:fs'
import { Command } from 'commander'
import type { LocationOptions } from '../config.ts'
import { hasEncrypted, rotateKey } from '../setup/stored-secrets.ts'
import { deskCommand, withExistingDesk } from './desk-command.ts'

interface RotateOptions extends LocationOptions {
  readonly lost?: true
}

export const secretKeyCommand = (): Command =>
  new Command('secret-key').description('manage the key that encrypts passwords and tokens').addCommand(
    deskCommand('rotate', 'create a new key and encrypt all passwords and tokens with it')
      .option('--lost', 'create a key file although the one of the stored secrets is missing')
      .addHelpText(
        'after',
        `
The new key becomes the first line of the key file. The older keys stay in the file, so that old backups can be read;
remove their lines to make that impossible. Can run while the service is running.

Services on several machines need the same keys. Do not run this command there: add a new key as the last line of every
file, then move that line to the top of each. The next start of a service encrypts everything with it.

The exit code is 1 if a secret cannot be decrypted; enter it again in its mail account or webhook.

Examples:
  deskbell secret-key rotate
  deskbell secret-key rotate --data /srv/deskbell`,
      )
      .action(async (options: RotateOptions) => {
        const unreadable = await withExistingDesk(options, async (desk) => {
          const { file } = desk.secrets
          if (!existsSync(file) && (await hasEncrypted(desk)) && !options.lost) {
            throw new Error(`The key file ${file} is missing. Restore it, or use --lost to enter all secrets again.`)
          }
          const problems = await rotateKey(desk)
          console.log(`${file} has a new key, with which the secrets are encrypted.`)
          return problems
        })
        for (const problem of unreadable) console.log(problem)
        if (unreadable.length > 0) process.exitCode = 1
      }),
  )
