import { Readable } from 'node:stream'
import { type Content, contentOf } from '../text/content.ts'
import type { Files, IsNeeded, OpenContent, StoredContent } from './files.ts'
import { type Bucket, openBucket } from './s3-bucket.ts'
import { LostContent, verifiedChunks } from './verified-content.ts'

/** Suffix of the key of a file that was discarded. It can still be read, until `tidy` removes it. */
const unusedSuffix = '.unused'

/** Opens the stored files in an S3-compatible store. @param place such as `s3://bucket/folder`. */
export const openS3Files = (place: string, bucket = openBucket(place)): Files => new S3Files(place, bucket)

class S3Files implements Files {
  readonly place: string
  readonly #bucket: Bucket

  constructor(place: string, bucket: Bucket) {
    this.place = place
    this.#bucket = bucket
  }

  async size(sha256: string): Promise<number | undefined> {
    const key = keyOf(sha256)
    return ((await this.#bucket.head(key)) ?? (await this.#bucket.head(key + unusedSuffix)))?.size
  }

  read(sha256: string): Readable {
    return Readable.from(verifiedChunks(this.#chunksOf(sha256), sha256))
  }

  async verify(sha256: string): Promise<void> {
    for await (const _ of this.read(sha256));
  }

  // The last chunk follows only if the hash is right, so one pass over the network is enough.
  async open(sha256: string): Promise<OpenContent> {
    const size = await this.size(sha256)
    if (size === undefined) throw this.#missing(sha256)
    return { body: this.read(sha256), size }
  }

  async renew(sha256: string): Promise<number | undefined> {
    const key = keyOf(sha256)
    if (!(await this.#bucket.copy(key, key))) await this.#bucket.copy(key + unusedSuffix, key)
    return this.size(sha256)
  }

  // Also writes a file that is stored already: that updates the time, repairs a damaged file, and usually takes one request.
  async put(data: Uint8Array | Content): Promise<StoredContent> {
    const content = data instanceof Uint8Array ? contentOf(data) : data
    await this.#bucket.put(keyOf(content.sha256), content).finally(content.release)
    return { sha256: content.sha256, size: content.size }
  }

  async *old(before: Date): AsyncIterable<StoredContent[]> {
    for await (const objects of this.#bucket.list()) {
      const old = objects.flatMap(({ key, size, writtenAt }) => {
        const sha256 = sha256Of(key)
        return sha256 !== undefined && writtenAt < before ? [{ sha256, size }] : []
      })
      if (old.length > 0) yield old
    }
  }

  /*
   * A store has neither renaming nor locks: a row could be written between the check and the deletion. A copy therefore
   * remains readable until a later `tidy`, which restores the file if a row names it.
   */
  async discard(sha256: string, before: Date, isNeeded: IsNeeded): Promise<boolean> {
    const key = keyOf(sha256)
    const object = await this.#bucket.head(key)
    if (!object || object.writtenAt >= before || (await isNeeded(sha256))) return false
    if (!(await this.#bucket.copy(key, key + unusedSuffix))) return false
    await this.#bucket.remove(key)
    return true
  }

  async tidy(before: Date, isNeeded: IsNeeded): Promise<void> {
    for await (const objects of this.#bucket.list()) {
      for (const { key, writtenAt } of objects) {
        if (!key.endsWith(unusedSuffix) || writtenAt >= before) continue
        const original = key.slice(0, -unusedSuffix.length)
        const isLost = (await this.#bucket.head(original)) === undefined && (await isNeeded(sha256Of(original) ?? ''))
        if (isLost) await this.#bucket.copy(key, original)
        await this.#bucket.remove(key)
      }
    }
  }

  async *#chunksOf(sha256: string): AsyncIterable<Buffer> {
    const key = keyOf(sha256)
    const body = (await this.#bucket.get(key)) ?? (await this.#bucket.get(key + unusedSuffix))
    if (!body) throw this.#missing(sha256)
    try {
      for await (const { buffer, byteOffset, byteLength } of body) yield Buffer.from(buffer, byteOffset, byteLength)
    } catch (failure) {
      throw new LostContent('unreadable', sha256, failure)
    }
  }

  #missing(sha256: string): LostContent {
    return new LostContent('missing', sha256, new Error(`The stored file ${sha256} is missing in ${this.place}.`))
  }
}

const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256.slice(2)}`

/** Returns the hash in a key; undefined if the key does not belong to a stored file. */
const sha256Of = (key: string): string | undefined =>
  /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(key) ? key.replace('/', '') : undefined
