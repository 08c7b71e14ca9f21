import type { Command } from 'commander'
import type { LocationOptions } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { deskCommand } from './desk-command.ts'

export const migrateCommand = (): Command =>
  deskCommand('migrate', 'update the tables to this version')
    .addHelpText(
      'after',
      `
The service and every command that writes to the database do this when they start. Run it separately before several
processes start on one PostgreSQL database. It cannot be undone: make a backup first.

Examples:
  deskbell migrate
  deskbell migrate --database-url postgres://deskbell@localhost/deskbell`,
    )
    .action(updateTables)

async function updateTables({ data, databaseUrl }: LocationOptions): Promise<void> {
  const database = await openDatabase({ data, databaseUrl })
  try {
    const ran = await migrate(database)
    const migrations = ran.length === 1 ? 'migration' : 'migrations'
    console.log(ran.length === 0 ? 'The tables are up to date.' : `Ran ${migrations} ${ran.join(', ')}.`)
  } finally {
    await database.close()
  }
}
