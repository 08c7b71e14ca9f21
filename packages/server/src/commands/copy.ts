import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { copyDesk, type CopyStep } from '../backup/copy.ts'
import { copyFiles } from '../backup/copy-files.ts'
import { checkDatabaseUrl, dataOption, logOption, openLog } from '../config.ts'
import type { Connection } from '../db/dialect.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { openTarget, withSource } from '../db/moving/source.ts'
import { databaseIn, type DatabaseLocation, hasDatabase, makeDataFolder } from '../db/open.ts'
import { openFiles } from '../db/open-files.ts'
import { deskOver } from '../setup/desk.ts'
import { addKeys, keyFileOf } from '../setup/key-file.ts'
import { hasEncrypted } from '../setup/stored-secrets.ts'
import { reportLost } from './lost-files.ts'
import type { Progress, showProgress } from './progress.ts'
import { quantity } from './quantity.ts'

interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly fromFiles?: string
  readonly toFiles?: string
  readonly data: string
  readonly logLevel: string
}

/** A database and the location of the stored files that it refers to. */
interface Side extends DatabaseLocation {
  readonly files: string
}

export const copyCommand = (): Command =>
  new Command('copy')
    .description('copy a desk from the embedded database to PostgreSQL, or back')
    .requiredOption('--from <place>', 'the desk to copy: a data folder, or the address of a PostgreSQL database')
    .requiredOption('--to <place>', 'an empty place for the copy, of the other kind')
    .option('--from-files <place>', 'the stored files of the source; default: those of its data folder')
    .option('--to-files <place>', 'the place for the stored files; default: in the data folder of the copy')
    .addOption(dataOption())
    .addOption(logOption())
    .addHelpText('after', help)
    .action(async (options: CopyOptions) => {
      const from = sideOf(options.from, options.fromFiles, options.data)
      const to = sideOf(options.to, options.toFiles, options.data)
      await withLocks([from, to], () => withSource(from, 'frozen', (source) => copy(source, from, to, options)))
    })

const help = `
Stop the services of the source first; copy refuses a source that a service uses, and locks it while copying. The
source is not changed. All records are copied, compared by number and checksum, and indexed for searches; stored files
are verified. No service starts on the copy before all of this is done. An interrupted copy continues when the same
command runs again. --data is the data folder of the side on PostgreSQL. The key file of the source is copied into the
data folder of the copy.

Examples:
  deskbell copy --from ./deskbell-data --to postgres://deskbell@localhost/deskbell
  deskbell copy --from postgres://deskbell@localhost/deskbell --to /srv/deskbell`

/** Returns the side that an option names. */
function sideOf(place: string, files: string | undefined, data: string): Side {
  const databaseUrl = /^(postgres(ql)?:|socket:)/.test(place) ? checkDatabaseUrl(place) : undefined
  const folder = databaseUrl === undefined ? place : data
  return {
    data: folder,
    databaseUrl,
    files: files?.startsWith('s3:') ? files : resolve(files ?? join(folder, 'files')),
  }
}

/**
 * Locks the data folder of the embedded database while `work` runs, so that no service uses it. Creates nothing if the
 * source is missing.
 */
async function withLocks<T>([from, to]: readonly [Side, Side], work: () => Promise<T>): Promise<T> {
  if (from.databaseUrl === undefined && !hasDatabase(from.data))
    throw new Error(`There is no Deskbell database in ${from.data}.`)
  if (from.databaseUrl === undefined && to.databaseUrl === undefined)
    throw new Error('Both places are data folders: use deskbell backup and deskbell restore.')
  const folders = [from, to].filter(({ databaseUrl }) => databaseUrl === undefined)
  for (const { data } of folders) makeDataFolder(data)
  const unlockFunctions = folders.map(({ data }) => lockFolder(data))
  try {
    return await work()
  } finally {
    for (const unlock of unlockFunctions) unlock()
  }
}

async function copy(source: Connection, from: Side, to: Side, { logLevel }: CopyOptions): Promise<void> {
  const database = await openTarget(to)
  const steps = stepProgress((await import('./progress.ts')).showProgress)
  try {
    const desk = deskOver(database, to.files, openLog(logLevel))
    const files =
      from.files === to.files
        ? undefined
        : await copyFiles(source, openFiles(from.files), desk.files, (done, total) => steps.show('files', done, total))
    await addKeys(keyFileOf(from), keyFileOf(to))
    const { tables, rows } = await copyDesk(source, nameOf(from), desk, steps.show)
    steps.end()
    const filesText =
      files === undefined ? 'the stored files stay where they are' : quantity(files.files, 'stored file')
    console.log(`Copied ${nameOf(from)} to ${nameOf(to)}: ${quantity(rows, 'row')} in ${tables} tables; ${filesText}.`)
    if (await hasEncrypted(desk))
      console.log(`To decrypt its passwords and tokens, a service needs the keys in ${keyFileOf(to)}.`)
    reportLost(files?.lost ?? [], 'The copy')
  } finally {
    steps.end()
    await database.close()
  }
}

/** Returns the name of a side for messages, without credentials. */
const nameOf = ({ data, databaseUrl }: Side): string =>
  databaseUrl === undefined ? resolve(databaseIn(data)) : databaseUrl.replace(/:\/\/[^@/]*@/, '://')

const titles: Readonly<Record<CopyStep | 'files', readonly [title: string, unit: string]>> = {
  files: ['Copying', 'stored files'],
  rows: ['Copying', 'rows'],
  comparison: ['Comparing', 'rows'],
  index: ['Indexing', 'records'],
}

/** Shows the progress of one step after another. */
function stepProgress(start: typeof showProgress) {
  let current: CopyStep | 'files' | undefined
  let progress: Progress | undefined
  return {
    show: (step: CopyStep | 'files', done: number, total: number) => {
      if (step !== current) {
        progress?.end()
        progress = start(...titles[step], total)
        current = step
      }
      progress?.update(done, total)
    },
    end: () => progress?.end(),
  }
}
