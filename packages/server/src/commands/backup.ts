import { resolve } from 'node:path'
import { Command } from 'commander'
import { writeBackup } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { checks, findProblems } from '../upkeep/check.ts'
import { dataOption, logOption, openLog, type PlaceOptions } from '../config.ts'
import { openDesk } from '../setup/desk.ts'
import { deskCommand, withDeskReadOnly } from './desk-command.ts'
import { quantity } from './quantity.ts'

export const backupCommand = (): Command =>
  deskCommand('backup', 'write the database and the stored files into one file')
    .argument('<file>', 'the file to create; it must not exist')
    .addHelpText(
      'after',
      `
Writes a consistent snapshot into a tar archive that only its owner can read. Runs while the service is running and
writing. The archive contains settings, tokens and passwords (as hashes).

Examples:
  deskbell backup /backup/deskbell-$(date +%F).tar
  deskbell backup --data /srv/deskbell /backup/deskbell.tar`,
    )
    .action(async (file: string, options: PlaceOptions) => {
      const { showProgress } = await import('./progress.ts')
      const progress = showProgress('Backing up', 'stored files', 0)
      const made = await withDeskReadOnly(options, (desk) =>
        writeBackup(desk, file, (done, of) => progress.at(done, of)),
      ).finally(() => progress.end())
      const files = quantity(made.contents, 'stored file')
      console.log(`Wrote ${file}: ${Math.ceil(made.bytes / 1000)} kB with ${files}.`)
      if (made.lost.length === 0) return
      for (const { sha256, reason, uses } of made.lost) {
        console.log(`Stored file ${sha256} is ${reason}${uses === '' ? '.' : `: ${uses}.`}`)
      }
      const lost = quantity(made.lost.length, 'missing or damaged stored file')
      console.error(`deskbell: ${file} does not contain ${lost}, listed above. Everything else is in it.`)
      process.exitCode = 1
    })

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('restore a backup into a new data folder')
    .argument('<file>', 'a file written by deskbell backup')
    .addOption(dataOption())
    .addOption(logOption())
    .addHelpText(
      'after',
      `
The data folder must not exist or must be empty. The database in the backup must be intact; missing or damaged stored
files are reported and left out. Afterwards, restore runs the checks of deskbell check. The exit code is 1 if there are
problems.

Examples:
  deskbell restore /backup/deskbell.tar
  deskbell restore /backup/deskbell.tar --data /srv/deskbell`,
    )
    .action(async (file: string, { data, logLevel }: PlaceOptions) => {
      const { version, created_at, contents, problems } = await restoreBackup(file, data)
      const files = quantity(contents, 'stored file')
      console.log(`Restored ${resolve(data)} as of ${created_at} (version ${version}), with ${files}.`)
      const all = [...problems, ...(await check(data, logLevel))]
      for (const problem of all) console.log(problem)
      if (all.length > 0) process.exitCode = 1
      console.log(all.length === 0 ? 'No problems found.' : 'Everything except for the problems above is restored.')
    })

/** Checks the restored folder. Opening it also updates the tables of a backup from an older version. */
async function check(data: string, logLevel: string): Promise<string[]> {
  const desk = await openDesk({ data, databaseUrl: undefined }, openLog(logLevel))
  const problems: string[] = []
  try {
    for (const each of checks) {
      for await (const problem of findProblems(each, desk, { deep: false })) problems.push(problem)
    }
  } finally {
    await desk.database.close()
  }
  return problems
}
