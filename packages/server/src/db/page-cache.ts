import { open } from 'node:fs/promises'
import { freemem } from 'node:os'

/** Number of bytes in one read. */
const CHUNK_SIZE = 1 << 20

/**
 * Reads the file of an embedded database once from beginning to end, which puts it into the page cache of the system.
 * The first searches after a start of the machine would otherwise wait for the disk several hundred times, a tenth of a
 * second altogether. A file larger than half of the free memory is not read.
 * @param free free memory in bytes.
 * @returns the number of bytes read.
 */
export async function fillPageCache(path: string, signal: AbortSignal, free = freemem()): Promise<number> {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size > free / 2) return 0
  const buffer = Buffer.allocUnsafeSlow(CHUNK_SIZE)
  let position = 0
  while (!signal.aborted) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_SIZE, position)
    if (bytesRead === 0) break
    position += bytesRead
  }
  return position
}
