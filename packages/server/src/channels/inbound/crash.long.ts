import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openLog } from '../../config.ts'
import { openDesk } from '../../setup/desk.ts'
import { commandLine } from '../../testing/cli.ts'
import { mail } from '../../testing/mail-desk.ts'
import { accept } from '../intake/inbox.ts'

const MAILS = 80
const KILLS = 6

test('a service that is killed while it takes mail makes one article of each mail', async (t) => {
  const cli = commandLine()
  t.after(() => cli.close())
  const first = await cli.start()
  first.signal('SIGTERM')
  await first.ended
  const desk = await openDesk({ data: join(cli.folder, 'deskbell-data'), databaseUrl: undefined }, openLog('silent'))
  t.after(() => desk.database.close())
  for (let number = 0; number < MAILS; number += 1) {
    // Every fourth mail answers the one before it.
    const answers = number % 4 === 3 ? { head: `In-Reply-To: <m${number - 1}@x.example>\n` } : {}
    const raw = mail({ id: `m${number}`, subject: `Topic ${number}`, ...answers })
    await accept(desk, Buffer.from(raw), { via: 'pipe', channel_id: null })
  }
  const count = async (state: 'waiting' | 'taken') => {
    const rows = await desk.database.sql
      .selectFrom('received_mails')
      .select('article_id')
      .where('state', '=', state)
      .execute()
    return rows.length
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await count('taken')
    const service = await cli.start()
    while ((await count('taken')) === before && (await count('waiting')) > 0) await nextTurn()
    service.signal('SIGKILL')
    await service.ended
  }
  const last = await cli.start()
  while ((await count('waiting')) > 0) await nextTurn()
  last.signal('SIGTERM')
  await last.ended
  assert.equal(await count('taken'), MAILS)
  const articles = await desk.database.sql
    .selectFrom('ticket_articles')
    .select(['id', 'ticket_id'])
    .where('message_id', 'like', '<m%@x.example>')
    .execute()
  assert.equal(articles.length, MAILS)
})
