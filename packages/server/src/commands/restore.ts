import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { copyDesk } from '../backup/copy.ts'
import { copyFiles } from '../backup/copy-files.ts'
import { restoreBackup, type Restored } from '../backup/restore.ts'
import { openLog, type LocationOptions } from '../config.ts'
import { openTarget, withSource } from '../db/moving/source.ts'
import { openFiles } from '../db/open-files.ts'
import type { Desk } from '../kernel/context.ts'
import { deskOver, openDesk } from '../setup/desk.ts'
import { checks, findProblems } from '../upkeep/check.ts'
import { addKeys, keyFileName, keyFileOf } from '../setup/key-file.ts'
import { completeIndex } from '../upkeep/reindex.ts'
import { deskCommand, locationOf } from './desk-command.ts'
import { quantity } from './quantity.ts'

export const restoreCommand = (): Command =>
  deskCommand('restore', 'restore a backup into a new data folder or an empty PostgreSQL database')
    .argument('<file>', 'a file written by deskbell backup')
    .addHelpText(
      'after',
      `
The data folder must not exist or must be empty; with --database-url, the database must be empty, and the stored files
are added to the data folder. The database in the backup must be intact; missing or damaged stored files are reported
and left out. Afterwards, restore runs the checks of deskbell check. The exit code is 1 if there are problems.

Examples:
  deskbell restore /backup/deskbell.tar
  deskbell restore /backup/deskbell.tar --data /srv/deskbell
  deskbell restore /backup/deskbell.tar --database-url postgres://deskbell@localhost/deskbell`,
    )
    .action(restore)

async function restore(file: string, options: LocationOptions): Promise<void> {
  const restored = await (options.databaseUrl === undefined
    ? restoreIntoFolder(file, options)
    : restoreIntoServer(file, options))
  const { version, created_at, fileCount, problems } = restored
  const files = quantity(fileCount, 'stored file')
  const place = options.databaseUrl === undefined ? resolve(options.data) : 'the database'
  console.log(`Restored ${place} as of ${created_at} (version ${version}), with ${files}.`)
  const allProblems = [...problems, ...(await checkRestored(options))]
  for (const problem of allProblems) console.log(problem)
  if (allProblems.length > 0) process.exitCode = 1
  console.log(allProblems.length === 0 ? 'No problems found.' : 'Everything except for the problems above is restored.')
}

/** Unpacks a backup into the data folder, and moves the stored files if `--files` names another place. */
async function restoreIntoFolder(file: string, { data, files, secretKeyFile }: LocationOptions): Promise<Restored> {
  const restored = await restoreBackup(file, data)
  if (secretKeyFile !== undefined) await addKeys(join(data, keyFileName), secretKeyFile)
  if (files === undefined) return restored
  const unpacked = join(data, 'files')
  await withSource({ data, databaseUrl: undefined }, 'snapshot', (source) =>
    copyFiles(source, openFiles(unpacked), openFiles(files)),
  )
  await rm(unpacked, { recursive: true, force: true })
  return restored
}

/** Unpacks a backup into a temporary folder, and copies it into an empty database of a server. */
async function restoreIntoServer(file: string, options: LocationOptions): Promise<Restored> {
  const { data, databaseUrl, files, logLevel } = options
  const secretKeyFile = keyFileOf(options)
  await mkdir(data, { recursive: true, mode: 0o700 })
  const scratch = join(data, `.${randomUUID()}.restoring`)
  const log = openLog(logLevel)
  try {
    const restored = await restoreBackup(file, scratch)
    await addKeys(join(scratch, keyFileName), secretKeyFile)
    // Opening the desk updates the tables of a backup from an older version.
    await (await openDesk({ data: scratch, databaseUrl: undefined, secretKeyFile }, log)).database.close()
    const target = deskOver(await openTarget({ data, databaseUrl }), files ?? join(data, 'files'), log)
    try {
      await withSource({ data: scratch, databaseUrl: undefined }, 'snapshot', async (source) => {
        await copyFiles(source, openFiles(join(scratch, 'files')), target.files)
        await copyDesk(source, `the backup of ${restored.created_at}`, target)
      })
    } finally {
      await target.database.close()
    }
    return restored
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Checks the restored desk. Opening it also updates the tables of a backup from an older version. */
async function checkRestored(options: LocationOptions): Promise<string[]> {
  const desk = await openDesk(locationOf(options), openLog(options.logLevel))
  try {
    await completeIndex(desk)
    return await problemsOf(desk)
  } finally {
    await desk.database.close()
  }
}

async function problemsOf(desk: Desk): Promise<string[]> {
  const problems: string[] = []
  for (const check of checks) {
    for await (const problem of findProblems(check, desk, { deep: false })) problems.push(problem)
  }
  return problems
}
