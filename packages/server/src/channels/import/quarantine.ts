/** Stores messages that could not be imported, with the reasons. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MessageLocation } from './sources.ts'

/**
 * Copies a message into the folder, together with a `.reason.txt`. The name is derived from the location of the message, so
 * that a repeated import creates no second copy.
 * @param raw the message; null copies it from its file without loading it into memory.
 */
export async function quarantine(
  folder: string,
  location: MessageLocation,
  raw: Buffer | null,
  reason: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = createHash('sha256').update(`${location.path}:${location.offset}`).digest('hex').slice(0, 24)
  const target = join(folder, `${name}.eml`)
  const temporary = `${target}.part`
  try {
    if (raw) await writeFile(temporary, raw, { mode: 0o600 })
    else await copy(location, temporary)
    await rename(temporary, target)
  } catch (failure) {
    await rm(temporary, { force: true })
    throw failure
  }
  const from = `from: ${location.path}, ${location.length} bytes at ${location.offset}`
  await writeFile(join(folder, `${name}.reason.txt`), `${reason}\n${from}\n`, { mode: 0o600 })
}

async function copy({ path, offset, length }: MessageLocation, target: string): Promise<void> {
  const file = await open(target, 'w', 0o600)
  await pipeline(createReadStream(path, { start: offset, end: offset + length - 1 }), file.createWriteStream())
}
