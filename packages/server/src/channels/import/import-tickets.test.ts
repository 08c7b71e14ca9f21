import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork, update } from '../../writing/unit-of-work.ts'
import { inReplyTo, februaryDay, mail, type MailDesk, openMailDesk } from '../../testing/mail-desk.ts'

/** Ids in a new desk: the state `closed`, the role Agent and the administrator. */
const [CLOSED, AGENT, ADMIN] = [4, 2, 3]

describe('tickets of imported mail', () => {
  let mailDesk: MailDesk

  beforeEach(async () => (mailDesk = await openMailDesk()))
  afterEach(() => mailDesk.close())

  it('closes tickets whose last mail is older than the given date, by default than 30 days', async () => {
    // The clock shows 2 March 2026; by default, `mail` has the date 2 February.
    await mailDesk.importMails([mail({ id: '1', date: '1 Jan 2020 10:00:00 +0000' }), mail({ id: '2', subject: 'b' })])
    await mailDesk.importMails([mail({ id: '3', subject: 'c' })], { closedBefore: new Date('2026-02-20') })
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ state, close_at }) => [state, close_at]),
      [
        ['closed', '2020-01-01T10:00:00.000Z'],
        ['new', null],
        ['closed', '2026-02-02T10:00:00.000Z'],
      ],
    )
  })

  it('recognizes mail of agents', async () => {
    await unitOfWork(mailDesk.desk, systemUser, async (unit) => {
      const values = { login: 'rita@desk.example', email: 'rita@desk.example', firstname: 'Rita', lastname: 'Sand' }
      const id = await insert(unit, 'user', { ...values, fullname: 'Rita Sand' })
      await unit.db.sql.insertInto('roles_users').values({ role_id: AGENT, user_id: id }).execute()
    })
    const rita = { from: 'rita@desk.example', to: 'nils@bakery.example' }
    await mailDesk.importMails([
      mail({ id: '1' }),
      mail({ id: '2', date: februaryDay(3), ...rita, ...inReplyTo('1') }),
      mail({ id: '3', date: februaryDay(4), ...inReplyTo('2') }),
      mail({ id: '4', date: februaryDay(5), ...rita, subject: 'Your invoice' }),
    ])
    const [question, invoice] = await mailDesk.tickets()
    assert.deepEqual(
      [
        question?.state,
        question?.first_response_at,
        question?.last_contact_agent_at,
        question?.last_contact_customer_at,
      ],
      ['open', '2026-02-03T10:00:00.000Z', '2026-02-03T10:00:00.000Z', '2026-02-04T10:00:00.000Z'],
    )
    assert.deepEqual(
      [invoice?.customer, invoice?.title, invoice?.state],
      ['nils@bakery.example', 'Your invoice', 'open'],
    )
  })

  it('does not treat an address in a display name as a participant', async () => {
    await mailDesk.importMails([mail({ id: '1', to: '"zoe@ohara.example" <help@desk.example>' })])
    await mailDesk.importMails([
      mail({ id: '2', from: 'zoe@ohara.example', to: 'nils@bakery.example', subject: 'Re: Printer' }),
    ])
    assert.equal((await mailDesk.tickets()).length, 2)
  })

  it('keeps the state and title of an edited ticket; new mail of the customer reopens it', async () => {
    await mailDesk.importMails([mail({ id: '1', date: februaryDay(1) })])
    const [{ id } = { id: 0 }] = await mailDesk.tickets()
    await unitOfWork(mailDesk.desk, ADMIN, (unit) =>
      update(unit, 'ticket', id, { state_id: CLOSED, title: 'Toner', updated_at: '2026-02-10T10:00:00.000Z' }),
    )
    // Earlier than the first mail.
    await mailDesk.importMails([
      mail({ id: '0', date: februaryDay(1).replace('10:', '09:'), head: 'References: <1@x.example>\n' }),
    ])
    await mailDesk.importMails([mail({ id: '2', date: februaryDay(5), ...inReplyTo('1') })])
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ state, title }) => [state, title]),
      [['closed', 'Toner']],
    )
    // The second import has set `updated_at` to the time of the clock, 2 March, which is after the next mail (20 February).
    await unitOfWork(mailDesk.desk, ADMIN, (unit) =>
      update(unit, 'ticket', id, { updated_at: '2026-02-10T10:00:00.000Z' }),
    )
    await mailDesk.importMails([mail({ id: '3', date: februaryDay(20), ...inReplyTo('1') })])
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ state, article_count }) => [state, article_count]),
      [['open', 4]],
    )
  })

  it('reopens a ticket by the rules of its group for replies', async () => {
    await mailDesk.importMails([mail({ id: '1', date: februaryDay(1) })])
    const [{ id, group_id } = { id: 0, group_id: 0 }] = await mailDesk.tickets()
    const close = (group: object) =>
      unitOfWork(mailDesk.desk, ADMIN, async (unit) => {
        await update(unit, 'group', group_id, group)
        await update(unit, 'ticket', id, { state_id: CLOSED, owner_id: ADMIN, updated_at: '2026-02-10T10:00:00.000Z' })
      })
    const outcome = async () => (await mailDesk.tickets()).map(({ state, owner_id }) => [state, owner_id])
    await close({ follow_up_possible: 'new_ticket' })
    await mailDesk.importMails([mail({ id: '2', date: februaryDay(20), ...inReplyTo('1') })])
    assert.deepEqual(await outcome(), [['closed', ADMIN]])
    await close({ follow_up_possible: 'yes', follow_up_assignment: false })
    await mailDesk.importMails([mail({ id: '3', date: februaryDay(21), ...inReplyTo('1') })])
    assert.deepEqual(await outcome(), [['open', 1]])
    assert.deepEqual(await mailDesk.findProblems(), [])
  })

  it('refuses a group below one that does not exist, before anything is imported', async () => {
    await assert.rejects(mailDesk.importMails([mail({ id: '1' })], { group: 'Nowhere::Below' }), /"Nowhere"/)
    assert.deepEqual(await mailDesk.tickets(), [])
  })

  it('uses the given group for all tickets; only administrators have access to a new group', async () => {
    await mailDesk.importMails([mail({ id: '1' }), mail({ id: '2', to: 'sales@desk.example', subject: 'b' })], {
      group: 'users',
    })
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ group }) => group),
      ['Users', 'Users'],
    )
    await mailDesk.importMails([mail({ id: '3', subject: 'c' })], { group: 'Support' })
    const access = await mailDesk.desk.database.sql
      .selectFrom('groups_users')
      .selectAll()
      .where('group_id', '=', 2)
      .execute()
    assert.deepEqual(
      access.map((row) => ({ ...row })),
      [{ group_id: 2, user_id: ADMIN, access: 'full' }],
    )
  })
})
