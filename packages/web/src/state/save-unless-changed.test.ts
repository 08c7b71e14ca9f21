import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HttpError } from '@deskbell/client'
import { saveUnlessChanged, type Values, type Version } from './save-unless-changed.ts'

/** A record with a version, which others can change between attempts. */
class VersionedRecord {
  readonly sent: string[] = []
  #version: number
  record: Values

  constructor(record: Values, version = 1) {
    this.record = record
    this.#version = version
  }

  change(values: Values): void {
    this.record = { ...this.record, ...values }
    this.#version++
  }

  readonly read = async (): Promise<Version> => ({ record: this.record, etag: String(this.#version) })

  readonly sender =
    (values: Values, before: () => void = () => undefined) =>
    async (etag: string): Promise<unknown> => {
      before()
      this.sent.push(etag)
      if (etag !== String(this.#version)) throw refusal(412)
      this.change(values)
      return 'saved'
    }
}

const refusal = (status: number): HttpError =>
  Object.assign(Object.create(HttpError.prototype) as HttpError, { status, message: `status ${status}` })

const refuse = () => Promise.reject(refusal(403))

const values = { state: 'closed' }
const seen = { record: { state: 'open', title: 'Toner' }, etag: '1' }

describe('saving values unless somebody has changed them', () => {
  it('sends them with the tag of the version that the user saw', async () => {
    const stored = new VersionedRecord(seen.record)
    const { read } = stored
    assert.deepEqual(await saveUnlessChanged({ values, seen, send: stored.sender(values), read }), {
      response: 'saved',
    })
    assert.deepEqual(stored.sent, ['1'])
  })

  it('sends them again after a change of another attribute', async () => {
    const stored = new VersionedRecord(seen.record)
    stored.change({ title: 'Ink' })
    await saveUnlessChanged({ values, seen, send: stored.sender(values), read: stored.read })
    assert.deepEqual(stored.sent, ['1', '2'])
    assert.deepEqual(stored.record, { state: 'closed', title: 'Ink' })
  })

  it('does not overwrite a change of the same attribute, and returns the current record', async () => {
    const stored = new VersionedRecord(seen.record)
    stored.change({ state: 'merged' })
    const { conflict } = await saveUnlessChanged({ values, seen, send: stored.sender(values), read: stored.read })
    assert.deepEqual(conflict, { record: { state: 'merged', title: 'Toner' }, etag: '2' })
  })

  it('succeeds if an attempt whose response was lost has saved them', async () => {
    const stored = new VersionedRecord(seen.record)
    stored.change(values)
    const saved = await saveUnlessChanged({ values, seen, send: stored.sender(values), read: stored.read })
    assert.deepEqual(saved, { response: { state: 'closed', title: 'Toner' } })
    assert.deepEqual(stored.sent, ['1'])
  })

  it('reads the record first if its tag is unknown', async () => {
    const stored = new VersionedRecord(seen.record, 7)
    const { record } = seen
    await saveUnlessChanged({ values, seen: { record }, send: stored.sender(values), read: stored.read })
    assert.deepEqual(stored.sent, ['7'])
  })

  it('gives up after five attempts, and throws other refusals', async () => {
    const stored = new VersionedRecord(seen.record)
    let count = 0
    const send = stored.sender(values, () => stored.change({ title: `Title ${++count}` }))
    const { conflict } = await saveUnlessChanged({ values, seen, send, read: stored.read })
    assert.equal(conflict?.record['state'], 'open')
    assert.equal(stored.sent.length, 5)
    await assert.rejects(saveUnlessChanged({ values, seen, send: refuse, read: stored.read }), {
      message: 'status 403',
    })
  })
})
