/** Backups: one file with the database and the stored files of a desk, written while the service is running. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync, statSync } from 'node:fs'
import { access, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ArchiveWriter } from './archive.ts'
import { copyIntoFile } from './copy.ts'
import { referencedHashes, usesOf } from '../upkeep/stored-files.ts'
import { syncFolder } from '../db/durable-files.ts'
import { LostContent } from '../db/verified-content.ts'
import { copySqlite } from '../db/copy-sqlite.ts'
import { openSqliteReadOnly } from '../db/sqlite-read-only.ts'
import type { Desk } from '../kernel/context.ts'
import { storageFault } from '../kernel/storage-fault.ts'
import { keyFileName } from '../setup/key-file.ts'
import { version } from '../version.ts'
import { type Manifest, manifestName, databaseName, lostName, type LostFile } from './manifest.ts'

/** The result of a backup. */
export interface BackupResult {
  /** The time at which the snapshot was complete. */
  readonly created_at: string
  /** The number of stored files in the backup. */
  readonly fileCount: number
  /** The size of the backup file. */
  readonly bytes: number
  /** The stored files that are not in the backup. */
  readonly lost: readonly LostFile[]
}

export interface BackupOptions {
  /** Receives the number of stored files that are done, and the number of all. */
  readonly onProgress?: (done: number, total: number) => void
  /** True to add the key file, with which the secrets in the database of the backup can be decrypted. */
  readonly includesKey?: boolean
}

/**
 * Writes a backup: a snapshot of the database and the stored files it refers to. Every stored file is verified while it
 * is copied; a missing or damaged one is left out and reported. The backup appears under its name when it is complete
 * and on the disk.
 * @throws Error if the file exists, its folder does not, or the disk is full.
 */
export async function writeBackup(desk: Desk, file: string, options: BackupOptions = {}): Promise<BackupResult> {
  const { database } = desk
  const path = resolve(file)
  await checkPlace(file)
  const [copy, part] = [`${path}.${randomUUID()}.db`, `${path}.${randomUUID()}.part`]
  try {
    await (database.file === undefined ? copyIntoFile(database, copy) : copySqlite(database.file, copy))
    const result = await writeArchive(desk, copy, part, options)
    await rename(part, path)
    await syncFolder(dirname(path))
    return result
  } catch (failure) {
    if (storageFault(failure)?.code !== 'full') throw failure
    throw new Error(`${file} cannot be written: the disk is full.`, { cause: failure })
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(copy + ending, { force: true })
    await rm(part, { force: true })
  }
}

/** Checks that a file can be created. @throws Error if it exists, or if its folder does not exist or is not writable. */
async function checkPlace(file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`)
  const folder = dirname(resolve(file))
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`There is no folder ${folder}; create it first.`)
  await access(folder, constants.W_OK)
}

/** Writes the archive of a desk. @param copy the snapshot of its database. */
async function writeArchive(
  desk: Desk,
  copy: string,
  target: string,
  { onProgress, includesKey = false }: BackupOptions,
): Promise<BackupResult> {
  const { size } = await stat(copy)
  const created_at = desk.now().toISOString()
  const database = { size, sha256: await hashOf(createReadStream(copy)) }
  const out = await open(target, 'wx', 0o600)
  try {
    const archive = new ArchiveWriter(out)
    await addJson(archive, manifestName, { format: 1, version, created_at, database } satisfies Manifest)
    await archive.add(databaseName, size, createReadStream(copy))
    if (includesKey) await addKeyFile(archive, desk.secrets.file)
    const { fileCount, lost } = await addStoredFiles(desk, archive, copy, onProgress)
    if (lost.length > 0) await addJson(archive, lostName, { lost })
    await archive.end()
    return { created_at, fileCount, bytes: (await out.stat()).size, lost }
  } finally {
    await out.close()
  }
}

async function addKeyFile(archive: ArchiveWriter, file: string): Promise<void> {
  const text = await readFile(file)
  await archive.add(keyFileName, text.byteLength, [text])
}

async function addJson(archive: ArchiveWriter, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  await archive.add(name, text.byteLength, [text])
}

/** Adds the stored files that a copy of the database refers to. @returns their number, and the lost ones. */
async function addStoredFiles(
  desk: Desk,
  archive: ArchiveWriter,
  copy: string,
  onProgress: BackupOptions['onProgress'],
) {
  const hashes = await hashesIn(copy)
  // All files are renewed before the first one is read, so that none is deleted as unused in the meantime.
  const sizes = new Map<string, number | undefined>()
  for (const sha256 of hashes) sizes.set(sha256, await desk.files.renew(sha256))
  const lost: LostFile[] = []
  for (const [index, sha256] of hashes.entries()) {
    try {
      const size = sizes.get(sha256)
      if (size === undefined) throw new LostContent('missing', sha256)
      await archive.add(`files/${sha256.slice(0, 2)}/${sha256.slice(2)}`, size, desk.files.read(sha256))
    } catch (failure) {
      if (!(failure instanceof LostContent)) throw failure
      lost.push({ sha256, reason: failure.reason, uses: await usesOf(desk.database, sha256) })
    }
    onProgress?.(index + 1, hashes.length)
  }
  return { fileCount: hashes.length - lost.length, lost }
}

async function hashesIn(copy: string): Promise<string[]> {
  const database = openSqliteReadOnly(copy)
  try {
    return await referencedHashes(database)
  } finally {
    await database.close()
  }
}

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}
