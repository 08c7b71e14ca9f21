import { Command } from 'commander'
import { databaseUrlOption, dataOption, logOption, openLog, type PlaceOptions } from '../config.ts'
import { openDesk } from '../desk.ts'
import type { Desk } from '../kernel/context.ts'

/** A command that works on a desk, beside a running service or without one. */
export const deskCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .addOption(dataOption())
    .addOption(databaseUrlOption())
    .addOption(logOption())

/** Opens the desk that the options name, works on it and closes it. */
export async function withDesk<T>(options: PlaceOptions, work: (desk: Desk) => Promise<T>): Promise<T> {
  const place = { data: options.data, databaseUrl: options.databaseUrl }
  const desk = await openDesk(place, openLog(options.logLevel))
  try {
    return await work(desk)
  } finally {
    await desk.database.close()
  }
}
