import type { Command } from 'commander'
import { writeBackup } from '../backup/backup.ts'
import { resolve } from 'node:path'
import type { LocationOptions } from '../config.ts'
import { recordBackup } from '../upkeep/last-backup.ts'
import { deskCommand, withDeskReadOnly, withServedDesk } from './desk-command.ts'
import { reportLost } from './lost-files.ts'
import { quantity } from './quantity.ts'

interface BackupOptions extends LocationOptions {
  readonly includeSecretKey?: true
}

export const backupCommand = (): Command =>
  deskCommand('backup', 'write the database and the stored files into one file')
    .argument('<file>', 'the file to create; it must not exist')
    .option('--include-secret-key', 'add the key file, so that the backup alone restores passwords and tokens')
    .addHelpText(
      'after',
      `
Writes a consistent snapshot into a tar archive that only its owner can read. Can run while the service is running and
writing. The archive contains settings, tokens and passwords (as hashes). Passwords and tokens of mail accounts and
webhooks are in it as the database holds them, encrypted: keep a copy of the key file in another place, or include
it. A backup of the embedded database can be restored into PostgreSQL, and the other way round.

Examples:
  deskbell backup /backup/deskbell-$(date +%F).tar
  deskbell backup --data /srv/deskbell /backup/deskbell.tar`,
    )
    .action(backUp)

async function backUp(file: string, options: BackupOptions): Promise<void> {
  const { showProgress } = await import('./progress.ts')
  const progress = showProgress('Backing up', 'stored files', 0)
  const result = await withDeskReadOnly(options, (desk) =>
    writeBackup(desk, file, {
      onProgress: (done, total) => progress.update(done, total),
      includesKey: options.includeSecretKey === true,
    }),
  ).finally(() => progress.end())
  const files = quantity(result.fileCount, 'stored file')
  console.log(`Wrote ${file}: ${Math.ceil(result.bytes / 1000)} kB with ${files}.`)
  reportLost(result.lost, file)
  const { created_at, bytes, fileCount: stored_files, lost } = result
  const backup = { created_at, bytes, stored_files, lost_files: lost.length, file: resolve(file) }
  await withServedDesk(options, (desk) => recordBackup(desk, backup))
}
