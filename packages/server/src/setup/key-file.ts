/** The file with the keys that encrypt secrets; see `kernel/secrets.ts`. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, syncFolder, writeContent } from '../db/durable-files.ts'
import { newKey } from '../kernel/secrets.ts'
import { contentOf } from '../text/content.ts'

/** The name of the key file in a data folder, and in a backup that contains it. */
export const keyFileName = 'secret.key'

/** Returns the key file of a desk. */
export const keyFileOf = ({
  data,
  secretKeyFile,
}: {
  readonly data: string
  readonly secretKeyFile?: string | undefined
}) => secretKeyFile ?? join(data, keyFileName)

/** Creates a key file with a new key, unless another process has just created it. */
export async function createKeyFile(file: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  await writeContent(temporary, contentOf(Buffer.from(newKey())))
  try {
    await link(temporary, file)
  } catch (failure) {
    if (codeOf(failure) !== 'EEXIST') throw failure
  } finally {
    await rm(temporary)
  }
  // Without the key, everything that it encrypts would be lost.
  await syncFolder(dirname(file))
}

/** Adds a new key, which encrypts from now on. The others stay in the file, for secrets in old backups. */
export const addNewKey = async (file: string): Promise<void> =>
  writeLines(file, [newKey().trim(), ...(await linesOf(file))])

/** Appends to `file` those keys of `otherFile` that it does not contain. Does nothing if `otherFile` does not exist. */
export async function addKeys(otherFile: string, file: string): Promise<void> {
  const existing = await linesOf(file)
  const missing = (await linesOf(otherFile)).filter((line) => !existing.includes(line))
  if (missing.length > 0) await writeLines(file, [...existing, ...missing])
}

const writeLines = (file: string, lines: readonly string[]): Promise<void> =>
  writeContent(file, contentOf(Buffer.from(lines.map((line) => `${line}\n`).join(''))))

async function linesOf(file: string): Promise<string[]> {
  if (!existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}
