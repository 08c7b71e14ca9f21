import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type ArchivedFile, BadArchive, damagedPart, readArchive } from './archive.ts'
import { makeFolder, syncFolder } from '../db/durable-files.ts'
import { keyFileName } from '../setup/key-file.ts'
import { type Manifest, manifestName, databaseName, lostName, type LostFile } from './manifest.ts'

/** The result of restoring a backup. */
export interface Restored {
  /** The version that wrote the backup. */
  readonly version: string
  /** The time of the backup. */
  readonly created_at: string
  /** The number of stored files. */
  readonly fileCount: number
  /** Problems of the backup, a sentence each. A check of the restored folder lists the missing files. */
  readonly problems: readonly string[]
}

/**
 * Restores a backup into a new data folder, which appears under its name when the database in it has been verified.
 * Damaged stored files are left out and reported.
 * @throws Error for a folder that is not empty, and for a backup with a damaged database.
 */
export async function restoreBackup(file: string, data: string): Promise<Restored> {
  const folder = resolve(data)
  if ((await stat(file)).isDirectory()) throw new Error(`${file} is a folder, not a backup.`)
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`${data} is not empty. Name a new folder with --data.`)
  }
  makeFolder(dirname(folder), 0o777)
  await access(dirname(folder), constants.W_OK)
  const temporary = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.restoring`)
  try {
    await mkdir(temporary, { mode: 0o700 })
    const restored = await extract(file, temporary)
    if (existsSync(folder)) await rmdir(folder)
    await rename(temporary, folder)
    await syncFolder(dirname(folder))
    return restored
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Unpacks a backup into a folder. @throws Error that names the file. */
async function extract(file: string, folder: string): Promise<Restored> {
  const fileError = (reason: string) => new Error(`${file}: ${reason}`)
  const problems: string[] = []
  let manifest: Manifest | undefined
  let databaseHash: string | undefined
  let fileCount = 0
  try {
    for await (const entry of readArchive(createReadStream(file))) {
      if (entry === damagedPart) problems.push(`${file} is damaged between two stored files; at least one is left out.`)
      else if (!manifest) manifest = manifestIn(entry.name, await textOf(entry))
      else if (entry.name === databaseName) databaseHash = await writeFile(entry, join(folder, databaseName))
      else if (entry.name === keyFileName) await writeFile(entry, join(folder, keyFileName))
      else if (entry.name === lostName) problems.push(lostBeforeBackup(file, await textOf(entry)))
      else if (await writeContent(entry, folder)) fileCount++
      else problems.push(`${file} is damaged: ${entry.name} is left out.`)
    }
  } catch (failure) {
    if (!(failure instanceof BadArchive)) throw failure
    // The database comes before the stored files, so the backup is usable without those after the damage.
    if (databaseHash === undefined) throw fileError(failure.message)
    problems.push(`${file} is truncated: the stored files after that point are missing.`)
  }
  if (!manifest) throw fileError('the file is empty.')
  if (databaseHash !== manifest.database.sha256)
    throw fileError('the backup is damaged: the checksum of its database does not match.')
  return { version: manifest.version, created_at: manifest.created_at, fileCount, problems }
}

/** The limit for the JSON files in a backup, in bytes. */
const MAX_TEXT_SIZE = 100_000_000

async function textOf({ size, chunks }: ArchivedFile): Promise<string> {
  if (size > MAX_TEXT_SIZE) throw new BadArchive(notDeskbell)
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

const notDeskbell = 'the file is an archive, but not a Deskbell backup.'

function manifestIn(name: string, text: string): Manifest {
  if (name !== manifestName) throw new BadArchive(notDeskbell)
  const manifest = parseJson(text) as Partial<Manifest> | null | undefined
  // A later version may write another format than the type allows.
  if (manifest && (manifest.format as number) !== 1)
    throw new BadArchive(`the backup was written by Deskbell ${manifest.version}; restore it with that version.`)
  if (!manifest?.database) throw new BadArchive('the backup is damaged: its description cannot be read.')
  return manifest as Manifest
}

/** Parses JSON. Returns undefined for a text that is damaged, and therefore not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function lostBeforeBackup(file: string, text: string): string {
  const list = parseJson(text) as { lost?: LostFile[] } | null | undefined
  const lost = list?.lost
  if (!Array.isArray(lost)) return `${file} is damaged: the list of the stored files that it lacks cannot be read.`
  const files = lost.length === 1 ? 'one stored file that was' : `${lost.length} stored files that were`
  return `${file} does not contain ${files} missing or damaged when the backup was written.`
}

/** Writes a stored file, unless its content does not match its name. @returns true if it matches. */
async function writeContent(entry: ArchivedFile, folder: string): Promise<boolean> {
  const [, head, tail] = /^files\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(entry.name) ?? []
  if (head === undefined || tail === undefined)
    throw new BadArchive(`the archive contains ${entry.name}, which is not part of a backup.`)
  await mkdir(join(folder, 'files', head), { recursive: true, mode: 0o700 })
  const path = join(folder, 'files', head, tail)
  const isIntact = await writeFile(entry, path).then(
    (sha256) => sha256 === head + tail,
    async (failure: unknown) => {
      await rm(path, { force: true })
      throw failure
    },
  )
  if (!isIntact) await rm(path)
  return isIntact
}

/** Writes a file and flushes it to the disk. @returns the hash of its content. */
async function writeFile({ chunks }: ArchivedFile, path: string): Promise<string> {
  const out = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await out.writeFile(chunk)
    }
    await out.sync()
  } finally {
    await out.close()
  }
  return hash.digest('hex')
}
