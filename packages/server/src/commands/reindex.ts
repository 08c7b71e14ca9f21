import type { Command } from 'commander'
import type { PlaceOptions } from '../config.ts'
import { reindex } from '../upkeep/reindex.ts'
import { deskCommand, withExistingDesk } from './desk-command.ts'

interface ReindexOptions extends PlaceOptions {
  readonly empty?: true
}

export const reindexCommand = (): Command =>
  deskCommand('reindex', 'write the search index again')
    .option('--empty', 'begin with an empty index, for one that is damaged; until it is done, searches miss tickets')
    .addHelpText(
      'after',
      `
The index is written together with every record and is never stale, so that this is needed only when deskbell check
found it wrong, or to make searches faster after an import of old mail. Works beside a running service.

Examples:
  deskbell reindex
  deskbell reindex --data /srv/deskbell`,
    )
    .action(async (options: ReindexOptions) => {
      await withExistingDesk(options, async (desk) => {
        const { showProgress } = await import('./progress.ts')
        const progress = showProgress('Indexing', 'records', 0)
        try {
          const count = await reindex(desk, (done, total) => progress.at(done, total), {
            empty: options.empty === true,
          })
          progress.end()
          console.log(`Wrote the search index of ${count} records again.`)
        } finally {
          progress.end()
        }
      })
    })
