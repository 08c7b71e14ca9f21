import { Command, type Option } from 'commander'
import {
  databaseUrlOption,
  dataOption,
  filesOption,
  logOption,
  openLog,
  type LocationOptions,
  secretKeyFileOption,
} from '../config.ts'
import { requireDeskbell } from '../db/migrate.ts'
import { isServed } from '../db/folder-lock.ts'
import { namingFile, openDatabaseReadOnly } from '../db/open.ts'
import { openDesk, openDeskReadOnly, type DeskLocation } from '../setup/desk.ts'
import type { Desk } from '../kernel/context.ts'

/** A command with the options that all commands on a desk share. */
export const deskCommand = (name: string, description: string, data: Option = dataOption()): Command =>
  new Command(name)
    .description(description)
    .addOption(data)
    .addOption(databaseUrlOption())
    .addOption(filesOption())
    .addOption(secretKeyFileOption())
    .addOption(logOption())

/** Returns the location of the desk that the options name. */
export const locationOf = ({ data, databaseUrl, readUrl, files, secretKeyFile }: LocationOptions): DeskLocation => ({
  data,
  databaseUrl,
  readUrl,
  files,
  secretKeyFile,
})

/** Opens the desk that the options name, or creates it; closes it when `work` is done. */
export async function withDesk<T>(options: LocationOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = locationOf(options)
  const desk = await openDesk(place, openLog(options.logLevel))
  try {
    return await namingFile(desk.database.place, () => work(desk))
  } finally {
    await desk.database.close()
  }
}

/**
 * Like `withDesk`, for commands that are useless on a new desk: a mistyped folder is reported instead of created.
 * @throws Error when there is no desk.
 */
export async function withExistingDesk<T>(options: LocationOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = locationOf(options)
  const database = await openDatabaseReadOnly(place)
  try {
    await namingFile(database.place, () => requireDeskbell(database))
  } finally {
    await database.close()
  }
  return withDesk(options, async (desk) => {
    const isFilled = await desk.database.sql.selectFrom('settings').select('name').limit(1).executeTakeFirst()
    if (!isFilled) throw new Error(`${options.data} contains no desk yet. Run deskbell start first.`)
    return work(desk)
  })
}

/**
 * Like `withExistingDesk`, for values that the system page shows: does nothing if the desk has an embedded database that no
 * service uses, which then stays unchanged. A failure is only a warning, because the command itself has succeeded.
 */
export async function withServedDesk(options: LocationOptions, work: (desk: Desk) => Promise<unknown>): Promise<void> {
  try {
    if (options.databaseUrl === undefined && !isServed(options.data)) return
    await withExistingDesk(options, work)
  } catch (failure) {
    console.error(`The system page does not show this: ${(failure as Error).message}`)
  }
}

/** Opens an existing desk with a read-only database. @throws Error when there is no desk of this version. */
export async function withDeskReadOnly<T>(options: LocationOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = locationOf(options)
  const desk = await openDeskReadOnly(place, openLog(options.logLevel))
  try {
    return await work(desk)
  } finally {
    await desk.database.close()
  }
}

/** Collects the values of an option that may be repeated. */
export const repeatable = (value: string, before: readonly string[] = []): string[] => [...before, value]
