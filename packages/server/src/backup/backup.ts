/** One file with everything a data folder holds, written while a service works on it. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync, statSync } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveWriter, type ArchivedFile, BadArchive, damagedPart, readArchive } from './archive.ts'
import { naming, usesOf } from '../upkeep/stored-files.ts'
import { LostContent, syncFolder } from '../db/files.ts'
import { contentsNamed, copySqlite } from '../db/snapshot.ts'
import type { Desk } from '../kernel/context.ts'
import { version } from '../version.ts'

/** What a backup says of itself, as its first file. */
interface Manifest {
  readonly format: 1
  readonly version: string
  readonly created_at: string
  readonly database: { readonly size: number; readonly sha256: string }
}

const manifestName = 'deskbell-backup.json'
const databaseName = 'deskbell.db'
/** The last file of a backup that lacks stored files: which, and why. */
const lostName = 'deskbell-backup-lost.json'

/** A stored file that the database names and a backup lacks. */
export interface LostFile {
  readonly sha256: string
  readonly reason: LostContent['reason']
  /** What it is for, in words. */
  readonly uses: string
}

/** What a backup has, and what it lacks because it was lost before. */
export interface BackedUp {
  readonly contents: number
  readonly bytes: number
  readonly lost: readonly LostFile[]
}

/**
 * Writes a backup: the database as it is at one moment, and the stored files it names. Each is verified on the way; a
 * file that is lost is left out and reported, so that the rest can be restored. The backup appears under its name when
 * it is complete and on the disk.
 * @throws Error for a desk on PostgreSQL, and where the file exists already or its folder does not.
 */
export async function writeBackup(desk: Desk, file: string, onProgress?: (done: number, of: number) => void) {
  const { database, now } = desk
  if (database.file === undefined) {
    throw new Error('A database on PostgreSQL is backed up with pg_dump; copy the folder "files" after it.')
  }
  const path = resolve(file)
  if (existsSync(path)) throw new Error(`${file} exists already; choose another name.`)
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

/** Adds the stored files that a copy of the database names. @returns how many, and which are lost. */
async function addContents(
  desk: Desk,
  archive: ArchiveWriter,
  copy: string,
  onProgress: ((done: number, of: number) => void) | undefined,
) {
  const named = contentsNamed(copy, naming)
  // All are renewed before the first is read, so that none is discarded as unused in the meantime.
  const sizes = new Map<string, number | undefined>()
  for (const sha256 of named) sizes.set(sha256, await desk.files.renew(sha256))
  const lost: LostFile[] = []
  for (const [at, sha256] of named.entries()) {
    try {
      const size = sizes.get(sha256)
      if (size === undefined) throw new LostContent('missing', sha256)
      await archive.add(`files/${sha256.slice(0, 2)}/${sha256.slice(2)}`, size, desk.files.read(sha256))
    } catch (failure) {
      if (!(failure instanceof LostContent)) throw failure
      lost.push({ sha256, reason: failure.reason, uses: await usesOf(desk, sha256) })
    }
    onProgress?.(at + 1, named.length)
  }
  return { contents: named.length - lost.length, lost }
}

/** What a backup gave. */
export interface Restored {
  readonly version: string
  readonly created_at: string
  readonly contents: number
  /** What is wrong with the backup, a sentence each; the check of the restored folder says what it lacks. */
  readonly problems: readonly string[]
}

/**
 * Makes a data folder of a backup. It appears under its name when the database in it is what the backup says. Stored
 * files that are damaged are left out: what can be had is worth more than nothing.
 * @throws Error for a folder that holds anything, and for a backup whose database is damaged.
 */
export async function restoreBackup(file: string, data: string): Promise<Restored> {
  const folder = resolve(data)
  if ((await stat(file)).isDirectory()) throw new Error(`${file} is a folder, not a backup.`)
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`${data} is not empty: a backup is restored into a new folder, named with --data.`)
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

/** @throws Error with a sentence about the file, which names it. */
async function extract(file: string, folder: string): Promise<Restored> {
  const said = (sentence: string) => new Error(`${file}: ${sentence}`)
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
    // The database comes before all stored files: those before the damage are good.
    if (database === undefined) throw said(failure.message)
    problems.push(`${file} has been cut off: the stored files behind that place are left out.`)
  }
  if (!manifest) throw said('the file is empty.')
  if (database !== manifest.database.sha256) throw said('the backup is damaged: its database is not what it says.')
  return { version: manifest.version, created_at: manifest.created_at, contents, problems }
}

/** More is no description of a backup. */
const longestText = 100_000_000

async function textOf({ size, pieces }: ArchivedFile): Promise<string> {
  if (size > longestText) throw new BadArchive(notOurs)
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts).toString()
}

const notOurs = 'the file is an archive, but no backup of Deskbell.'

function manifestIn(name: string, text: string): Manifest {
  if (name !== manifestName) throw new BadArchive(notOurs)
  const manifest = JSON.parse(text) as Manifest
  // Typed as this version writes it; a later version may write something else.
  if ((manifest.format as number) !== 1)
    throw new BadArchive(`the backup was written by Deskbell ${manifest.version}: use that version.`)
  return manifest
}

function lostBefore(file: string, text: string): string {
  const { lost } = JSON.parse(text) as { lost: LostFile[] }
  return `${file} lacks ${lost.length === 1 ? 'one stored file that was' : `${lost.length} stored files that were`} lost before it was written.`
}

/** Writes a stored file where its bytes are those its name stands for. @returns whether they are. */
async function writeContent(one: ArchivedFile, folder: string): Promise<boolean> {
  const [, head, tail] = /^files\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(one.name) ?? []
  if (head === undefined || tail === undefined)
    throw new BadArchive(`the archive holds ${one.name}, which is not part of a backup.`)
  await mkdir(join(folder, 'files', head), { recursive: true, mode: 0o700 })
  const path = join(folder, 'files', head, tail)
  const isRight = await write(one, path).then(
    (sha256) => sha256 === head + tail,
    async (failure: unknown) => {
      await rm(path, { force: true })
      throw failure
    },
  )
  if (!isRight) await rm(path)
  return isRight
}

/** @returns the hash of what was written, which is on the disk then. */
async function write({ pieces }: ArchivedFile, path: string): Promise<string> {
  const out = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      await out.writeFile(piece)
    }
    await out.sync()
  } finally {
    await out.close()
  }
  return hash.digest('hex')
}

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of source) hash.update(piece)
  return hash.digest('hex')
}
