import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Frame, type Request } from 'playwright-core'
import { systemUser } from '@deskbell/contract'
import { safeHtml } from '../../server/src/resources/article/safe-html.ts'
import { MAX_BODY_LENGTH } from '../../server/src/text/html.ts'
import { hostileMails } from '../../server/src/testing/hostile-mails.ts'
import { insert, unitOfWork } from '../../server/src/writing/unit-of-work.ts'
import { type Desk, describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

/** Number of messages in a ticket: as many as a thread lays out at once. */
const PER_TICKET = 6

interface TestTicket {
  readonly path: string
  /** The id of the last message. */
  readonly last: number
  readonly size: number
}

/** Writes the e-mails into tickets, bypassing the rules of articles. */
function writeTickets(
  { world: { desk, ids } }: Desk,
  firstNumber: number,
  bodies: readonly string[],
): Promise<TestTicket[]> {
  return unitOfWork(desk, systemUser, async (unit) => {
    const tickets: TestTicket[] = []
    for (let start = 0; start < bodies.length; start += PER_TICKET) {
      const batch = bodies.slice(start, start + PER_TICKET)
      const number = String(firstNumber + start)
      const ticket_id = await insert(unit, 'ticket', {
        number,
        title: `Hostile ${start}`,
        group_id: ids['Printers'] as number,
        customer_id: ids['nils'] as number,
        state_id: 2,
        priority_id: 2,
        article_count: batch.length,
      })
      // An e-mail of the customer.
      const article = { ticket_id, type_id: 1, sender_id: 2, internal: false, content_type: 'text/html' }
      let last = 0
      for (const body of batch) {
        last = await insert(unit, 'article', { ...article, body, created_by_id: ids['nils'] as number })
      }
      tickets.push({ path: `/tickets/${number}`, last, size: batch.length })
    }
    return tickets
  })
}

/** Returns true for the requests of the page itself. Only an e-mail would request a sign-out. */
const isOfThePage = (url: URL): boolean => /^\/(?:api\/v1\/(?!signout)|assets\/|icon\.svg$)/.test(url.pathname)

/**
 * Returns true if a script of an e-mail has run: each sets the variable `attacked`. An element with that id is a variable,
 * too, but harmless.
 */
const hasRun = (frame: Frame): Promise<boolean> =>
  frame.evaluate(
    () => 'attacked' in globalThis && !((globalThis as { attacked?: unknown }).attacked instanceof Element),
  )

describeInBrowser('hostile e-mails', (desk) => {
  const mails = hostileMails()
  /** The attacks that a browser can show as they are. The service limits the depth and length of the others. */
  const shortMails = mails.filter(({ html }) => html.length < 50_000)
  const kinds = [
    ['as the service stores them', 1_000_000, mails, (html: string) => safeHtml(html).text],
    ['as they were sent, if the service had let them through', 2_000_000, shortMails, (html: string) => html],
  ] as const
  for (const [name, firstNumber, attacks, bodyOf] of kinds) {
    test(`run nothing and request nothing in the page, ${name}`, async () => {
      const tickets = await writeTickets(
        desk(),
        firstNumber,
        attacks.map(({ html }) => bodyOf(html).slice(0, MAX_BODY_LENGTH).replaceAll('\0', '')),
      )
      const tab = await desk().tab('/', { as: 'rita' })
      const { page } = tab
      const foreign: string[] = []
      const check = (request: Request) => {
        const url = new URL(request.url())
        if (url.protocol === 'about:' || (url.origin === new URL(desk().url).origin && isOfThePage(url))) return
        foreign.push(`${page.url()}: ${request.url()}`)
      }
      await page.route(
        (url) => url.origin !== new URL(desk().url).origin,
        (route) => route.abort(),
      )
      await page.waitForURL('**/overviews/**')
      page.on('request', check)
      page.on('dialog', (dialog) => foreign.push(`${page.url()}: ${dialog.message()}`))
      let opened = 0
      for (const { path, last, size } of tickets) {
        await page.evaluate((address) => history.pushState(null, '', address), path)
        await page.locator(`#article-${last} .entry-body`).waitFor()
        await eventually(() => page.locator('article.entry').count(), size)
        opened += size
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        for (const frame of page.frames()) assert.equal(await hasRun(frame), false, page.url())
        assert.equal(new URL(page.url()).pathname, path)
      }
      assert.equal(opened, attacks.length)
      assert.deepEqual(foreign, [])
      await page.context().close()
    })
  }
})
