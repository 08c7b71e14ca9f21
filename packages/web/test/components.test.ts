import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, skip, Tab } from './browser.ts'
import { eventually } from './eventually.ts'
import { serveGallery } from './gallery.ts'

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

describe('components', { skip }, () => {
  let browser: Browser
  let gallery: Awaited<ReturnType<typeof serveGallery>>
  before(async () => {
    gallery = await serveGallery()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await gallery.close()
  })

  const open = async (theme: 'light' | 'dark' = 'light') => {
    const context = await browser.newContext({ colorScheme: theme })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    const tab = new Tab(context, page)
    await page.goto(gallery.url)
    return { tab, page }
  }
  for (const theme of ['light', 'dark'] as const) {
    test(`are accessible in the ${theme} theme, closed and open`, async () => {
      const { tab, page } = await open(theme)
      await tab.checkAccessibility()
      await page.getByRole('button', { name: 'More for the message' }).click()
      await tab.checkAccessibility()
      await press(page, 'Escape')
      await page.getByRole('button', { name: 'State: open' }).click()
      await tab.checkAccessibility()
      await press(page, 'Escape')
      await page.getByLabel('Customer').fill('a')
      await page.getByRole('option').first().waitFor()
      await tab.checkAccessibility()
      await press(page, 'Escape')
      await page.getByRole('button', { name: 'Show a toast' }).click()
      await page.getByText(/Goes out in/).waitFor()
      await tab.checkAccessibility()
      await tab.close()
    })
  }

  test('arrows and letters move in a menu, which returns the focus when it closes', async () => {
    const { tab, page } = await open()
    const opener = page.getByRole('button', { name: 'More for the message' })
    await opener.focus()
    await press(page, 'ArrowDown')
    await eventually(() => focusedText(page), /^Reply/)
    await press(page, 'ArrowDown')
    await eventually(() => focusedText(page), 'Merge…')
    await press(page, 'End')
    await eventually(() => focusedText(page), 'Remove')
    await press(page, 'r')
    await eventually(() => focusedText(page), /^Reply/)
    await press(page, 'Escape')
    await eventually(() => opener.evaluate((button) => button === document.activeElement), true)
    await eventually(() => opener.getAttribute('aria-expanded'), 'false')
    await press(page, 'Enter', 'Enter')
    await page.getByRole('status').or(page.locator('output')).getByText('reply', { exact: true }).waitFor()
    await eventually(() => page.getByRole('menu').count(), 0)
    await tab.close()
  })

  test('a press elsewhere or on its button closes a menu', async () => {
    const { tab, page } = await open()
    const opener = page.getByRole('button', { name: 'More for the message' })
    for (const closer of [page.getByRole('heading', { name: 'Choosing' }), opener]) {
      await opener.click()
      await page.getByRole('menu').waitFor()
      await closer.click()
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await tab.close()
  })

  test('a picker filters its options, saves with Enter, and shows the new value', async () => {
    const { tab, page } = await open()
    await page.getByRole('button', { name: 'State: open' }).focus()
    await press(page, 'Enter')
    await page.keyboard.type('pe cl')
    await eventually(() => page.getByRole('option').count(), 1)
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'State: pending close' }).waitFor()
    await eventually(() => focusedText(page), 'State: pending close')
    await tab.close()
  })

  test('a combobox announces the number of options, chooses the active one, and creates a new one', async () => {
    const { tab, page } = await open()
    const customer = page.getByRole('combobox', { name: 'Customer' })
    await customer.focus()
    await page.keyboard.type('ada')
    await page.getByText('1 option', { exact: true }).waitFor()
    const active = await customer.getAttribute('aria-activedescendant')
    assert.equal(await page.locator(`[id="${active}"]`).innerText(), 'Ada Lovelace')
    await press(page, 'Enter')
    await eventually(() => customer.inputValue(), 'Ada Lovelace')
    await customer.fill('kim@example.com')
    await page.getByRole('option', { name: 'Make kim@example.com' }).click()
    await page.getByText('kim@example.com', { exact: true }).waitFor()
    await customer.fill('nobody like this')
    await page.getByText('Nothing found').first().waitFor()
    await press(page, 'Escape')
    await eventually(() => page.getByRole('listbox').count(), 0)
    await tab.close()
  })

  test('chips are added by choosing, and removed by Backspace and by their buttons', async () => {
    const { tab, page } = await open()
    const recipients = page.getByRole('combobox', { name: 'Recipients' })
    await recipients.fill('grace')
    await page.getByRole('option', { name: 'Grace Hopper' }).waitFor()
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Remove Grace Hopper' }).waitFor()
    await press(page, 'Backspace')
    await page.getByRole('button', { name: 'Remove Grace Hopper' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove sasha@example.com' }).last().click()
    await tab.close()
  })

  test('a dialog takes the focus, keeps it, closes with Esc, and returns it', async () => {
    const { tab, page } = await open()
    await page.getByRole('button', { name: 'More for the message' }).click()
    await page.getByRole('menuitem', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge into another ticket' })
    await dialog.waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.tagName), 'INPUT')
    await tab.checkAccessibility()
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.ariaLabel), 'More for the message')
    await tab.close()
  })

  test('a toast waits while the pointer is on it, and its button undoes the change', async () => {
    const { tab, page } = await open()
    await page.clock.install()
    await page.getByRole('button', { name: 'Show a toast' }).click()
    await page.getByText('Goes out in 10 s').waitFor()
    await page.clock.runFor(3000)
    await page.getByText('Goes out in 7 s').waitFor()
    await page.getByText('Goes out in 7 s').hover()
    await page.clock.runFor(60_000)
    await page.getByText('Goes out in 7 s').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('undone', { exact: true }).waitFor()
    await eventually(() => page.getByText(/Goes out in/).count(), 0)
    await tab.close()
  })
})
