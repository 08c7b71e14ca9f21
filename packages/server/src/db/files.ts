import type { Readable } from 'node:stream'
import type { Content } from '../text/content.ts'

/** The name and the size of a stored file. */
export interface StoredContent {
  readonly sha256: string
  readonly size: number
}

/** A stored file that is being read. */
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
  /**
   * Opens a file for reading. In a folder, it is verified before its first byte is returned; in a bucket, it is verified
   * while it is read, as by `read`.
   * @throws LostContent.
   */
  open(sha256: string): Promise<OpenContent>
  /** The size in bytes; undefined if there is no such file. */
  size(sha256: string): Promise<number | undefined>
  /** Updates the time of a file as `put` does. @returns its size; undefined if there is no such file. */
  renew(sha256: string): Promise<number | undefined>
  /** The files that were last put before that time, in batches. */
  old(before: Date): AsyncIterable<readonly StoredContent[]>
  /**
   * Deletes a file that was last put before that time. In a bucket, it can still be read until a later `tidy`.
   * @param isNeeded returns true if a row names the file. In a folder, the file is renamed before this is called, so that a
   * concurrent `put` writes it again.
   * @returns true if the file was deleted.
   */
  discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean>
  /**
   * Completes or undoes each `put` and `discard` that a crash interrupted before that time. In a bucket, it also removes the
   * files that `discard` has kept readable, or restores those that are needed.
   */
  tidy(before: Date, isNeeded: IsNeeded): Promise<void>
}

export type IsNeeded = (sha256: string) => Promise<boolean>
