import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { inReplyTo, februaryDay, mail, openMailDesk } from '../../testing/mail-desk.ts'

for (const [name, open] of Object.entries(eachDialect)) {
  describe(`importing mail on ${name}`, () => {
    it('finds threads, imports nothing twice, and leaves no problems', async () => {
      const mailDesk = await openMailDesk(open)
      try {
        const body =
          '--b\nContent-Type: text/html\n\n<img src="cid:p">\n--b\nContent-Type: image/png\nContent-ID: <p>\n\nx\n--b--\n'
        const mails = [
          mail({
            id: 'a',
            date: februaryDay(3),
            from: 'maya@bakery.example',
            subject: 'Re: Printer',
            ...inReplyTo('q'),
          }),
          mail({ id: 'q', date: februaryDay(1), head: 'Content-Type: multipart/related; boundary=b\n', body }),
          mail({ id: 's', date: februaryDay(4), subject: 'Re: Printer' }),
          mail({ id: 'z', from: 'zoe@ohara.example', subject: 'Re: Printer' }),
          'no mail',
        ]
        const first = await mailDesk.importMails(mails)
        assert.deepEqual([first.tickets, first.articles, first.attachments, first.quarantined], [2, 4, 1, 1])
        const again = await mailDesk.importMails(mails)
        assert.deepEqual([again.alreadyImported, again.articles, again.users], [4, 0, 0])
        assert.deepEqual(
          (await mailDesk.tickets()).map(({ customer, article_count, created_at }) => [
            customer,
            article_count,
            created_at,
          ]),
          [
            ['nils@bakery.example', 3, '2026-02-01T10:00:00.000Z'],
            ['zoe@ohara.example', 1, '2026-02-02T10:00:00.000Z'],
          ],
        )
        assert.deepEqual(await mailDesk.findProblems(), [])
      } finally {
        await mailDesk.close()
      }
    })
  })
}
