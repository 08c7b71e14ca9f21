import { resolve } from 'node:path'
import { Command } from 'commander'
import { restoreBackup, writeBackup } from '../backup/backup.ts'
import { checks, findings } from '../upkeep/check.ts'
import { dataOption, logOption, openLog, type PlaceOptions } from '../config.ts'
import { openDesk } from '../setup/desk.ts'
import { deskCommand, withDeskReadOnly } from './desk-command.ts'

export const backupCommand = (): Command =>
  deskCommand('backup', 'write the database and the stored files into one file')
    .argument('<file>', 'the file that is made; it must not be there')
    .addHelpText(
      'after',
      `
Works beside a running service, which goes on writing: the backup holds the state of one moment. It is an archive in
the format of tar, readable for its owner alone. Settings, tokens and passwords (as hashes) are in it.

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
      console.log(`Wrote ${file}: ${Math.ceil(made.bytes / 1000)} kB with ${made.contents} stored files.`)
      if (made.lost.length === 0) return
      for (const { sha256, reason, uses } of made.lost) {
        console.log(`Stored file ${sha256} is ${reason}${uses === '' ? '.' : `: ${uses}.`}`)
      }
      console.error(
        `deskbell: ${file} lacks ${made.lost.length} stored files that were lost before (above). Everything else is in it.`,
      )
      process.exitCode = 1
    })

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('make a data folder of a backup')
    .argument('<file>', 'what deskbell backup wrote')
    .addOption(dataOption())
    .addOption(logOption())
    .addHelpText(
      'after',
      `
The folder must be new or empty. The database has to be intact; stored files that are damaged or lacking are left out
and named. Then everything is checked as deskbell check does, and the exit code is 1 if anything is wrong.

Examples:
  deskbell restore /backup/deskbell.tar
  deskbell restore /backup/deskbell.tar --data /srv/deskbell`,
    )
    .action(async (file: string, { data, logLevel }: PlaceOptions) => {
      const { version, created_at, contents, problems } = await restoreBackup(file, data)
      console.log(`Restored ${resolve(data)} as of ${created_at} (version ${version}), with ${contents} stored files.`)
      const wrong = [...problems, ...(await check(data, logLevel))]
      for (const sentence of wrong) console.log(sentence)
      if (wrong.length > 0) process.exitCode = 1
      console.log(wrong.length === 0 ? 'Nothing is wrong.' : 'The rest is restored; the lines above say what is wrong.')
    })

/** Also brings the tables up to date, where an older version made the backup. */
async function check(data: string, logLevel: string): Promise<string[]> {
  const desk = await openDesk({ data, databaseUrl: undefined }, openLog(logLevel))
  const wrong: string[] = []
  try {
    for (const one of checks) for await (const sentence of findings(one, desk, { deep: false })) wrong.push(sentence)
  } finally {
    await desk.database.close()
  }
  return wrong
}
