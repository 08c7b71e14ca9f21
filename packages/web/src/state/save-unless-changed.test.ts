import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HttpError } from '@deskbell/client'
import { saveUnlessChanged, type Values, type Version } from './save-unless-changed.ts'

/** A record with a version, which others can change between attempts. */
class Shelf {
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
  it('sends them with the tag that the person saw', async () => {
    const shelf = new Shelf(seen.record)
    const { read } = shelf
    assert.deepEqual(await saveUnlessChanged({ values, seen, send: shelf.sender(values), read }), { response: 'saved' })
    assert.deepEqual(shelf.sent, ['1'])
  })

  it('sends them again after a change of another attribute', async () => {
    const shelf = new Shelf(seen.record)
    shelf.change({ title: 'Ink' })
    await saveUnlessChanged({ values, seen, send: shelf.sender(values), read: shelf.read })
    assert.deepEqual(shelf.sent, ['1', '2'])
    assert.deepEqual(shelf.record, { state: 'closed', title: 'Ink' })
  })

  it('does not overwrite a change of the same attribute, and returns the current record', async () => {
    const shelf = new Shelf(seen.record)
    shelf.change({ state: 'merged' })
    const { conflict } = await saveUnlessChanged({ values, seen, send: shelf.sender(values), read: shelf.read })
    assert.deepEqual(conflict, { record: { state: 'merged', title: 'Toner' }, etag: '2' })
  })

  it('succeeds if an attempt whose response was lost has saved them', async () => {
    const shelf = new Shelf(seen.record)
    shelf.change(values)
    const saved = await saveUnlessChanged({ values, seen, send: shelf.sender(values), read: shelf.read })
    assert.deepEqual(saved, { response: { state: 'closed', title: 'Toner' } })
    assert.deepEqual(shelf.sent, ['1'])
  })

  it('reads the record first if its tag is unknown', async () => {
    const shelf = new Shelf(seen.record, 7)
    const { record } = seen
    await saveUnlessChanged({ values, seen: { record }, send: shelf.sender(values), read: shelf.read })
    assert.deepEqual(shelf.sent, ['7'])
  })

  it('gives up after five attempts, and throws other refusals', async () => {
    const shelf = new Shelf(seen.record)
    let count = 0
    const send = shelf.sender(values, () => shelf.change({ title: `Title ${++count}` }))
    const { conflict } = await saveUnlessChanged({ values, seen, send, read: shelf.read })
    assert.equal(conflict?.record['state'], 'open')
    assert.equal(shelf.sent.length, 5)
    await assert.rejects(saveUnlessChanged({ values, seen, send: refuse, read: shelf.read }), {
      message: 'status 403',
    })
  })
})
