/** Backups: one file with the whole content of a data folder, written while the service is running. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync, statSync } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveWriter, type ArchivedFile, BadArchive, damagedPart, readArchive } from './archive.ts'
import { tablesWithFiles, usesOf } from '../upkeep/stored-files.ts'
import { LostContent, syncFolder } from '../db/files.ts'
import { contentsNamed, copySqlite } from '../db/copy-sqlite.ts'
import type { Desk } from '../kernel/context.ts'
import { version } from '../version.ts'

/** The first file of a backup, which describes the others. */
interface Manifest {
  readonly format: 1
  readonly version: string
  readonly created_at: string
  readonly database: { readonly size: number; readonly sha256: string }
}

const manifestName = 'deskbell-backup.json'
const databaseName = 'deskbell.db'
/** The last file of a backup in which stored files are missing: a list of them with the reasons. */
const lostName = 'deskbell-backup-lost.json'

/** A stored file that is not in the backup, because it was missing, damaged or unreadable. */
export interface LostFile {
  readonly sha256: string
  readonly reason: LostContent['reason']
  /** A description of its uses, such as `"invoice.pdf" of ticket 67012`. */
  readonly uses: string
}

/** The result of a backup. */
export interface BackedUp {
  /** The number of stored files. */
  readonly contents: number
  /** The size of the backup. */
  readonly bytes: number
  readonly lost: readonly LostFile[]
}

/**
 * Writes a backup: a snapshot of the database and the stored files it refers to. Every stored file is verified while it
 * is copied; a missing or damaged one is left out and reported. The backup appears under its name when it is complete
 * and on the disk.
 * @throws Error for a desk on PostgreSQL, and if the file exists or its folder does not.
 */
export async function writeBackup(desk: Desk, file: string, onProgress?: (done: number, of: number) => void) {
  const { database, now } = desk
  if (database.file === undefined) {
    throw new Error('Back up a PostgreSQL database with pg_dump; copy the folder "files" afterwards.')
  }
  const path = resolve(file)
  if (existsSync(path)) throw new Error(`${file} already exists; choose another name.`)
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`There is no folder ${dirname(path)}; create it first.`)
  await access(dirname(path), constants.W_OK)
  const [copy, part] = [`${path}.${randomUUID()}.db`, `${path}.${randomUUID()}.part`]
  try {
    await copySqlite(database.file, copy)
    const size = (await stat(copy)).size
    const manifest: Manifest = {
      format: 1,
      version,
      created_at: now().toISOString(),
      database: { size, sha256: await hashOf(createReadStream(copy)) },
    }
    const out = await open(part, 'wx', 0o600)
    try {
      const archive = new ArchiveWriter(out)
      await addJson(archive, manifestName, manifest)
      await archive.add(databaseName, size, createReadStream(copy))
      const { contents, lost } = await addContents(desk, archive, copy, onProgress)
      if (lost.length > 0) await addJson(archive, lostName, { lost })
      await archive.end()
      const { size: bytes } = await out.stat()
      await rename(part, path)
      await syncFolder(dirname(path))
      return { contents, bytes, lost } satisfies BackedUp
    } finally {
      await out.close()
    }
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(copy + ending, { force: true })
    await rm(part, { force: true })
  }
}

async function addJson(archive: ArchiveWriter, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  await archive.add(name, text.byteLength, [text])
}

/** Adds the stored files that a copy of the database refers to. @returns their number, and the lost ones. */
async function addContents(
  desk: Desk,
  archive: ArchiveWriter,
  copy: string,
  onProgress: ((done: number, of: number) => void) | undefined,
) {
  const hashes = contentsNamed(copy, tablesWithFiles)
  // Renews all of them before reading the first one, so that none is deleted as unused in the meantime.
  const sizes = new Map<string, number | undefined>()
  for (const sha256 of hashes) sizes.set(sha256, await desk.files.renew(sha256))
  const lost: LostFile[] = []
  for (const [at, sha256] of hashes.entries()) {
    try {
      const size = sizes.get(sha256)
      if (size === undefined) throw new LostContent('missing', sha256)
      await archive.add(`files/${sha256.slice(0, 2)}/${sha256.slice(2)}`, size, desk.files.read(sha256))
    } catch (failure) {
      if (!(failure instanceof LostContent)) throw failure
      lost.push({ sha256, reason: failure.reason, uses: await usesOf(desk, sha256) })
    }
    onProgress?.(at + 1, hashes.length)
  }
  return { contents: hashes.length - lost.length, lost }
}

/** The result of restoring a backup. */
export interface Restored {
  /** The version that wrote the backup. */
  readonly version: string
  /** The time of the backup. */
  readonly created_at: string
  /** The number of stored files. */
  readonly contents: number
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
  await mkdir(dirname(folder), { recursive: true })
  await access(dirname(folder), constants.W_OK)
  const fresh = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.restoring`)
  try {
    await mkdir(fresh, { mode: 0o700 })
    const restored = await extract(file, fresh)
    if (existsSync(folder)) await rmdir(folder)
    await rename(fresh, folder)
    await syncFolder(dirname(folder))
    return restored
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Unpacks a backup into a folder. @throws Error that names the file. */
async function extract(file: string, folder: string): Promise<Restored> {
  const fileError = (reason: string) => new Error(`${file}: ${reason}`)
  const problems: string[] = []
  let manifest: Manifest | undefined
  let database: string | undefined
  let contents = 0
  try {
    for await (const one of readArchive(createReadStream(file))) {
      if (one === damagedPart) problems.push(`${file} is damaged between two stored files; at least one is left out.`)
      else if (!manifest) manifest = manifestIn(one.name, await textOf(one))
      else if (one.name === databaseName) database = await write(one, join(folder, databaseName))
      else if (one.name === lostName) problems.push(lostBefore(file, await textOf(one)))
      else if (await writeContent(one, folder)) contents++
      else problems.push(`${file} is damaged: ${one.name} is left out.`)
    }
  } catch (failure) {
    if (!(failure instanceof BadArchive)) throw failure
    // The database comes first, so the backup is usable without the files after the damage.
    if (database === undefined) throw fileError(failure.message)
    problems.push(`${file} is truncated: the stored files after that point are missing.`)
  }
  if (!manifest) throw fileError('the file is empty.')
  if (database !== manifest.database.sha256)
    throw fileError('the backup is damaged: the checksum of its database does not match.')
  return { version: manifest.version, created_at: manifest.created_at, contents, problems }
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
  const manifest = JSON.parse(text) as Manifest
  // A later version may write another format than the type allows.
  if ((manifest.format as number) !== 1)
    throw new BadArchive(`the backup was written by Deskbell ${manifest.version}; restore it with that version.`)
  return manifest
}

function lostBefore(file: string, text: string): string {
  const { lost } = JSON.parse(text) as { lost: LostFile[] }
  const files = lost.length === 1 ? 'one stored file that was' : `${lost.length} stored files that were`
  return `${file} does not contain ${files} missing or damaged when the backup was written.`
}

/** Writes a stored file, unless its content does not match its name. @returns whether it matches. */
async function writeContent(one: ArchivedFile, folder: string): Promise<boolean> {
  const [, head, tail] = /^files\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(one.name) ?? []
  if (head === undefined || tail === undefined)
    throw new BadArchive(`the archive contains ${one.name}, which is not part of a backup.`)
  await mkdir(join(folder, 'files', head), { recursive: true, mode: 0o700 })
  const path = join(folder, 'files', head, tail)
  const isIntact = await write(one, path).then(
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
async function write({ chunks }: ArchivedFile, path: string): Promise<string> {
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

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}
