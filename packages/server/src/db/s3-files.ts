import { Readable } from 'node:stream'
import { contentOf } from '../text/content.ts'
import type { Files, StoredContent } from './files.ts'
import { type Bucket, openBucket, type StoredObject } from './s3-bucket.ts'
import { LostContent, verifiedChunks } from './verified-content.ts'

/** Suffix of the key of a content that was discarded. It can still be read, until `tidy` removes it. */
const unusedSuffix = '.unused'

/** Opens the stored files in an S3-compatible store. @param place such as `s3://bucket/folder`. */
export function openS3Files(place: string, bucket: Bucket = openBucket(place)): Files {
  const head = async (sha256: string): Promise<StoredObject | undefined> =>
    (await bucket.head(keyOf(sha256))) ?? bucket.head(keyOf(sha256) + unusedSuffix)
  const read = (sha256: string) => Readable.from(verifiedChunks(chunksOf(bucket, place, sha256), sha256))
  const size = async (sha256: string) => (await head(sha256))?.size
  return {
    place,
    read,
    size,
    async verify(sha256) {
      for await (const _ of read(sha256));
    },
    // The last chunk follows only if the hash is right, so one pass over the network is enough.
    async open(sha256) {
      const bytes = await size(sha256)
      if (bytes === undefined) throw missing(place, sha256)
      return { body: read(sha256), size: bytes }
    },
    async renew(sha256) {
      const key = keyOf(sha256)
      if (!(await bucket.copy(key, key))) await bucket.copy(key + unusedSuffix, key)
      return size(sha256)
    },
    // Always written: that updates the time, repairs a damaged content, and takes one request.
    async put(data) {
      const content = data instanceof Uint8Array ? contentOf(data) : data
      await bucket.put(keyOf(content.sha256), content)
      return { sha256: content.sha256, size: content.size }
    },
    old: (before) => oldContents(bucket, before),
    /*
     * A store knows no renaming and no locks: a row could be written between the check and the deletion. A copy therefore
     * remains readable until the next `tidy`, which restores it if a row names it.
     */
    async discard(sha256, before, isNeeded) {
      const key = keyOf(sha256)
      const object = await bucket.head(key)
      if (!object || object.writtenAt >= before || (await isNeeded(sha256))) return false
      if (!(await bucket.copy(key, key + unusedSuffix))) return false
      await bucket.remove(key)
      return true
    },
    async tidy(before, isNeeded) {
      for await (const objects of bucket.list()) {
        for (const { key, writtenAt } of objects) {
          if (!key.endsWith(unusedSuffix) || writtenAt >= before) continue
          const original = key.slice(0, -unusedSuffix.length)
          const isLost = (await bucket.head(original)) === undefined && (await isNeeded(sha256Of(original) ?? ''))
          if (isLost) await bucket.copy(key, original)
          await bucket.remove(key)
        }
      }
    },
  }
}

async function* oldContents(bucket: Bucket, before: Date): AsyncIterable<StoredContent[]> {
  for await (const objects of bucket.list()) {
    const old = objects.flatMap(({ key, size, writtenAt }) => {
      const sha256 = sha256Of(key)
      return sha256 !== undefined && writtenAt < before ? [{ sha256, size }] : []
    })
    if (old.length > 0) yield old
  }
}

const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256.slice(2)}`

/** Returns undefined for a key that is not that of a content. */
const sha256Of = (key: string): string | undefined =>
  /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(key) ? key.replace('/', '') : undefined

async function* chunksOf(bucket: Bucket, place: string, sha256: string): AsyncIterable<Buffer> {
  const body = (await bucket.get(keyOf(sha256))) ?? (await bucket.get(keyOf(sha256) + unusedSuffix))
  if (!body) throw missing(place, sha256)
  try {
    for await (const { buffer, byteOffset, byteLength } of body) yield Buffer.from(buffer, byteOffset, byteLength)
  } catch (failure) {
    throw new LostContent('unreadable', sha256, failure)
  }
}

const missing = (place: string, sha256: string) =>
  new LostContent('missing', sha256, new Error(`The stored file ${sha256} is missing in ${place}.`))
