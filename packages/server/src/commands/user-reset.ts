import type { Command } from 'commander'
import type { LocationOptions } from '../config.ts'
import { makeResetToken } from '../auth/tokens.ts'
import { deskCommand, withExistingDesk } from './desk-command.ts'
import { userNamed } from './user-named.ts'

/** Prints the token that a mail would contain, for desks that send no mail. */
export const resetCommand = (): Command =>
  deskCommand('reset', 'print a token that sets a new password; it works once, for a day')
    .argument('<login>', 'login or e-mail address')
    .addHelpText(
      'after',
      `
To set the password with the token:
  curl --json '{"token": "...", "password": "..."}' http://127.0.0.1:8080/api/v1/users/password_reset_verify`,
    )
    .action(async (login: string, options: LocationOptions) => {
      console.log(await withExistingDesk(options, async (desk) => makeResetToken(desk, await userNamed(desk, login))))
    })
