/**
 * Finds raw messages in mbox files, Maildirs, folders of messages, and single files. Uses synchronous functions: the
 * asynchronous ones doubled the duration of an import.
 */
import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMbox, splitMbox } from './mbox.ts'
import { looksLikeMail } from '../message/mime-structure.ts'
import type { MessageOrigin } from '../message/mail.ts'

/** The location of a message in a file. */
export interface MessageLocation {
  readonly path: string
  readonly offset: number
  readonly length: number
}

/** A message in a file, or the reason why a file contains none. */
export type SourceItem = { readonly location: MessageLocation } & (
  | { readonly kind: 'message'; readonly raw: Buffer; readonly origin: Omit<MessageOrigin, 'now'> }
  | { readonly kind: 'too long' }
  | { readonly kind: 'not mail' }
  | { readonly kind: 'unreadable'; readonly reason: string }
)

/** A message in a file. */
export type Message = Extract<SourceItem, { kind: 'message' }>

/** The size of the largest message that is read, in bytes: twice the limit of large mail providers. */
export const MAX_MESSAGE_SIZE = 50 * 1024 * 1024

/** Counts the files and their bytes, for a progress bar. */
export function countFiles(paths: readonly string[]): { readonly files: number; readonly bytes: number } {
  let files = 0
  let bytes = 0
  for (const file of walk(paths)) {
    files += 1
    bytes += file.size
  }
  return { files, bytes }
}

/** Yields the messages under the paths, in the order of file names, and the files and messages that cannot be imported. */
export function* findMessages(paths: readonly string[], maxLength = MAX_MESSAGE_SIZE): Generator<SourceItem> {
  for (const file of walk(paths)) {
    if (file.problem === undefined) yield* readFile(file, maxLength)
    else yield unreadable(file, file.problem)
  }
}

/** A file that may contain mail. */
interface Candidate {
  readonly path: string
  readonly size: number
  /** In milliseconds since 1970. */
  readonly modified: number
  /**
   * `mail` for a path that the user named, which is an mbox or a message; `one message` for `.eml` files and those of a
   * Maildir; null for other files, which may not be mail.
   */
  readonly assumedFormat: 'mail' | 'one message' | null
  /** The reason why it cannot be read. */
  readonly problem?: string
}

function* walk(paths: readonly string[]): Generator<Candidate> {
  for (const path of paths) yield* visit(path, 'mail')
}

function* visit(path: string, assumedFormat: Candidate['assumedFormat']): Generator<Candidate> {
  try {
    const stats = statSync(path)
    const format = /\.eml$/i.test(path) ? 'one message' : assumedFormat
    if (stats.isDirectory()) {
      // Links to folders can form cycles. Those that the user named are followed; others are skipped.
      if (assumedFormat === 'mail' || !lstatSync(path).isSymbolicLink()) yield* visitFolder(path)
    } else if (stats.isFile()) yield { path, size: stats.size, modified: stats.mtimeMs, assumedFormat: format }
  } catch (failure) {
    yield { path, size: 0, modified: 0, assumedFormat, problem: reasonOf(failure) }
  }
}

function* visitFolder(path: string): Generator<Candidate> {
  const entries = readdirSync(path, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const isMaildir = ['cur', 'new'].every((name) => entries.some((entry) => entry.name === name && entry.isDirectory()))
  for (const entry of entries) {
    const child = join(path, entry.name)
    if (isMaildir) {
      // Messages are in `cur` and `new`, and subfolders of Maildir++ begin with a dot; everything else belongs to the mail
      // server.
      if (entry.isDirectory() && entry.name.startsWith('.')) yield* visit(child, null)
      else if (entry.name === 'cur' || entry.name === 'new') yield* visitMessages(child)
    } else if (!entry.name.startsWith('.')) {
      yield* visit(child, null)
    }
  }
}

function* visitMessages(path: string): Generator<Candidate> {
  for (const name of readdirSync(path).toSorted()) {
    if (!name.startsWith('.')) yield* visit(join(path, name), 'one message')
  }
}

/** Number of bytes at the start of a file from which its format is detected. */
const SNIFFED_BYTES = 8192

function* readFile(file: Candidate, maxLength: number): Generator<SourceItem> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file.path, 'r')
    const start = Buffer.alloc(Math.min(file.size, SNIFFED_BYTES))
    readSync(descriptor, start, 0, start.length, 0)
    const location = { path: file.path, offset: 0, length: file.size }
    if (file.assumedFormat !== 'one message' && isMbox(start)) yield* readMbox(descriptor, file, maxLength)
    else if (file.assumedFormat === null && !looksLikeMail(start)) yield { location, kind: 'not mail' }
    else if (file.size > maxLength) yield { location, kind: 'too long' }
    else yield message(location, readFileSync(descriptor), file, null)
  } catch (failure) {
    yield unreadable(file, reasonOf(failure))
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function* readMbox(descriptor: number, file: Candidate, maxLength: number): Generator<SourceItem> {
  for (const { raw, envelope, offset, length } of splitMbox(descriptor, maxLength)) {
    const location = { path: file.path, offset, length }
    if (raw === null) yield { location, kind: 'too long' }
    else yield message(location, raw, file, envelope)
  }
}

function message(
  location: MessageLocation,
  raw: Buffer,
  file: Candidate,
  envelope: MessageOrigin['envelope'],
): SourceItem {
  return { location, kind: 'message', raw, origin: { envelope, file_time: file.modified } }
}

function unreadable({ path, size }: Candidate, reason: string): SourceItem {
  return { location: { path, offset: 0, length: size }, kind: 'unreadable', reason }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ENOENT: 'no such file or folder',
  ELOOP: 'its links form a cycle',
  EIO: 'the disk reports a read error',
}

function reasonOf(failure: unknown): string {
  const { code, message } = failure as NodeJS.ErrnoException
  return REASONS[code ?? ''] ?? message
}
