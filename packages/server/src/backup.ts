/** One file with everything a data folder holds, written while a service works on it. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveWriter, type ArchivedFile, readArchive } from './archive.ts'
import { naming } from './contents.ts'
import { syncFolder } from './db/files.ts'
import { contentsNamed, copySqlite } from './db/snapshot.ts'
import type { Desk } from './kernel/context.ts'
import { version } from './version.ts'

/** What a backup says of itself, as its first file. */
interface Manifest {
  readonly format: 1
  readonly version: string
  readonly created_at: string
  readonly database: { readonly size: number; readonly sha256: string }
  readonly contents: number
}

const manifestName = 'deskbell-backup.json'
const databaseName = 'deskbell.db'

/** What a backup has. */
export interface BackedUp {
  readonly contents: number
  readonly bytes: number
  /** Contents that are named and were not there, or are not what their name says: they were lost before. */
  readonly lost: readonly string[]
}

/**
 * Writes a backup: the database as it is at one moment, and the contents it names. It appears under its name when it
 * is whole and on the disk.
 * @throws Error for a desk on PostgreSQL, and where the file is there already or its folder is not.
 */
export async function writeBackup(desk: Desk, file: string, onProgress?: (done: number, of: number) => void) {
  const { database, files, now } = desk
  if (database.dialect.name !== 'sqlite') {
    throw new Error('A database on PostgreSQL is backed up with pg_dump; copy the folder "files" after it.')
  }
  const path = resolve(file)
  if (existsSync(path)) throw new Error(`${file} is there already; choose another name.`)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}; make it first.`)
  const [copy, part] = [`${path}.${randomUUID()}.db`, `${path}.${randomUUID()}.part`]
  try {
    await copySqlite(database.place, copy)
    const named = await present(files, copy)
    const size = (await stat(copy)).size
    const manifest: Manifest = {
      format: 1,
      version,
      created_at: now().toISOString(),
      database: { size, sha256: await hashOf(createReadStream(copy)) },
      contents: named.found.length,
    }
    const out = await open(part, 'wx', 0o600)
    try {
      const archive = new ArchiveWriter(out)
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      await archive.add(manifestName, text.byteLength, [text])
      await archive.add(databaseName, size, createReadStream(copy))
      for (const [at, content] of named.found.entries()) {
        const place = `files/${content.sha256.slice(0, 2)}/${content.sha256.slice(2)}`
        await archive.add(place, content.size, files.read(content.sha256))
        onProgress?.(at + 1, named.found.length)
      }
      await archive.end()
    } finally {
      await out.close()
    }
    const { size: bytes } = await stat(part)
    await rename(part, path)
    await syncFolder(dirname(path))
    return { contents: named.found.length, bytes, lost: named.lost } satisfies BackedUp
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(copy + ending, { force: true })
    await rm(part, { force: true })
  }
}

/** Of the contents that a copy names, those that are there. They are made young, so that no sweep takes them meanwhile. */
async function present(files: Desk['files'], copy: string) {
  const found: { sha256: string; size: number }[] = []
  const lost: string[] = []
  for (const content of contentsNamed(copy, naming)) {
    if ((await files.renew(content.sha256)) === content.size) found.push(content)
    else lost.push(content.sha256)
  }
  return { found, lost }
}

/**
 * Makes a data folder of a backup. It appears under its name when everything in it is what the backup says.
 * @throws Error for a folder that holds anything, and for a backup that is damaged or cut off.
 */
export async function restoreBackup(file: string, data: string): Promise<Manifest> {
  const folder = resolve(data)
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`${data} is not empty: a backup is restored into a new folder, named with --data.`)
  }
  await mkdir(dirname(folder), { recursive: true })
  const fresh = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.restoring`)
  try {
    await mkdir(fresh, { mode: 0o700 })
    const manifest = await extract(file, fresh)
    if (existsSync(folder)) await rmdir(folder)
    await rename(fresh, folder)
    await syncFolder(dirname(folder))
    return manifest
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function extract(file: string, folder: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  let database: string | undefined
  let contents = 0
  for await (const one of readArchive(createReadStream(file))) {
    if (manifest === undefined) manifest = await manifestIn(one)
    else if (one.name === databaseName) database = await write(one, join(folder, databaseName))
    else {
      const [, head, tail] = /^files\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(one.name) ?? []
      if (head === undefined || tail === undefined)
        throw new Error(`The backup holds ${one.name}, which is not of one.`)
      await mkdir(join(folder, 'files', head), { recursive: true, mode: 0o700 })
      const sha256 = await write(one, join(folder, 'files', head, tail))
      if (sha256 !== head + tail) throw new Error(`The backup is damaged: ${one.name} has another content.`)
      contents++
    }
  }
  if (!manifest) throw new Error(`${file} is empty.`)
  if (database !== manifest.database.sha256) throw new Error('The backup is damaged: its database is not what it says.')
  if (contents !== manifest.contents) {
    throw new Error(`The backup is not whole: it has ${contents} of ${manifest.contents} stored files.`)
  }
  return manifest
}

async function manifestIn({ name, size, pieces }: ArchivedFile): Promise<Manifest> {
  if (name !== manifestName || size > 10_000) throw new Error('The file is an archive, but no backup of Deskbell.')
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  const manifest = JSON.parse(Buffer.concat(parts).toString()) as Manifest
  // Of the type that this version writes; what comes later may mean something else.
  if ((manifest.format as number) !== 1)
    throw new Error(`The backup is of Deskbell ${manifest.version}: use that version.`)
  return manifest
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
