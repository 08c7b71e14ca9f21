import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPage } from '../../../scripts/build-page.ts'
import { openCommandLine } from '../../server/src/testing/cli.ts'
import { launchBrowser, skip, Tab } from './browser.ts'

/** Types texts into consecutive fields, beginning with the one that has the focus. */
async function fill(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
}

/** Waits until a step is the current one and has the focus. */
const step = (page: Page, label: string) =>
  page.locator('[aria-current=step] input:focus').and(page.getByLabel(label)).waitFor()

describe('the first run', { skip }, () => {
  for (const { width, theme } of [
    { width: 1440, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const) {
    test(`the printed link leads to the first ticket, by keyboard alone, at ${width} pixels in the ${theme} theme`, async (t) => {
      await buildPage()
      const service = await openCommandLine(t).start()
      const browser = await launchBrowser()
      t.after(() => browser.close())
      const link = /http\S+\/welcome\?token=\S+/.exec(service.out())?.[0]
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme: theme,
        locale: 'en-GB',
      })
      const page = await context.newPage()
      const tab = new Tab(context, page)
      await page.goto(link ?? assert.fail('the start prints a link'))

      await step(page, 'First name')
      await tab.checkAccessibility()
      await fill(page, 'Kim', 'Park', 'kim@desk.example', 'short')
      await page.keyboard.press('Enter')
      await page.getByText('The password needs at least 10 characters.').waitFor()
      await page.getByLabel('Password', { exact: true }).focus()
      await fill(page, 'Correct Horse 7')
      await page.keyboard.press('Enter')

      await step(page, 'What do people call it?')
      await page.reload()
      await step(page, 'What do people call it?')
      await page.getByText('Kim Park, kim@desk.example').waitFor()
      await fill(page, 'Harbor Desk', 'Europe/Berlin')
      await page.keyboard.press('Enter')

      await step(page, 'Name of the group')
      await tab.checkAccessibility()
      await fill(page, 'Front desk', 'help@desk.example')
      await page.keyboard.press('Enter')

      await page.getByRole('heading', { name: 'Getting started' }).waitFor()
      await page.waitForURL(/\/admin\/start$/)
      await page.getByLabel('E-mail address').fill('robin@desk.example')
      await page.keyboard.press('Enter')
      await page.getByText('robin@desk.example has an account now.').waitFor()
      await page.getByRole('button', { name: 'Add demo data' }).press('Enter')
      await page.getByText(/\d+ demo tickets are there\./).waitFor()
      await tab.checkAccessibility()
      await page.getByRole('button', { name: 'Remove demo data' }).press('Enter')
      await page.getByRole('button', { name: 'Add demo data' }).waitFor()
      await page.getByRole('link', { name: 'To the tickets' }).press('Enter')
      await page.waitForURL(/\/overviews\//)
      await page.goto(new URL('/overviews/all_unassigned', page.url()).href)
      await page.getByText('Welcome to Deskbell!').first().waitFor()
      await page.waitForFunction(() => document.title.endsWith('Harbor Desk'))
      await page.keyboard.type('j')
      await page.keyboard.press('Enter')
      // R opens the editor, which gets the rest.
      await page.keyboard.type('rWelcome, Nicole!')
      await page.getByRole('textbox', { name: 'Message' }).getByText('Welcome, Nicole!').waitFor()
      await tab.checkAccessibility()
      await page.keyboard.press('Control+Enter')
      await page.getByText(/goes out in \d+ s/).waitFor()

      await page.goto(link ?? '')
      await page.waitForURL(/\/admin\/start$/)
      const groups = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Groups/ }) })
      await groups.getByText('done').waitFor({ state: 'attached' })
      await context.clearCookies()
      await page.goto(link ?? '')
      await page.getByRole('alert').waitFor()
      await tab.close()
    })
  }
})
