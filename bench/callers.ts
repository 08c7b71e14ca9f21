import { spawnSync } from 'node:child_process'

/**
 * Callers who do not see everything. `create` has the options of the command that creates a caller; it is missing for callers
 * whom the generated records contain.
 */
const callers: Readonly<Record<string, { readonly login: string; readonly create?: readonly string[] }>> = {
  agent: {
    login: 'agent-of-three-groups@example.com',
    create: ['--role', 'Agent', ...[2, 3, 4].flatMap((id) => ['--group', `Group ${id}=full`])],
  },
  customer: { login: 'user100@example.com' },
}

/**
 * Returns a token of an agent of three groups, or of a customer.
 * @param command the file that runs Deskbell.
 * @param place the options that name the data of the service.
 */
export function tokenOf(name: string, command: string, place: readonly string[]): string {
  const caller = callers[name]
  if (!caller) throw new Error(`"${name}" is no caller; these are: everybody, ${Object.keys(callers).join(', ')}.`)
  const run = (...args: string[]) => spawnSync(command, [...args, ...place], { encoding: 'utf8' })
  const createToken = () => run('token', 'create', '--user', caller.login)
  const { status, stdout } = createToken()
  if (status === 0) return stdout.trim()
  if (caller.create) run('user', 'create', '--email', caller.login, ...caller.create)
  const created = createToken()
  if (created.status !== 0) throw new Error(created.stderr)
  return created.stdout.trim()
}
