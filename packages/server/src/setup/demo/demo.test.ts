import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { matchesHash } from '../../resources/user/password.ts'
import { searchSettings } from '../../search/settings.ts'
import { mail, type MailDesk, openMailDesk } from '../../testing/mail-desk.ts'
import { readStoredValue } from '../../kernel/settings.ts'
import { senders, types } from '../../resources/article/kinds.ts'
import { reindex } from '../../upkeep/reindex.ts'
import { unitOfWork } from '../../writing/unit-of-work.ts'
import { archiveClock } from './archive-clock.ts'
import { fillDemo, readDemoState, writeDemoState } from './index.ts'
import { agents, customers, demoNote, demoPassword, teams } from './people.ts'

/** Mails of a list that a team of the demo answers. */
const mails = Array.from({ length: 40 }, (_, index) =>
  mail({
    id: `m${index}`,
    from: `Customer ${index} <c${index}@lists.example>`,
    subject: `[ILUG] Question ${index} about a printer`,
    date: `${(index % 8) + 1} Oct 2002 10:00:00 +0000`,
    head: "List-Id: Irish Linux Users' Group <ilug.linux.ie>\n",
  }),
)

describe('the demo', () => {
  let mailDesk: MailDesk

  before(async () => {
    mailDesk = await openMailDesk()
    const { desk } = mailDesk
    await mailDesk.importMails(mails, { closedBefore: desk.now(), timeOf: archiveClock(desk.now()) })
    await unitOfWork(desk, systemUser, (unit) => writeDemoState(unit, 'imported'))
    await fillDemo(desk, 'admin@desk.example', reindex)
  })
  after(() => mailDesk.close())

  it('adds agents and customers who can sign in, in teams', async () => {
    const users = mailDesk.desk.database.sql
      .selectFrom('users')
      .select(['login', 'password'])
      .where('note', '=', demoNote)
    const rows = await users.execute()
    assert.deepEqual(
      rows.map(({ login }) => login).toSorted(),
      [...agents, ...customers].map(({ login }) => login).toSorted(),
    )
    assert.ok(await matchesHash(rows[0]?.password ?? null, demoPassword))
    const groups = await mailDesk.desk.database.sql
      .selectFrom('groups')
      .select('name')
      .where('note', '=', demoNote)
      .execute()
    assert.deepEqual(groups.map(({ name }) => name).toSorted(), [...teams].toSorted())
  })

  it('spreads states, priorities, owners and answers over the mails', async () => {
    const counts = async (column: 'state_id' | 'priority_id' | 'owner_id') => {
      const tickets = mailDesk.desk.database.sql.selectFrom('tickets').where('note', '=', demoNote)
      return (await tickets.select(column).distinct().execute()).length
    }
    assert.deepEqual([await counts('state_id'), await counts('priority_id')], [5, 3])
    assert.ok((await counts('owner_id')) > 5)
    const late = mailDesk.desk.database.sql.selectFrom('tickets').select('id')
    assert.ok((await late.where('pending_time', '<', mailDesk.desk.now().toISOString()).execute()).length >= 2)
    assert.ok((await late.where('waiting_since', 'is not', null).execute()).length > 5)
    assert.deepEqual(await mailDesk.findProblems(), [])
  })

  it('marks tickets as demo data, which their history does not mention', async () => {
    const histories = mailDesk.desk.database.sql.selectFrom('histories').select('o_id')
    assert.deepEqual(await histories.where('attribute', '=', 'note').execute(), [])
  })

  it('moves the mail to the last weeks, and writes nothing in the future', async () => {
    const now = mailDesk.desk.now()
    const latest = await mailDesk.desk.database.sql
      .selectFrom('ticket_articles')
      .select(({ fn }) => [fn.max('created_at').as('last'), fn.min('created_at').as('first')])
      .executeTakeFirstOrThrow()
    assert.ok(latest.last <= now.toISOString())
    assert.ok(latest.first > new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000).toISOString())
  })

  it('gives every e-mail of an agent a Message-ID, as if it had been sent', async () => {
    const articles = mailDesk.desk.database.sql.selectFrom('ticket_articles').select('id')
    const emails = articles.where('type_id', '=', types.email).where('sender_id', '=', senders.agent)
    assert.ok((await emails.execute()).length > 5)
    assert.deepEqual(await emails.where('message_id', 'is', null).execute(), [])
  })

  it('shows a trigger and an SLA at work', async () => {
    const { desk } = mailDesk
    const ticket = await desk.database.sql
      .selectFrom('tickets')
      .select(['id', 'priority_id', 'owner_id', 'escalation_at'])
      .where('title', '=', 'Urgent: no printer works')
      .executeTakeFirstOrThrow()
    assert.equal(ticket.priority_id, 3)
    assert.notEqual(ticket.owner_id, 1)
    assert.notEqual(ticket.escalation_at, null)
    const sources = desk.database.sql.selectFrom('histories').select('sourceable_name').distinct()
    const rows = await sources.where('o_id', '=', ticket.id).where('object', '=', 'Ticket').execute()
    assert.ok(rows.some(({ sourceable_name }) => sourceable_name === 'Urgent requests'))
  })

  it('leaves a sorted index, so that searches do not have to sort', async () => {
    const order = await readStoredValue(mailDesk.desk.database, 'search_order')
    assert.equal(order, searchSettings.search_order)
  })

  it('is not filled twice', async () => {
    const count = async () =>
      (await mailDesk.desk.database.sql.selectFrom('ticket_articles').select('id').execute()).length
    const before = await count()
    await fillDemo(mailDesk.desk, 'admin@desk.example', reindex)
    assert.deepEqual([await count(), await readDemoState(mailDesk.desk)], [before, 'ready'])
  })

  it('continues with the step that was interrupted', async () => {
    const other = await openMailDesk()
    try {
      await other.importMails(mails.slice(0, 2))
      await unitOfWork(other.desk, systemUser, (unit) => writeDemoState(unit, 'imported'))
      // There is no such administrator, so the second step fails as a whole.
      await assert.rejects(fillDemo(other.desk, 'missing@desk.example', reindex), /needs the user missing/)
      assert.equal(await readDemoState(other.desk), 'staffed')
      await fillDemo(other.desk, 'admin@desk.example', reindex)
      assert.equal(await readDemoState(other.desk), 'ready')
    } finally {
      await other.close()
    }
  })
})
