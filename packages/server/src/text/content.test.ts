import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type Content, ContentBuilder } from './content.ts'

const MIB = 1024 * 1024

/** Fills a chunk of an upload with bytes that differ for each `n`, and returns it. */
function chunkAt(n: number, chunk: Buffer = Buffer.alloc(48_000)): Buffer {
  for (let at = 0; at < chunk.length; at += 4) chunk.writeUInt32LE(n * chunk.length + at, at)
  return chunk
}

function contentOfChunks(count: number): Content {
  const [builder, chunk] = [new ContentBuilder(), chunkAt(0)]
  for (let n = 0; n < count; n++) builder.add(chunkAt(n, chunk))
  return builder.finish()
}

function hashOf(blocks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256')
  for (const block of blocks) hash.update(block)
  return hash.digest('hex')
}

test('contents of all sizes keep their bytes, which can be read several times', () => {
  // 87 chunks are less than 4 MiB, the maximum in memory; 88 are more.
  for (const count of [0, 1, 87, 88, 89, 120, 500]) {
    const { blocks, sha256, size, release } = contentOfChunks(count)
    const expected = createHash('sha256')
    for (let n = 0; n < count; n++) expected.update(chunkAt(n))
    assert.equal(sha256, expected.digest('hex'))
    assert.equal(size, count * 48_000)
    assert.deepEqual([hashOf(blocks), hashOf(blocks)], [sha256, sha256], `${count} chunks`)
    release()
  }
})

test('the memory of a content does not grow with its size', () => {
  const before = process.memoryUsage().arrayBuffers
  const content = contentOfChunks(2000)
  const taken = process.memoryUsage().arrayBuffers - before
  assert.equal(content.size, 96_000_000)
  assert.ok(taken < 10 * MIB, `${taken} bytes`)
  content.release()
})

test('a large content cannot be read after it is released, and can be released twice', () => {
  const { blocks, release } = contentOfChunks(200)
  release()
  release()
  assert.throws(() => [...blocks], /was released/)
})
