import { accessSync, constants } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ImportOptions, ImportSummary } from '../channels/import.ts'
import type { PlaceOptions } from '../config.ts'
import type { Desk } from '../kernel/context.ts'
import { readFact } from '../kernel/settings.ts'
import { searchSettings } from '../search/settings.ts'
import { deskCommand, withDesk } from './desk-command.ts'
import { firstStart } from '../setup/first-start.ts'

interface MailOptions extends PlaceOptions {
  readonly quarantine?: string
  readonly group?: string
  readonly closedBefore?: Date
}

export const importCommand = (): Command =>
  new Command('import').description('bring in what is elsewhere').addCommand(
    deskCommand('mail', 'import archives of mail as tickets')
      .argument('<path...>', 'mbox files, Maildirs, single messages, or folders of any of them')
      .addOption(
        new Option('--quarantine <folder>', 'where messages go that cannot be imported; default: beside the data').env(
          'DESKBELL_QUARANTINE',
        ),
      )
      .option('--group <name>', 'one group for all tickets; default: one for each mailing list or receiver', groupName)
      .option('--closed-before <date>', 'tickets without mail since then are closed; default: 30 days ago', day)
      .addHelpText(
        'after',
        `
A message becomes a ticket, an answer to it one more article there; senders become customers, their mail domains
organizations, mailing lists and receiving addresses groups. Nothing is imported twice: an import that was stopped, or
an archive that has grown, is imported by the same command again. Works beside a running service.

Examples:
  deskbell import mail ~/Maildir
  deskbell import mail support-2025.mbox support-2026.mbox --group Support
  deskbell import mail ~/archive --closed-before 2026-01-01`,
      )
      .action((paths: string[], options: MailOptions) => runImport(paths, options)),
  )

/** Imports with a progress bar and prints what became of it. */
async function runImport(paths: readonly string[], options: MailOptions): Promise<void> {
  // A mistyped path would otherwise be one problem of many in the summary, after the others were imported.
  for (const path of paths) accessSync(path, constants.R_OK)
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  const started = performance.now()
  const summary = await withDesk(options, async (desk) => {
    await firstStart(desk)
    const made = await importShown(desk, paths, {
      quarantine: options.quarantine ?? quarantineBeside(options.data),
      signal: stop.signal,
      ...(options.group === undefined ? {} : { group: options.group }),
      ...(options.closedBefore === undefined ? {} : { closedBefore: options.closedBefore }),
    })
    return { ...made, isOutOfOrder: made.articles > 0 && (await isOutOfOrder(desk)) }
  }).finally(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal))
  for (const line of describe(summary, (performance.now() - started) / 1000)) console.log(line)
  if (summary.isOutOfOrder) console.log('Old mail came in no order of time: deskbell reindex makes searches faster.')
  for (const problem of summary.unreadable) console.error(`deskbell: not imported: ${problem}`)
  if (stop.signal.aborted) throw new Error('The import was stopped; the same command goes on where it ended.')
  if (summary.unreadable.length > 0) process.exitCode = 1
}

/** Whether searches have to sort, because tickets were not written in the order of their time. */
const isOutOfOrder = async ({ database }: Desk): Promise<boolean> =>
  (await readFact(database, 'search_order')) !== searchSettings.search_order

/** Imports mail with a progress bar on a terminal, lines elsewhere. */
export async function importShown(
  desk: Desk,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportSummary> {
  // What reads mail and draws bars is in the memory of no service that does neither.
  const [{ importMail }, { survey }, { showProgress }] = await Promise.all([
    import('../channels/import.ts'),
    import('../channels/sources.ts'),
    import('./progress.ts'),
  ])
  const { bytes } = survey(paths)
  const progress = showProgress('Importing', 'kB', kilobytes(bytes))
  try {
    return await importMail(desk, paths, { ...options, onProgress: (so) => progress.at(kilobytes(so.bytes)) })
  } finally {
    progress.end()
  }
}

/** The data folder holds the database and the files, nothing else; so the quarantine lies beside it. */
export const quarantineBeside = (data: string): string => join(dirname(resolve(data)), 'quarantine')

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1000)

/** The summary for people. */
export function describe(summary: ImportSummary, seconds: number): string[] {
  const { messages, known, quarantined, passedOver } = summary
  const rate = Math.round(messages / Math.max(seconds, 0.001))
  const lines = [
    `${count(messages, 'message')} in ${seconds.toFixed(1)} s (${rate} per second): ${summary.articles} imported, ${known} known already, ${quarantined} in quarantine.`,
    `Made ${count(summary.tickets, 'ticket')}, ${count(summary.articles, 'article')}, ${count(summary.attachments, 'attachment')}, ${count(summary.users, 'user')}, ${count(summary.organizations, 'organization')}, ${count(summary.groups, 'group')}.`,
  ]
  return passedOver > 0 ? [...lines, `Passed over ${count(passedOver, 'file')} without mail.`] : lines
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

function groupName(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('expected the name of a group, got nothing.')
}

function day(text: string): Date {
  const date = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError(`expected a date such as 2026-01-31, got "${text}".`)
}
