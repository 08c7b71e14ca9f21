import type { Readable } from 'node:stream'
import type { Content } from '../text/content.ts'

/** The name and the size of a stored file. */
export interface StoredContent {
  readonly sha256: string
  readonly size: number
}

/** A stored file whose hash has been verified. */
export interface OpenContent {
  readonly body: Readable
  readonly size: number
}

/** Files named by the SHA-256 of their content: equal contents are stored once, and a file never changes. */
export interface Files {
  /** The folder, or the address of the bucket. Another thread can open the same files with it. */
  readonly place: string
  /**
   * Stores a file and releases the content. It is durable when the promise is fulfilled; a row that names it must be written
   * afterwards.
   */
  put(data: Uint8Array | Content): Promise<StoredContent>
  /**
   * Streams a file and verifies it at the same time: the last chunk is sent only if the hash is right, so a reader
   * never receives a damaged file completely. Otherwise the stream fails with `LostContent`.
   */
  read(sha256: string): Readable
  /** Reads a file to its end. @throws LostContent. */
  verify(sha256: string): Promise<void>
  /** Verifies a file before its first byte is returned. @throws LostContent. */
  open(sha256: string): Promise<OpenContent>
  /** The size in bytes; undefined if there is no such file. */
  size(sha256: string): Promise<number | undefined>
  /** Updates the time of a file as `put` does. @returns its size; undefined if there is no such file. */
  renew(sha256: string): Promise<number | undefined>
  /** The files that were last put before that time, in batches. */
  old(before: Date): AsyncIterable<readonly StoredContent[]>
  /**
   * Deletes a file that was last put before that time.
   * @param isNeeded returns true if a row names the file; called after the file has been renamed, so that a
   * concurrent `put` writes it again.
   * @returns true if the file was deleted.
   */
  discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean>
  /** Completes or undoes each `put` and `discard` that a crash interrupted before that time. */
  tidy(before: Date, isNeeded: IsNeeded): Promise<void>
}

export type IsNeeded = (sha256: string) => Promise<boolean>
