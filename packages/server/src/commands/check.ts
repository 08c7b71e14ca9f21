import { type Command, Option } from 'commander'
import { withRestored } from '../backup/restore-drill.ts'
import { keyFileOf } from '../setup/key-file.ts'
import { checks, findProblems } from '../upkeep/check.ts'
import { deleteUnusedFiles } from '../upkeep/stored-files.ts'
import { openLog, type LocationOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { recordBackupCheck } from '../upkeep/last-backup.ts'
import { deskCommand, withDeskReadOnly, withServedDesk } from './desk-command.ts'
import { quantity } from './quantity.ts'

interface CheckOptions extends LocationOptions {
  readonly deep?: true
  readonly repair?: true
  readonly backup?: string
}

/** Maximum number of problems printed per check: more of the same kind usually have the same cause. */
const MAX_PRINTED = 20

export const checkCommand = (): Command =>
  deskCommand('check', 'verify the database, the search index and the stored files')
    .option('--deep', 'also read every stored file and compare every word of the search index')
    .option(
      '--repair',
      'first delete stored files that no record refers to, except those written within the last 24 hours',
    )
    .addOption(
      new Option('--backup <file>', 'verify a backup: restore it into a temporary folder and check that').conflicts(
        'repair',
      ),
    )
    .addHelpText('after', help)
    .action(checkDesk)

const help = `
Checks:
${checks.map(({ title }) => `  ${title}`).join('\n')}

Prints each problem on a line of standard output; the exit code is 1 if there are any. Can run while the service is
running. Changes nothing, except that --repair deletes unused stored files, which a running service does daily, and that
--backup records its success (see below).

A backup is checked with the key file of the desk, unless it contains one.

With --backup, a temporary folder in TMPDIR takes as much space as the desk, and is removed afterwards. If no problems
are found, and --data or --database-url names a desk in service, its system page shows when its last backup was
verified.

Examples:
  deskbell check
  deskbell check --deep --data /srv/deskbell
  deskbell check --repair
  deskbell check --backup /backup/deskbell.tar`

async function checkDesk(options: CheckOptions): Promise<void> {
  const problems = await (options.backup === undefined
    ? withDeskReadOnly(options, async (desk) => {
        // Only the database is read-only: files can be deleted.
        if (options.repair) await repair(desk)
        return runChecks(desk, options.deep === true)
      })
    : checkBackup(options.backup, options))
  console.log(problems === 0 ? 'No problems found.' : `${quantity(problems, 'problem')} found.`)
  if (problems > 0) process.exitCode = 1
}

async function repair(desk: Desk): Promise<void> {
  const { files, bytes } = await deleteUnusedFiles(desk)
  console.log(`Deleted ${quantity(files, 'unused stored file')} (${Math.ceil(bytes / 1000)} kB).`)
}

/** Restores a backup and prints what it contains and its problems. @returns their number. */
async function checkBackup(file: string, options: CheckOptions): Promise<number> {
  const { deep, logLevel } = options
  console.error(`Restoring ${file}`)
  return withRestored(
    file,
    keyFileOf(options),
    openLog(logLevel),
    async (desk, { version, created_at, fileCount, problems }) => {
      for (const problem of problems) console.log(problem)
      const problemCount = problems.length + (await runChecks(desk, deep === true))
      const counts = await countRecords(desk)
      console.log(
        `The backup of ${created_at} (version ${version}) contains ${counts}, ${quantity(fileCount, 'stored file')}.`,
      )
      if (problemCount === 0) await withServedDesk(options, (served) => recordBackupCheck(served, created_at))
      return problemCount
    },
  )
}

async function countRecords({ database }: Desk): Promise<string> {
  const counts: string[] = []
  for (const [table, noun] of [
    ['tickets', 'ticket'],
    ['ticket_articles', 'article'],
    ['users', 'user'],
  ] as const) {
    const { count } = await database.sql
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts.push(quantity(count, noun))
  }
  return counts.join(', ')
}

/** Prints the problems. @returns their number. */
async function runChecks(desk: Desk, deep: boolean): Promise<number> {
  let total = 0
  for (const check of checks) {
    console.error(`Checking ${check.title}`)
    let count = 0
    for await (const problem of findProblems(check, desk, { deep })) {
      if (++count <= MAX_PRINTED) console.log(problem)
    }
    if (count > MAX_PRINTED) console.log(`... and ${count - MAX_PRINTED} more of this kind.`)
    total += count
  }
  return total
}
