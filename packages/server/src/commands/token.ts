import { type Permission, permissions } from '@deskbell/contract'
import { Command } from 'commander'
import type { PlaceOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { makeToken } from '../auth/tokens.ts'
import { userNamed } from './user-named.ts'
import { deskCommand, several, withExistingDesk } from './desk-command.ts'

interface TokenOptions extends PlaceOptions {
  readonly user: string
  readonly name: string
  readonly permission?: readonly string[]
  readonly expires?: string
}

export const tokenCommand = (): Command =>
  new Command('token').description('work with API tokens').addCommand(
    deskCommand('create', 'create an API token and print it, this one time')
      .requiredOption('--user <login>', 'whose token it is: login or e-mail address')
      .option('--name <name>', 'what it is for', 'command line')
      .option(
        '--permission <name>',
        'limit it to a permission, several times for several; without: all of its user',
        several,
      )
      .option('--expires <date>', 'the day (its beginning in UTC) or the moment it ends; without: never')
      .addHelpText(
        'after',
        `
Only the token stands on standard output. Works beside a running service, which knows the token at once.

Examples:
  TOKEN=$(deskbell token create --user admin@example.com)
  curl -H "Authorization: Token token=$TOKEN" http://127.0.0.1:8080/api/v1/users/me
  deskbell token create --user kim@example.com --name backup --permission ticket.agent --expires 2030-01-31

Permissions:
${inLines(Object.keys(permissions))}`,
      )
      .action(async (options: TokenOptions) => {
        console.log(await withExistingDesk(options, (desk) => create(desk, options)))
      }),
  )

async function create(desk: Desk, options: TokenOptions): Promise<string> {
  const limits = options.permission?.map(permissionNamed)
  const expires = options.expires === undefined ? undefined : momentOf(options.expires, desk.now())
  return makeToken(desk, await userNamed(desk, options.user), {
    name: options.name,
    ...(limits ? { permissions: limits } : {}),
    ...(expires === undefined ? {} : { expires }),
  })
}

function permissionNamed(name: string): Permission {
  if (Object.hasOwn(permissions, name)) return name as Permission
  throw new Error(`--permission: there is no permission "${name}"; deskbell token create --help lists them.`)
}

/** @throws Error for a text that is no date, and for one that is over. */
function momentOf(text: string, now: Date): string {
  const known = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const moment = new Date(known ? text : Number.NaN)
  // JavaScript reads 30 February as 2 March.
  const wrong = Number.isNaN(moment.getTime()) || (text.length === 10 && moment.toISOString().slice(0, 10) !== text)
  if (wrong)
    throw new Error(
      `--expires: expected a day such as 2030-01-31 or a moment such as 2030-01-31T12:00Z, got "${text}".`,
    )
  if (moment <= now) throw new Error(`--expires: ${text} is over.`)
  return moment.toISOString()
}

/** Names in lines of at most 100 characters. */
function inLines(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    const last = lines.at(-1) ?? ''
    if (last.length + name.length > 96) lines.push(name)
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`
  }
  return lines.map((line) => `  ${line}`).join('\n')
}
