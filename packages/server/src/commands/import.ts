import { accessSync, constants } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ImportOptions, ImportSummary } from '../channels/import/import.ts'
import type { LocationOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { readStoredValue } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'
import { deskCommand, withDesk } from './desk-command.ts'
import { quantity } from './quantity.ts'
import { firstStart } from '../setup/first-start.ts'

interface MailOptions extends LocationOptions {
  readonly quarantine?: string
  readonly group?: string
  readonly closedBefore?: Date
}

export const importCommand = (): Command =>
  new Command('import').description('import tickets from other sources').addCommand(
    deskCommand('mail', 'import mail archives as tickets')
      .argument('<path...>', 'mbox files, Maildirs, single messages, or folders of any of them')
      .addOption(
        new Option('--quarantine <folder>', 'for messages that cannot be imported (default: next to the data)').env(
          'DESKBELL_QUARANTINE',
        ),
      )
      .option('--group <name>', 'the group of all tickets (default: one per mailing list or recipient)', parseGroupName)
      .option('--closed-before <date>', 'close tickets without mail since this day (default: 30 days ago)', parseDay)
      .addHelpText('after', help)
      .action((paths: string[], options: MailOptions) => runImport(paths, options)),
  )

const help = `
A message opens a ticket; replies to it become articles of that ticket. Senders become customers, their mail domains
organizations, mailing lists and receiving addresses groups. No message is imported twice: to resume an import that was
stopped, or to import an archive that has grown, run the same command again. Can run while the service is running.

Examples:
  deskbell import mail ~/Maildir
  deskbell import mail support-2025.mbox support-2026.mbox --group Support
  deskbell import mail ~/archive --closed-before 2026-01-01`

/** Imports with a progress bar and prints a summary. */
async function runImport(paths: readonly string[], options: MailOptions): Promise<void> {
  // Refuses mistyped paths before anything is imported; otherwise they would only appear in the summary.
  for (const path of paths) accessSync(path, constants.R_OK)
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const started = performance.now()
  const summary = await withDesk(options, async (desk) => {
    await firstStart(desk)
    const imported = await importWithProgress(desk, paths, {
      quarantine: options.quarantine ?? defaultQuarantine(options.data),
      signal: stop.signal,
      ...(options.group === undefined ? {} : { group: options.group }),
      ...(options.closedBefore === undefined ? {} : { closedBefore: options.closedBefore }),
    })
    return { ...imported, isOutOfOrder: imported.articles > 0 && (await isOutOfOrder(desk)) }
  }).finally(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal))
  printSummary(summary, (performance.now() - started) / 1000)
  if (stop.signal.aborted) throw new Error('The import was stopped. Run the same command again to resume it.')
  if (summary.unreadable.length > 0) process.exitCode = 1
}

function printSummary(summary: ImportSummary & { readonly isOutOfOrder: boolean }, seconds: number): void {
  for (const line of summaryLines(summary, seconds)) console.log(line)
  if (summary.isOutOfOrder) console.log('The mail was not in chronological order: deskbell reindex speeds up searches.')
  for (const problem of summary.unreadable) console.error(`deskbell: not imported: ${problem}`)
}

/** Returns true if searches have to sort, because tickets were not written in chronological order. */
const isOutOfOrder = async ({ database }: Desk): Promise<boolean> =>
  (await readStoredValue(database, 'search_order')) !== searchSettings.search_order

/** Imports mail and shows the progress on standard error. */
export async function importWithProgress(
  desk: Desk,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportSummary> {
  // Loaded on demand, so that a service does not keep the mail parser and the progress bar in memory.
  const [{ importMail }, { countFiles }, { showProgress }] = await Promise.all([
    import('../channels/import/import.ts'),
    import('../channels/import/sources.ts'),
    import('./progress.ts'),
  ])
  const { bytes } = countFiles(paths)
  const progress = showProgress('Importing', 'kB', kilobytes(bytes))
  try {
    return await importMail(desk, paths, {
      ...options,
      onProgress: ({ bytes: done }) => progress.update(kilobytes(done)),
    })
  } finally {
    progress.end()
  }
}

/** Returns the default quarantine. It is next to the data folder, which contains only the data of the desk. */
export const defaultQuarantine = (data: string): string => join(dirname(resolve(data)), 'quarantine')

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1000)

/** Returns the summary as lines for the terminal. @param seconds the duration of the import. */
export function summaryLines(summary: ImportSummary, seconds: number): string[] {
  const { messages, alreadyImported, quarantined, skipped } = summary
  const rate = Math.round(messages / Math.max(seconds, 0.001))
  const created = (['ticket', 'article', 'attachment', 'user', 'organization', 'group'] as const)
    .map((noun) => quantity(summary[`${noun}s`], noun))
    .join(', ')
  const lines = [
    `${quantity(messages, 'message')} in ${seconds.toFixed(1)} s (${rate} per second): ${summary.articles} imported, ${alreadyImported} already imported before, ${quarantined} in quarantine.`,
    `Created ${created}.`,
  ]
  return skipped > 0 ? [...lines, `Skipped ${quantity(skipped, 'file')} without mail.`] : lines
}

function parseGroupName(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('expected the name of a group, got nothing.')
}

function parseDay(text: string): Date {
  const date = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError(`expected a date such as 2026-01-31, got "${text}".`)
}
