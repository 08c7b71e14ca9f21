import type { Readable } from 'node:stream'
import type { Content } from '../text/content.ts'

/** A content and its name. */
export interface StoredContent {
  readonly sha256: string
  readonly size: number
}

/** A content whose hash has been verified. */
export interface OpenContent {
  readonly body: Readable
  readonly size: number
}

/** Files named by the SHA-256 of their content: equal contents are stored once, and a file never changes. */
export interface Files {
  /** The folder, or the address of the bucket. Another thread opens the same files by it. */
  readonly place: string
  /** Stores a content. It is durable when the promise is fulfilled; a row that names it must be written afterwards. */
  put(data: Uint8Array | Content): Promise<StoredContent>
  /**
   * Streams a content and verifies it at the same time: the last chunk is sent only if the hash is right, so a reader
   * never receives a damaged content completely. Otherwise the stream fails with `LostContent`.
   */
  read(sha256: string): Readable
  /** Reads a content to its end. @throws LostContent. */
  verify(sha256: string): Promise<void>
  /** Verifies a content before its first byte is returned. @throws LostContent. */
  open(sha256: string): Promise<OpenContent>
  /** The size in bytes; undefined if there is no such content. */
  size(sha256: string): Promise<number | undefined>
  /** Updates the time of a content as `put` does. @returns its size; undefined if there is no such content. */
  renew(sha256: string): Promise<number | undefined>
  /** The contents that were last put before that time, in batches. */
  old(before: Date): AsyncIterable<readonly StoredContent[]>
  /**
   * Deletes a content that was last put before that time.
   * @param isNeeded returns true if a row names the content; called after the file has been renamed, so that a
   * concurrent `put` writes the content anew.
   * @returns true if the content was deleted.
   */
  discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean>
  /** Completes or undoes what processes left unfinished that crashed in `put` or `discard` before that time. */
  tidy(before: Date, isNeeded: IsNeeded): Promise<void>
}

export type IsNeeded = (sha256: string) => Promise<boolean>
