import { Command, type Option } from 'commander'
import { databaseUrlOption, dataOption, logOption, openLog, type PlaceOptions } from '../config.ts'
import { requireDeskbell } from '../db/migrate.ts'
import { naming, openDatabaseReadOnly } from '../db/open.ts'
import { openDesk, openDeskReadOnly } from '../setup/desk.ts'
import type { Desk } from '../kernel/context.ts'

/** A command that works on a desk, beside a running service or without one. */
export const deskCommand = (name: string, description: string, data: Option = dataOption()): Command =>
  new Command(name).description(description).addOption(data).addOption(databaseUrlOption()).addOption(logOption())

/** Opens the desk that the options name, or a new one, works on it and closes it. */
export async function withDesk<T>(options: PlaceOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = { data: options.data, databaseUrl: options.databaseUrl }
  const desk = await openDesk(place, openLog(options.logLevel))
  try {
    return await work(desk)
  } finally {
    await desk.database.close()
  }
}

/**
 * The same for a command that makes no sense on a new desk: a mistyped folder is refused instead of being filled.
 * @throws Error when there is no desk.
 */
export async function withExistingDesk<T>(options: PlaceOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = { data: options.data, databaseUrl: options.databaseUrl }
  const database = await openDatabaseReadOnly(place)
  try {
    await naming(database.place, () => requireDeskbell(database))
  } finally {
    await database.close()
  }
  return withDesk(options, async (desk) => {
    const isFilled = await desk.database.sql.selectFrom('settings').select('name').limit(1).executeTakeFirst()
    if (!isFilled) throw new Error(`${options.data} holds no desk yet: run deskbell start first.`)
    return work(desk)
  })
}

/** Works on a desk that is only looked at: nothing in its database is created or changed. @throws Error as above. */
export async function withDeskReadOnly<T>(options: PlaceOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = { data: options.data, databaseUrl: options.databaseUrl }
  const desk = await openDeskReadOnly(place, openLog(options.logLevel))
  try {
    return await work(desk)
  } finally {
    await desk.database.close()
  }
}

/** Collects an option that may be given several times. */
export const several = (value: string, before: readonly string[] = []): string[] => [...before, value]
