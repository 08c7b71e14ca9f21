import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { resources, systemUser } from '@deskbell/contract'
import { CompiledQuery } from 'kysely'
import { checks, findProblems } from './check.ts'
import { dynamic } from '../db/dynamic.ts'
import type { Desk } from '../kernel/context.ts'
import { documentsOf } from '../search/expected-documents.ts'
import { insert, markForIndexing, unitOfWork } from '../writing/unit-of-work.ts'
import { orphansOf } from '../search/orphans.ts'
import { reindex } from './reindex.ts'
import { eachDialect } from '../testing/each-dialect.ts'
import { world } from '../testing/world.ts'

/** Returns all problems that the checks find, a sentence each. */
async function problems(desk: Desk, deep = false): Promise<string[]> {
  const sentences: string[] = []
  for (const check of checks) for await (const sentence of findProblems(check, desk, { deep })) sentences.push(sentence)
  return sentences
}

const run = (desk: Desk, text: string) =>
  desk.database.transaction((db) => db.sql.executeQuery(CompiledQuery.raw(text)))

/**
 * Damages the database, with foreign keys and the defensive mode switched off. The service sees the change at the next turn
 * of the event loop.
 */
async function damage(desk: Desk, text: string): Promise<void> {
  const db = new DatabaseSync(desk.database.place, { enableForeignKeyConstraints: false, defensive: false })
  db.exec(text)
  db.close()
  await nextTurn()
}

async function open(t: TestContext, dialect: keyof typeof eachDialect = 'sqlite') {
  const w = await world(eachDialect[dialect])
  t.after(() => w.close())
  return w
}

/** Attaches a file to an article. */
async function attach(desk: Desk, text: string): Promise<string> {
  const content = await desk.files.put(Buffer.from(text))
  await unitOfWork(desk, systemUser, async (unit) => {
    const store_file_id = await insert(unit, 'stored_file', content)
    await insert(unit, 'attachment', { article_id: 1, store_file_id, filename: 'notes.txt', size: content.size })
    markForIndexing(unit, 'ticket', 1)
  })
  return content.sha256
}

for (const dialect of Object.keys(eachDialect) as (keyof typeof eachDialect)[]) {
  test(`an intact desk has no problems on ${dialect}, before and after its index is rebuilt`, async (t) => {
    const { desk } = await open(t, dialect)
    assert.deepEqual(await problems(desk, true), [])
    await reindex(desk)
    assert.deepEqual(await problems(desk, true), [])
    await reindex(desk, undefined, { empty: true })
    assert.deepEqual(await problems(desk, true), [])
  })

  test(`wrong counters, missing, orphaned and outdated search documents are found on ${dialect}`, async (t) => {
    const { desk, ids } = await open(t, dialect)
    const ticket = ids['Quiet ticket']
    await run(desk, `update tickets set article_count = 7 where id = ${ticket}`)
    await run(desk, `update tickets set time_unit = 3 where id = ${ids['Label printer offline']}`)
    await run(desk, `update tickets set title = 'Loud ticket' where id = ${ids['Paper jam again']}`)
    await run(desk, `delete from tickets_text where rowid = (select change from tickets where id = ${ticket})`)
    await run(desk, `insert into groups_text (rowid, name) values (99, 'Orphan')`)
    // The index of SQLite contains words, not texts, so a different number of words is found first.
    const column = dialect === 'sqlite' ? 'number of words' : 'title'
    assert.deepEqual(await problems(desk), [
      `The counter of ticket ${ticket} is at 7 articles, but the ticket has 1.`,
      `The accounted time of ticket ${ids['Label printer offline']} is 3, but its entries add up to 0.`,
      `There is no search document of ticket ${ticket}; run deskbell reindex.`,
      'The search document 99 of groups has no record; run deskbell reindex.',
      `The search document of ticket ${ids['Paper jam again']} differs from the record (${column}); run deskbell reindex.`,
    ])
    await reindex(desk)
    // The two counters are still wrong.
    assert.equal((await problems(desk, true)).length, 2)
  })
}

test('words replaced by the same number of others are found', async (t) => {
  const { desk, ids } = await open(t)
  const ticket = ids['Label printer offline']
  await run(desk, `update tickets set title = 'Label printer online' where id = ${ticket}`)
  assert.deepEqual(await problems(desk), [
    `The search document of ticket ${ticket} differs from the record (title); run deskbell reindex.`,
  ])
})

/** Forty words that no other ticket has. */
const wordsOf = (ticket: number) => Array.from({ length: 40 }, (_, index) => `word${ticket}x${index}`)

test('an added, missing, moved, misplaced or replaced word is found in an index of several segments', async (t) => {
  const { desk } = await open(t)
  const ids: number[] = []
  for (let ticket = 0; ticket < 6; ticket++) {
    const values = {
      number: `8${ticket}`,
      title: wordsOf(ticket).join(' '),
      group_id: 1,
      customer_id: 2,
      state_id: 1,
      priority_id: 2,
    }
    ids.push(await unitOfWork(desk, systemUser, (unit) => insert(unit, 'ticket', values)))
  }
  const segments = CompiledQuery.raw('select count(distinct segid) from tickets_text_idx')
  assert.ok(((await desk.database.arrays(segments))[0]?.[0] as number) > 1)
  assert.deepEqual(await problems(desk, true), [])
  const documents = await documentsOf(desk.database, resources.ticket, ids)
  const faults: ((title: string[]) => { title: string[]; note?: string })[] = [
    (title) => ({ title: title.toSpliced(20, 0, 'extra') }),
    (title) => ({ title: title.toSpliced(20, 1) }),
    (title) => ({ title: title.toSpliced(20, 2, title[21] as string, title[20] as string) }),
    (title) => ({ title: title.toSpliced(20, 1), note: title[20] as string }),
    (title) => ({ title: title.with(20, 'other') }),
  ]
  for (const [ticket, fault] of faults.entries()) {
    const { key, texts } = documents[ticket] as (typeof documents)[number]
    const { title, note } = fault(wordsOf(ticket))
    await run(desk, `delete from tickets_text where rowid = ${key}`)
    await desk.database.transaction((db) =>
      dynamic(db)
        .insertInto('tickets_text')
        .values({ rowid: key, ...texts, title: title.join(' '), ...(note === undefined ? {} : { note }) })
        .execute(),
    )
  }
  const lines = (column: (ticket: number) => string) =>
    faults.map(
      (_, ticket) =>
        `The search document of ticket ${ids[ticket]} differs from the record (${column(ticket)}); run deskbell reindex.`,
    )
  assert.deepEqual(
    await problems(desk, true),
    lines((ticket) => (ticket === 2 || ticket === 4 ? 'title' : 'number of words')),
  )
  // The words can differ even if the number of words in the index is right.
  await damage(
    desk,
    `update tickets_text_docsize set sz = (select sz from tickets_text_docsize where id = ${documents[5]?.key})
    where id in (${documents.map(({ key }) => key).join()})`,
  )
  assert.deepEqual(
    await problems(desk, true),
    lines(() => 'title'),
  )
})

test('a word missing from the vocabulary, which wildcards would not find, is found and repaired', async (t) => {
  const { desk, ids } = await open(t)
  await run(desk, `delete from search_words where word = 'urgent'`)
  assert.deepEqual(await problems(desk), [
    `The search document of ticket ${ids['Quiet ticket']} differs from the record (vocabulary); run deskbell reindex.`,
  ])
  desk.words.clear()
  await reindex(desk)
  assert.deepEqual(await problems(desk, true), [])
})

test('an article that became internal without an update of the index is found', async (t) => {
  const { desk, ids } = await open(t)
  await run(desk, `update ticket_articles set internal = 1 where id = ${ids['Nothing urgent']}`)
  const ticket = ids['Quiet ticket']
  assert.deepEqual(
    (await problems(desk))[0],
    `The counter of ticket ${ticket} is at 0 internal articles, but the ticket has 1.`,
  )
  await run(desk, `update tickets set internal_article_count = 1 where id = ${ids['Quiet ticket']}`)
  assert.deepEqual(await problems(desk), [
    `The search document of ticket ${ticket} differs from the record (number of words); run deskbell reindex.`,
  ])
})

test('an unsorted index that is marked as sorted is found, and sorted by a rebuild', async (t) => {
  const { desk } = await open(t)
  await run(desk, `update tickets set updated_at = '2001-01-01T00:00:00.000Z' where id = 3`)
  const [sentence, ...others] = await problems(desk)
  assert.match(sentence ?? '', /^The search index is marked as sorted, but ticket 3 is out of order/)
  assert.deepEqual(others, [])
  await reindex(desk)
  assert.deepEqual(await problems(desk), [])
  const { rows } = await desk.database.sql.executeQuery<{ id: number }>(
    CompiledQuery.raw('select id from tickets order by change limit 1'),
  )
  assert.equal(rows[0]?.id, 3)
})

test('missing, truncated and changed files are found, and files without an attachment', async (t) => {
  const { desk } = await open(t)
  const [lost, cut, changed] = [
    await attach(desk, 'lost'),
    await attach(desk, 'cut off'),
    await attach(desk, 'changed'),
  ]
  assert.deepEqual(await problems(desk, true), [])
  const folder = join(desk.database.place, '../files')
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))
  rmSync(pathOf(lost))
  writeFileSync(pathOf(cut), 'cut')
  writeFileSync(pathOf(changed), 'changes')
  const usual = [
    `Stored file 1 (${lost}) is missing: "notes.txt" of ticket 67001.`,
    `Stored file 2 (${cut}) has 3 bytes instead of 7: "notes.txt" of ticket 67001.`,
  ]
  assert.deepEqual(await problems(desk), usual)
  assert.deepEqual(await problems(desk, true), [
    ...usual,
    `Stored file 3 (${changed}) has content that does not match its hash: "notes.txt" of ticket 67001.`,
  ])
  const mail = '0'.repeat(64)
  await run(desk, `insert into mail_deliveries values (1, 1, '', '[]', '${mail}', 7, '', '')`)
  assert.equal((await problems(desk))[2], `Sent mail 1 (${mail}) is missing: a mail sent from ticket 67001.`)
  await run(desk, 'delete from mail_deliveries')
  await run(desk, 'delete from attachments where store_file_id = 1')
  await run(desk, 'update attachments set size = 1 where store_file_id = 2')
  const after = await problems(desk)
  assert.ok(after.includes(`Stored file 1 (${lost}) is not used by any attachment.`))
  assert.ok(after.includes('Attachment 2 has the size 1, but its stored file has 7 bytes.'))
  await run(desk, 'delete from stored_files where id = 3')
  assert.ok((await problems(desk)).includes('Attachment 3 refers to stored file 3, which does not exist.'))
})

test('dangling references and a damaged database file are found', async (t) => {
  const { desk } = await open(t)
  await damage(desk, 'delete from ticket_priorities where id = 2')
  assert.ok(
    (await problems(desk)).some((sentence) =>
      /^Row \d+ of tickets refers to a row of ticket_priorities/.test(sentence),
    ),
  )
  await damage(desk, `update tickets_text_data set block = x'00' where id > 100`)
  assert.ok((await problems(desk)).some((sentence) => sentence.startsWith('The database file is damaged: ')))
  const last = (await problems(desk)).at(-1)
  assert.match(last ?? '', /^The check of the words of the search index failed: fts5: corruption/)
  await reindex(desk, undefined, { empty: true })
  assert.ok(!(await problems(desk)).some((sentence) => sentence.startsWith('The database file is damaged: ')))
})

test('a counter whose next ticket number is already taken is found', async (t) => {
  const { desk } = await open(t)
  const counter = `update settings set value = cast(cast(value as integer) - 1 as text) where name = 'ticket_counter'`
  await run(desk, counter)
  const [sentence] = await problems(desk)
  assert.match(sentence ?? '', /^The next ticket would get the number 67\d+, which is already taken\.$/)
})

test('tickets that change during a rebuild are in order at the end', async (t) => {
  const w = await open(t)
  const { desk } = w
  await unitOfWork(desk, systemUser, async (unit) => {
    for (let index = 0; index < 450; index++) {
      await insert(unit, 'ticket', {
        number: `8${index}`,
        title: `Ticket ${index}`,
        group_id: 1,
        customer_id: 2,
        state_id: 1,
        priority_id: 2,
        updated_at: new Date(Date.parse('2026-01-01') + index * 1000).toISOString(),
      })
    }
  })
  w.pass(1000)
  let touched = 0
  const progress: [number, number][] = []
  await reindex(desk, (done, total) => {
    progress.push([done, total])
    if (touched++ > 8) return
    // Not awaited: it queues for the database like a write of the service.
    void desk.database.transaction((db) =>
      db.sql
        .updateTable('tickets')
        .set({ updated_at: '2026-03-03T00:00:00.000Z' })
        .where('id', '=', 20 + touched)
        .execute(),
    )
  })
  assert.deepEqual(progress.at(-1)?.[0], progress.at(-1)?.[1])
  assert.deepEqual(
    (await problems(desk, true)).filter((sentence) => !sentence.includes('articles')),
    [],
  )
  assert.deepEqual(await orphansOf(desk.database, 'tickets', 'change'), [])
  const order = await desk.database.sql
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'search_order')
    .executeTakeFirst()
  assert.equal(order?.value, 'sorted')
})
