import assert from 'node:assert/strict'
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandLine } from '../testing/cli.ts'
import { mountReadOnly, runInNamespaces, skip } from '../testing/namespaces.ts'

/** The last backup, as the system page shows it. */
interface BackupReply {
  readonly backup: { readonly created_at: string; readonly checked_at: string | null; readonly file: string }
}

test('a backup made while the service is running can be restored and started', async (t) => {
  const cli = commandLine()
  t.after(() => cli.close())
  const service = await cli.start(['start', '--port', '0'], { DESKBELL_ADMIN_PASSWORD: 'Correct horse 1' })
  const basic = `Basic ${Buffer.from('admin@example.com:Correct horse 1').toString('base64')}`
  const request = (url: string, path: string, body?: object) =>
    fetch(`${url}/api/v1/${path}`, {
      headers: { authorization: basic, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
  const attachments = [{ filename: 'a.txt', data: 'aGVsbG8=', 'mime-type': 'text/plain' }]
  const article = { body: 'It blinks', attachments }
  const created = await request(service.url, 'tickets', { title: 'Printer', group: 'Users', customer_id: 2, article })
  assert.equal(created.status, 201)
  const backup = await cli.run(['backup', 'desk.tar'])
  assert.deepEqual([backup.code, /Wrote desk.tar: \d+ kB with 1 stored file\./.test(backup.out)], [0, true], backup.err)
  const archive = join(cli.folder, 'desk.tar')
  assert.equal(statSync(archive).mode & 0o777, 0o600)
  const lastBackup = async () =>
    ((await (await request(service.url, 'monitoring/backup')).json()) as BackupReply).backup
  const { created_at, checked_at, ...known } = await lastBackup()
  assert.deepEqual(known, {
    file: realpathSync(archive),
    bytes: statSync(archive).size,
    stored_files: 1,
    lost_files: 0,
  })
  assert.equal(checked_at, null)
  const checked = await cli.run(['check', '--backup', 'desk.tar'])
  assert.equal(checked.code, 0, checked.err)
  const after = await lastBackup()
  assert.ok(after.created_at === created_at && after.checked_at !== null)
  const refused = await cli.run(['restore', 'desk.tar'])
  assert.deepEqual([refused.code, /deskbell-data is not empty/.test(refused.err)], [1, true], refused.err)
  const restore = await cli.run(['restore', 'desk.tar', '--data', 'again/data'])
  assert.deepEqual([restore.code, /No problems found/.test(restore.out)], [0, true], restore.err)
  const again = await cli.start(['start', '--port', '0', '--data', 'again/data'])
  const [restoredArticle] = (await (await request(again.url, 'ticket_articles/by_ticket/2')).json()) as {
    id: number
    attachments: { id: number }[]
  }[]
  const file = await request(
    again.url,
    `ticket_attachment/2/${restoredArticle?.id}/${restoredArticle?.attachments[0]?.id}`,
  )
  assert.equal(await file.text(), 'hello')
  assert.equal((await cli.run(['restore', 'nothing.tar', '--data', 'third'])).code, 1)

  const [head = ''] = readdirSync(join(cli.folder, 'deskbell-data/files'))
  rmSync(join(cli.folder, 'deskbell-data/files', head), { recursive: true })
  const partial = await cli.run(['backup', 'partial.tar'])
  assert.equal(partial.code, 1)
  assert.match(
    partial.out,
    /^Wrote partial\.tar: .*\nStored file [0-9a-f]{64} is missing: "a\.txt" of ticket 67002\.\n$/,
  )
  assert.match(partial.err, /^deskbell: partial\.tar does not contain 1 missing or damaged stored file, /m)
  const rest = await cli.run(['restore', 'partial.tar', '--data', 'fourth'])
  assert.equal(rest.code, 1)
  assert.match(
    rest.out,
    /^Restored .*with 0 stored files\.\n.*one stored file.*\n.* is missing: "a\.txt" of ticket 67002\.\nEverything except/,
  )
})

test('a data folder on a read-only disk can be backed up, after a stop and after a crash', { skip }, async (t) => {
  const cli = commandLine()
  t.after(() => cli.close())
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const service = await cli.start(['start', '--port', '0', '--data', signal])
    service.signal(signal)
    await service.ended
    const command = ['backup', '--data', 'mounted', `${signal}.tar`]
    const { code, out, err } = runInNamespaces(cli, command, mountReadOnly(signal, 'mounted'))
    assert.deepEqual([code, /Wrote .* with 0 stored files/.test(out)], [0, true], err)
    const restored = await cli.run(['restore', `${signal}.tar`, '--data', `${signal}-restored`])
    assert.deepEqual([restored.code, /No problems found/.test(restored.out)], [0, true], restored.err)
  }
})
