import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { logSync } from './log-sync.ts'
import { openSqlite } from './open-sqlite.ts'

test('each commit of a served database is synced before its unit is fulfilled', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-sync-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // All file handles share one prototype.
  const handle = await openFile(folder)
  const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> }
  await handle.close()
  const synced = t.mock.method(prototype, 'datasync')
  const database = openSqlite(join(folder, 'desk.db'))
  const counts: number[] = []
  for (const text of ['create table notes (body)', `insert into notes values ('a')`]) {
    await database.transaction(({ arrays }) => arrays(CompiledQuery.raw(text)) as Promise<unknown>)
    counts.push(synced.mock.callCount())
  }
  await database.close()
  assert.deepEqual(counts, [1, 2])
})

test('a log that does not exist cannot be synced', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-sync-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const log = logSync(join(folder, 'desk.db'))
  await assert.rejects(log.sync(), { code: 'ENOENT' })
  await log.close()
})
