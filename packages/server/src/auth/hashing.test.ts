import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_CONCURRENT_HASHES, hashPassword, passwordMatches, unknownLoginHash, MAX_QUEUED_HASHES } from './hashing.ts'

test('passwords beyond the limit are rejected with 429; the others are checked', async () => {
  const capacity = MAX_CONCURRENT_HASHES + MAX_QUEUED_HASHES
  const results = await Promise.allSettled(
    Array.from({ length: capacity + 3 }, () => passwordMatches(unknownLoginHash, 'x')),
  )
  const faults = results
    .filter(({ status }) => status === 'rejected')
    .map((result) => (result as PromiseRejectedResult).reason)
  assert.equal(faults.length, 3)
  for (const { status, headers } of faults) assert.deepEqual([status, headers['retry-after']], [429, '2'])
  assert.ok(await passwordMatches(await hashPassword('x'), 'x'))
})

const parameters = (stored: string) => stored.split('$').slice(1, 4)

test('the hash for unknown logins has the same parameters as others, and matches no password', async () => {
  assert.deepEqual(parameters(unknownLoginHash), parameters(await hashPassword('x')))
  const { verify } = await import('@node-rs/argon2')
  assert.equal(await verify(unknownLoginHash, 'x'), false)
})
