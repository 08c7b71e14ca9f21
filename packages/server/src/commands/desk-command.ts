import { existsSync } from 'node:fs'
import { Command, type Option } from 'commander'
import { databaseUrlOption, dataOption, logOption, openLog, type PlaceOptions } from '../config.ts'
import { databaseIn } from '../db/open.ts'
import { openDesk } from '../desk.ts'
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
 * @throws Error when the folder holds no database.
 */
export async function withExistingDesk<T>(options: PlaceOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  if (options.databaseUrl === undefined && !existsSync(databaseIn(options.data))) {
    throw new Error(
      `There is no Deskbell database in ${options.data}. Name the data folder with --data, or make one with deskbell start.`,
    )
  }
  return withDesk(options, async (desk) => {
    const isFilled = await desk.database.sql.selectFrom('settings').select('name').limit(1).executeTakeFirst()
    if (!isFilled) throw new Error(`${options.data} holds no desk yet: run deskbell start first.`)
    return work(desk)
  })
}

/** Collects an option that may be given several times. */
export const several = (value: string, before: readonly string[] = []): string[] => [...before, value]
