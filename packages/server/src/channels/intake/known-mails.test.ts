import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { eachDialect } from '../../testing/each-dialect.ts'
import { mail, type MailDesk, openMailDesk } from '../../testing/mail-desk.ts'
import { receiveMails } from '../../testing/received.ts'

for (const [dialect, open] of Object.entries(eachDialect)) {
  describe(`mails with the same Message-ID, author and date, on ${dialect}`, () => {
    let mailDesk: MailDesk
    beforeEach(async () => (mailDesk = await openMailDesk(open)))
    afterEach(() => mailDesk.close())

    const first = mail({ id: 'a' })
    const other = mail({ id: 'a', subject: 'Toner', body: 'It is empty.\n' })
    const copies = [
      mail({ id: 'a', subject: '[list] Printer', body: 'This is a.\n____\nThe list of printers\n' }),
      mail({ id: 'a', subject: '[list] Toner', body: 'It is\nempty.\n' }),
    ]

    it('become one article if they arrive with the same text, otherwise two', async () => {
      const [one, two, ...again] = await receiveMails(mailDesk.desk, [first, other, ...copies, other])
      assert.deepEqual(
        [one, two].map((got) => [got?.state, got?.article?.['body']]),
        [
          ['taken', 'This is a.'],
          ['taken', 'It is empty.'],
        ],
      )
      assert.deepEqual(
        again.map(({ state, article }) => [state, article?.['id']]),
        [one, two, two].map((got) => ['duplicate', got?.article?.['id']]),
      )
    })

    it('are imported by the same rule', async () => {
      const summary = await mailDesk.importMails([first, other, ...copies])
      assert.deepEqual([summary.articles, summary.alreadyImported], [2, 2])
      const again = await mailDesk.importMails([...copies, other, first])
      assert.deepEqual([again.articles, again.alreadyImported], [0, 4])
    })
  })
}
