import type { Command } from 'commander'
import type { LocationOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { reindex } from '../upkeep/reindex.ts'
import { deskCommand, withExistingDesk } from './desk-command.ts'

interface ReindexOptions extends LocationOptions {
  readonly empty?: true
}

export const reindexCommand = (): Command =>
  deskCommand('reindex', 'rebuild the search index')
    .option(
      '--empty',
      'first replace a damaged index with an empty one; until the end, searches do not find all tickets',
    )
    .addHelpText(
      'after',
      `
Every write of a record also updates the index. Rebuild it if deskbell check reports problems, if an upgrade asks for
it, or to speed up searches after an import of old mail. Can run while the service is running.

Examples:
  deskbell reindex
  deskbell reindex --data /srv/deskbell`,
    )
    .action((options: ReindexOptions) => withExistingDesk(options, (desk) => rebuild(desk, options.empty === true)))

async function rebuild(desk: Desk, empty: boolean): Promise<void> {
  const { showProgress } = await import('./progress.ts')
  const progress = showProgress('Indexing', 'records', 0)
  try {
    const count = await reindex(desk, (done, total) => progress.update(done, total), { empty })
    progress.end()
    console.log(`Rebuilt the search index of ${count} records.`)
  } finally {
    progress.end()
  }
}
