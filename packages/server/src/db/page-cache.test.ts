import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fillPageCache } from './page-cache.ts'

const never = () => new AbortController().signal

describe('reading a database into the page cache of the system', () => {
  let folder: string
  let file: string
  const size = 3 * 1024 * 1024 + 17
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-cache-'))
    file = join(folder, 'desk.db')
    writeFileSync(file, Buffer.alloc(size))
  })
  after(() => rmSync(folder, { recursive: true }))

  test('reads the whole file', async () => {
    assert.equal(await fillPageCache(file, never(), 8 * size), size)
  })

  test('reads nothing if the file would take more than half of the free memory', async () => {
    assert.equal(await fillPageCache(file, never(), 2 * size - 1), 0)
    assert.equal(await fillPageCache(file, never(), 2 * size), size)
  })

  test('stops when the service does', async () => {
    const end = new AbortController()
    const reading = fillPageCache(file, end.signal, 8 * size)
    end.abort()
    assert.ok((await reading) < size)
  })

  test('fails if there is no file', async () => {
    await assert.rejects(fillPageCache(join(folder, 'none.db'), never()), /ENOENT/)
  })
})
