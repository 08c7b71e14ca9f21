import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { pino } from 'pino'
import type { Log } from '../kernel/context.ts'
import type { WriteLine } from '../http/access-log.ts'

/** A file of lines, or standard output. */
export interface LineFile {
  readonly write: WriteLine
  /** Opens the file again, after it has been moved. */
  reopen(): void
  /** Writes what is still in memory. */
  close(): void
}

/** Milliseconds after which lines are written to the file at the latest. */
const FLUSH_INTERVAL = 1000

/** Maximum number of bytes that wait in memory while the disk cannot be written; further lines are dropped. */
const MAX_WAITING = 8 * 1024 * 1024

/**
 * Opens a file that lines are appended to, readable for its owner only; `-` is standard output. An error of the disk is
 * logged once and does not disturb the service.
 * @throws Error if the file cannot be opened.
 */
export async function openLineFile(target: string, log: Log): Promise<LineFile> {
  const isFile = target !== '-'
  // Throws now if the path is wrong: the library reports it only in an event, and once more at the end of the process.
  if (isFile) closeSync(openSync(target, 'a', 0o600))
  const file = pino.destination({
    dest: isFile ? target : 1,
    sync: false,
    append: true,
    mode: 0o600,
    minLength: 4096,
    maxLength: MAX_WAITING,
    periodicFlush: FLUSH_INTERVAL,
  })
  if (isFile) await once(file, 'ready')
  let isFailing = false
  file.on('write', () => (isFailing = false))
  file.on('error', (error: unknown) => {
    if (!isFailing) log.error({ error, file: target }, 'the access log cannot be written')
    isFailing = true
  })
  return {
    write: (line) => void file.write(line),
    reopen: () => (isFile ? file.reopen() : undefined),
    close() {
      try {
        file.flushSync()
      } catch (error) {
        log.error({ error, file: target }, 'the last lines of the access log were not written')
      }
    },
  }
}
