import assert from 'node:assert/strict'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { importMail } from './import.ts'
import { inReplyTo, februaryDay, mail, type MailDesk, openMailDesk } from '../../testing/mail-desk.ts'

const read = (path: string): string => readFileSync(path, 'utf8')

/** The path in a `.reason.txt` file. */
const pathIn = (reason: string): string => /^from: (.*), \d+ bytes/m.exec(reason)?.[1] ?? ''

const part = (type: string, name: string) =>
  `--b\nContent-Type: ${type}\nContent-ID: <${name}>\nContent-Disposition: attachment; filename=${name}\n\nsame\n`

describe('importMail', () => {
  let mailDesk: MailDesk

  beforeEach(async () => (mailDesk = await openMailDesk()))
  afterEach(() => mailDesk.close())

  const articles = () =>
    mailDesk.desk.database.sql
      .selectFrom('ticket_articles')
      .selectAll()
      .where('ticket_id', '>', 1)
      .orderBy('id')
      .execute()

  it('creates a ticket from a mail', async () => {
    const head = 'Cc: "Vale, Ines" <ines@x.example>\n'
    const summary = await mailDesk.importMails([mail({ id: '1', subject: 'Re: Printer\n  offline', head })])
    const { articles: written, tickets, users, organizations, groups, alreadyImported, quarantined } = summary
    assert.deepEqual(
      [written, tickets, users, organizations, groups, alreadyImported, quarantined],
      [1, 1, 1, 1, 1, 0, 0],
    )
    const [ticket] = await mailDesk.tickets()
    const at = '2026-02-02T10:00:00.000Z'
    assert.equal(ticket?.title, 'Printer offline')
    assert.equal(ticket.number, '67002')
    assert.equal(ticket.customer, 'nils@bakery.example')
    assert.equal(ticket.group, 'help@desk.example')
    assert.equal(ticket.state, 'new')
    assert.equal(ticket.article_count, 1)
    assert.deepEqual([ticket.created_at, ticket.updated_at, ticket.first_response_at], [at, at, null])
    assert.deepEqual([ticket.last_contact_at, ticket.last_contact_customer_at], [at, at])
    const [article] = await articles()
    assert.equal(article?.from, 'Nils Brandt <nils@bakery.example>')
    assert.equal(article.to, 'help@desk.example')
    assert.equal(article.cc, '"Vale, Ines" <ines@x.example>')
    assert.deepEqual([article.subject, article.body], ['Re: Printer offline', 'This is 1.'])
    assert.deepEqual([article.message_id, article.created_at], ['<1@x.example>', at])
    assert.equal(article.created_by_id, ticket.customer_id)
    assert.deepEqual(await mailDesk.findProblems(), [])
  })

  it('keeps all addresses of a mail; the customer is its first author', async () => {
    const head = 'Cc: Zoe (zoe@ohara.example), "A \\"B\\"" <ab@x.example>, Anonymous\nReply-To: r@x.example\n'
    const from = '=?iso-8859-1?Q?B=FCrling,=20Andreas?= <andreas@bakery.example>, maya@bakery.example'
    await mailDesk.importMails([mail({ id: '1', from, head })])
    const [article] = await articles()
    assert.deepEqual(
      [article?.from, article?.cc, article?.reply_to],
      [
        '"Bürling, Andreas" <andreas@bakery.example>, maya@bakery.example',
        'Zoe <zoe@ohara.example>, "A \\"B\\"" <ab@x.example>, Anonymous',
        'r@x.example',
      ],
    )
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ customer }) => customer),
      ['andreas@bakery.example'],
    )
    assert.deepEqual(await mailDesk.findProblems(), [])
  })

  it('identifies users by their address, and organizations by their domain', async () => {
    await mailDesk.importMails([
      mail({ id: '1', from: 'nils@bakery.example' }),
      mail({ id: '2', from: '"BRANDT, NILS" <Nils@Bakery.example>', subject: 'b' }),
      mail({ id: '3', from: "Zoe O'Hara <zoe@gmail.com>", subject: 'c' }),
      mail({ id: '4', from: 'undisclosed', subject: 'd' }),
    ])
    const users = await mailDesk.desk.database.sql
      .selectFrom('users')
      .leftJoin('organizations', 'organizations.id', 'users.organization_id')
      .select(['login', 'fullname', 'firstname', 'lastname', 'organizations.name as organization', 'shared'])
      .where('users.id', '>', 3)
      .orderBy('users.id')
      .execute()
    assert.deepEqual(
      users.map((row) => Object.values({ ...row, shared: Boolean(row.shared) })),
      [
        ['nils@bakery.example', 'Nils Brandt', 'Nils', 'Brandt', 'bakery.example', false],
        ['zoe@gmail.com', "Zoe O'Hara", 'Zoe', "O'Hara", null, false],
        ['unknown-sender', 'Unknown Sender', 'Unknown', 'Sender', null, false],
      ],
    )
  })

  // q is a question, a and b are answers to it.
  const orders = ['qab', 'qba', 'aqb', 'abq', 'bqa', 'baq']
  for (const order of orders) {
    it(`joins a conversation that arrives in the order ${order}`, async () => {
      const thread: Readonly<Record<string, string>> = {
        q: mail({ id: 'q', date: februaryDay(1) }),
        a: mail({
          id: 'a',
          date: februaryDay(2),
          from: 'maya@bakery.example',
          subject: 'Re: Printer',
          ...inReplyTo('q'),
        }),
        b: mail({ id: 'b', date: februaryDay(3), subject: 'Toner', head: 'References: <q@x.example> <a@x.example>\n' }),
      }
      const bySubject = {
        date: februaryDay(4),
        from: 'maya@bakery.example',
        to: 'nils@bakery.example',
        subject: 'AW: printer',
      }
      await mailDesk.importMails([...order.split('').map((id) => thread[id] ?? ''), mail({ id: 'c', ...bySubject })])
      assert.deepEqual(
        (await mailDesk.tickets()).map(({ title, customer, article_count, created_at, updated_at }) => [
          title,
          customer,
          article_count,
          created_at,
          updated_at,
        ]),
        [['Printer', 'nils@bakery.example', 4, '2026-02-01T10:00:00.000Z', '2026-02-04T10:00:00.000Z']],
      )
      assert.deepEqual(await mailDesk.findProblems(), [])
    })
  }

  it('never joins mail of a customer to the ticket of another', async () => {
    await mailDesk.importMails([
      mail({ id: '1' }),
      mail({ id: '2', from: 'zoe@ohara.example', subject: 'Re: Printer' }),
      mail({ id: '3', from: 'help@desk.example', to: 'zoe@ohara.example', subject: 'Re: Printer' }),
    ])
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ title, article_count }) => `${title}: ${article_count}`),
      ['Printer: 1', 'Printer: 2'],
    )
  })

  it('joins replies on a mailing list', async () => {
    const list = 'List-Id: Irish Linux Users <ilug.linux.ie>\n'
    await mailDesk.importMails([
      mail({ id: '1', to: 'ilug@linux.ie', head: list }),
      mail({ id: '2', to: 'ilug@linux.ie', from: 'zoe@ohara.example', subject: '[ILUG] Re: Printer', head: list }),
    ])
    assert.deepEqual(
      (await mailDesk.tickets()).map(({ group, article_count }) => [group, article_count]),
      [['Irish Linux Users', 2]],
    )
  })

  it('imports nothing twice', async () => {
    const mails = [mail({ id: '1' }), mail({ id: '2', subject: 'b' }), 'Subject: no id\nFrom: nils@bakery.example\n\nx']
    await mailDesk.importMails(mails)
    const again = await mailDesk.importMails(mails)
    assert.deepEqual([again.messages, again.alreadyImported, again.articles, again.users], [3, 3, 0, 0])
    const reformatted = await mailDesk.importMails([
      `Received: from elsewhere\n${mails[0]}`,
      mails[0]?.replaceAll('\n', '\r\n') ?? '',
    ])
    assert.deepEqual([reformatted.alreadyImported, reformatted.articles], [2, 0])
    const repeated = await mailDesk.importMails([
      mails[1] as string,
      `Received: by another\n${mails[1]}`,
      mail({ id: '3', subject: 'c' }),
    ])
    assert.deepEqual([repeated.alreadyImported, repeated.articles], [2, 1])
    assert.deepEqual(await mailDesk.findProblems(), [])
  })

  it('imports all mails of a program that uses the same Message-ID for every mail', async () => {
    const mails = [mail({ id: '1' }), mail({ id: '1', date: februaryDay(5), body: 'another' })]
    assert.equal((await mailDesk.importMails(mails)).articles, 2)
    assert.equal((await mailDesk.importMails(mails)).alreadyImported, 2)
    const ids = new Set((await articles()).map(({ message_id }) => message_id))
    assert.equal(ids.size, 2)
  })

  it('copies unreadable messages to the quarantine, once, and continues', async () => {
    const mails = [mail({ id: '1' }), '{"no": "mail"}', '', mail({ id: '2', subject: 'b' })]
    const quarantine = join(mailDesk.folder, 'quarantine')
    const first = await mailDesk.importMails(mails, { quarantine })
    assert.deepEqual([first.articles, first.quarantined, first.messages], [2, 2, 4])
    const kept = readdirSync(quarantine)
    assert.equal(kept.length, 4)
    const reasons = kept.filter((name) => name.endsWith('.reason.txt')).map((name) => read(join(quarantine, name)))
    assert.match(reasons.join(''), /The message is empty\.\nfrom: .*002\.eml, 0 bytes at 0\n/)
    assert.match(reasons.join(''), /The message has no mail header\.\nfrom: .*001\.eml, 14 bytes at 0\n/)
    assert.ok(kept.some((name) => read(join(quarantine, name)) === mails[1]))
    const again = await importMail(mailDesk.desk, [dirname(pathIn(reasons[0] ?? ''))], { quarantine })
    assert.deepEqual([again.articles, again.quarantined], [0, 2])
    assert.equal(readdirSync(quarantine).length, 4)
  })

  it('copies a message of more than 50 MiB to the quarantine', async () => {
    const quarantine = join(mailDesk.folder, 'quarantine')
    const path = join(mailDesk.folder, 'large.eml')
    writeFileSync(path, mail({ id: '1' }))
    truncateSync(path, 50 * 1024 * 1024 + 1)
    const { articles, quarantined } = await importMail(mailDesk.desk, [path], { quarantine })
    assert.deepEqual([articles, quarantined], [0, 1])
    const [reason = ''] = readdirSync(quarantine).filter((name) => name.endsWith('.reason.txt'))
    assert.match(read(join(quarantine, reason)), /^The message is larger than 50 MiB\.\n/)
  })

  it('shows embedded images and stores attachments', async () => {
    const head = 'Content-Type: multipart/related; boundary=b\n'
    const body = `--b\nContent-Type: text/html\n\n<p>Look: <img src="cid:a.png"> <img src="cid:gone"></p>\n${part('image/png', 'a.png')}${part('application/pdf', 'b.pdf')}--b--\n`
    const summary = await mailDesk.importMails([mail({ id: '1', head, body })])
    assert.equal(summary.attachments, 2)
    const files = await mailDesk.desk.database.sql.selectFrom('attachments').selectAll().orderBy('id').execute()
    assert.deepEqual(
      files.map(({ filename, size }) => [filename, size]),
      [
        ['a.png', 4],
        ['b.pdf', 4],
      ],
    )
    assert.equal(files[0]?.store_file_id, files[1]?.store_file_id)
    const stored = await mailDesk.desk.database.sql.selectFrom('stored_files').selectAll().executeTakeFirstOrThrow()
    assert.equal((await buffer(mailDesk.desk.files.read(stored.sha256))).toString(), 'same')
    const [article] = await articles()
    const src = `/api/v1/ticket_attachment/${article?.ticket_id}/${article?.id}/${files[0]?.id}?view=inline`
    assert.equal(article?.body, `<p>Look: <img src="${src}"> <img src="cid:gone"></p>`)
    assert.deepEqual(await mailDesk.findProblems(), [])
  })

  it('stops between batches and resumes there', async () => {
    const mails = Array.from({ length: 150 }, (_, index) => mail({ id: `m${index}`, subject: `s${index}` }))
    const stop = new AbortController()
    const first = await mailDesk.importMails(mails, { signal: stop.signal, onProgress: () => stop.abort() })
    assert.ok(first.articles > 0 && first.articles < 150, `${first.articles}`)
    const second = await mailDesk.importMails(mails)
    assert.deepEqual([second.alreadyImported, second.alreadyImported + second.articles], [first.articles, 150])
  })
})
