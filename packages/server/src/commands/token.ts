import { type Permission, permissions } from '@deskbell/contract'
import { Command } from 'commander'
import type { LocationOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { makeToken } from '../auth/tokens.ts'
import { userNamed } from './user-named.ts'
import { deskCommand, repeatable, withExistingDesk } from './desk-command.ts'

interface TokenOptions extends LocationOptions {
  readonly user: string
  readonly name: string
  readonly permission?: readonly string[]
  readonly expires?: string
}

export const tokenCommand = (): Command =>
  new Command('token').description('manage API tokens').addCommand(
    deskCommand('create', 'create an API token and print it once')
      .requiredOption('--user <login>', 'login or e-mail address of the user whose token it is')
      .option('--name <name>', 'a description of its purpose', 'command line')
      .option(
        '--permission <name>',
        'limit the token to a permission; can be repeated (default: all permissions of the user)',
        repeatable,
      )
      .option('--expires <date>', 'the day (0:00 UTC) or time at which it expires (default: never)')
      .addHelpText(
        'after',
        `
Prints only the token to standard output. Can run while the service is running; the token is valid immediately.

Examples:
  TOKEN=$(deskbell token create --user admin@example.com)
  curl -H "Authorization: Token token=$TOKEN" http://127.0.0.1:8080/api/v1/users/me
  deskbell token create --user kim@example.com --name backup --permission ticket.agent --expires 2030-01-31

Permissions:
${wrapNames(Object.keys(permissions))}`,
      )
      .action(async (options: TokenOptions) => {
        console.log(await withExistingDesk(options, (desk) => create(desk, options)))
      }),
  )

async function create(desk: Desk, options: TokenOptions): Promise<string> {
  const limits = options.permission?.map(permissionNamed)
  const expires = options.expires === undefined ? undefined : parseExpiry(options.expires, desk.now())
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

/** Parses the time at which a token expires. @throws Error for an invalid date and for one in the past. */
function parseExpiry(text: string, now: Date): string {
  const hasForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const time = new Date(hasForm ? text : Number.NaN)
  const isDay = text.length === 'yyyy-mm-dd'.length
  // JavaScript reads 30 February as 2 March.
  if (Number.isNaN(time.getTime()) || (isDay && !time.toISOString().startsWith(text)))
    throw new Error(
      `--expires: expected a day such as 2030-01-31 or a moment such as 2030-01-31T12:00Z, got "${text}".`,
    )
  if (time <= now) throw new Error(`--expires: ${text} is in the past.`)
  return time.toISOString()
}

/** Wraps names to lines of at most 100 characters. */
function wrapNames(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    const last = lines.at(-1) ?? ''
    // Two more characters separate the name from the last one, and two indent the line.
    if (last.length + name.length > 96) lines.push(name)
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`
  }
  return lines.map((line) => `  ${line}`).join('\n')
}
