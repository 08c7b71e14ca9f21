import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser, type Desk } from './browser.ts'

/** Opens a ticket whose messages do not fit on the screen, at its end. */
async function openLongTicket(desk: Desk, title: string) {
  const article = { body: Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of the report`).join('\n') }
  const body = { title, group: 'Printers', customer: 'nils@desk.example', article }
  const { json } = await desk.world.request('tickets', { method: 'POST', as: 'rita', body })
  const tab = await desk.tab(`/tickets/${json.number}`, { as: 'rita' })
  await tab.page.getByRole('button', { name: 'State: ' }).waitFor()
  await untilVisible(tab.page, 'Line 60 of the report')
  return tab
}

/** Waits until a text is within the visible part of the thread. */
const untilVisible = (page: Page, words: string) =>
  page.waitForFunction((words) => {
    const thread = document.querySelector('.thread-scroll')
    const walker = document.createTreeWalker(thread as Node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (!walker.currentNode.textContent?.includes(words)) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { bottom } = range.getBoundingClientRect()
      const view = (thread as Element).getBoundingClientRect()
      if (bottom > view.top && bottom <= view.bottom) return true
    }
    return false
  }, words)

/** Waits until the whole of an element is within the visible part of the thread; smooth scrolling may still be under way. */
const untilInThread = async (locator: Locator) =>
  (await locator.elementHandle())?.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const box = element.getBoundingClientRect()
          const view = document.querySelector('.thread-scroll')?.getBoundingClientRect()
          if (view && box.height > 0 && box.top >= view.top && box.bottom <= view.bottom) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

describeInBrowser('the end of a thread', (desk) => {
  test('stays visible when the editor opens, a message is sent, and a change is made', async () => {
    const tab = await openLongTicket(desk(), 'Long report')
    const { page } = tab
    await page.keyboard.press('r')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await untilVisible(page, 'Line 60 of the report')
    await page.keyboard.type('Thank you.')
    await page.keyboard.press('Control+Enter')
    await untilVisible(page, 'Thank you.')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('textbox', { name: 'Message' }).getByText('Thank you.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await page.getByRole('option', { name: '3 high' }).waitFor()
    await page.keyboard.type('3 high')
    await page.keyboard.press('Enter')
    await untilVisible(page, '3 high')
    await tab.close()
  })

  test('a sent message is shown with its Undo, wherever the thread was', async () => {
    const tab = await openLongTicket(desk(), 'Another report')
    const { page } = tab
    await page.keyboard.press('r')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.locator('.thread-scroll').evaluate((thread) => thread.scrollTo(0, 0))
    await page.waitForFunction(() => document.querySelector('.thread-scroll')?.scrollTop === 0)
    await page.keyboard.type('Thank you.')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await untilVisible(page, 'Thank you.')
    await untilInThread(page.getByRole('button', { name: 'Undo' }))
    await tab.close()
  })
})
