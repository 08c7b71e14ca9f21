import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { articleWith, text, write } from './writing.ts'

describeInBrowser('the text of a message', (desk) => {
  test('people, text modules and files are inserted by keyboard, paste and drop', async () => {
    const { world } = desk()
    const module = { name: 'Greeting', keywords: 'hi', content: '<p>Dear #{ticket.customer.firstname},</p>' }
    await world.request('text_modules', { method: 'POST', body: module })
    const tab = await write(desk(), 'Internal note', '::gree', { width: 1024 })
    const { page } = tab
    await page.getByRole('option', { name: 'Greeting' }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('Enter')
    await text(tab)
      .getByText(/^Dear \p{L}+,$/u)
      .waitFor()
    await page.keyboard.type('ask @ine')
    await page.getByRole('option', { name: /^Ines/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('about it')
    await text(tab)
      .getByText(/@Ines \w+/)
      .waitFor()
    await pasteOrDrop(page, 'paste', 'pasted.txt')
    await pasteOrDrop(page, 'drop', 'dropped.txt')
    for (const name of ['pasted', 'dropped']) await page.locator('.composer-files').getByText(name).first().waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.goto('about:blank')
    const { body, attachments } = await articleWith(desk(), 'about it')
    assert.match(body, new RegExp(`data-mention-user-id="${world.ids['ines']}"`))
    assert.deepEqual(attachments.map(({ filename }) => filename).toSorted(), ['dropped.txt', 'pasted.txt'])
    await tab.close()
  })

  test('suggestions open while a word is typed, and not for one at the end of a restored draft', async () => {
    const { world } = desk()
    const module = { name: 'Farewell', keywords: 'bye', content: '<p>Kind regards</p>' }
    await world.request('text_modules', { method: 'POST', body: module })
    const tab = await write(desk(), 'Phone', 'So long, @@ine')
    const { page } = tab
    const options = page.getByRole('option')
    await page.getByRole('option', { name: /^Ines/ }).waitFor()
    await page.keyboard.press('Enter')
    await text(tab)
      .getByText(/So long, @Ines \w+/)
      .waitFor()
    await page.keyboard.type('::')
    await page.getByRole('option', { name: 'Farewell' }).waitFor()
    await page.getByText('Draft saved').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Phone Draft' }).press('Enter')
    await text(tab).getByText('::').waitFor()
    await page.getByText('Draft saved').waitFor()
    assert.equal(await options.count(), 0)
    await page.keyboard.type('fare')
    await page.getByRole('option', { name: 'Farewell' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await tab.close()
  })

  test('a pasted table keeps its rows and cells', async () => {
    const tab = await write(desk(), 'Internal note', 'Prices of drums: ')
    const { page } = tab
    const html =
      '<table><thead><tr><th>Drum</th><th>Price</th></tr></thead><tr><td>TN-2</td><td><b>49</b></td></tr></table>'
    await text(tab).evaluate((element, html) => {
      const data = new DataTransfer()
      data.setData('text/html', html)
      data.setData('text/plain', 'Drum\tPrice\nTN-2\t49')
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
    }, html)
    await text(tab).getByRole('cell', { name: '49' }).waitFor()
    await tab.checkAccessibility()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/goes out in \d+ s/).waitFor()
    await page.goto('about:blank')
    const { body } = await articleWith(desk(), 'Prices of drums')
    assert.match(
      body.replaceAll(/<\/?p>/g, ''),
      /<tr><th>Drum<\/th><th>Price<\/th><\/tr><tr><td>TN-2<\/td><td><strong>49<\/strong><\/td><\/tr>/,
    )
    await tab.close()
  })
})

/** Pastes or drops a file on the thread. */
const pasteOrDrop = (page: Page, kind: 'paste' | 'drop', name: string) =>
  page.evaluate(
    ([kind, name]) => {
      const data = new DataTransfer()
      data.items.add(new File(['12:00'], name, { type: 'text/plain' }))
      const options = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data })
      document.querySelector('.thread-side')?.firstElementChild?.dispatchEvent(event)
    },
    [kind, name] as const,
  )
