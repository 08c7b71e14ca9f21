import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemUser } from '@deskbell/contract'
import type { Locator, Page } from 'playwright-core'
import { insert, unitOfWork } from '../../server/src/writing/unit-of-work.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { limitedAdmin } from './limited-admin.ts'

describeInBrowser('the administration', (desk) => {
  test('a group is created, changed and found by keyboard', async () => {
    const tab = await desk().tab('/admin/groups', { as: 'admin' })
    const { page } = tab
    await page.getByRole('link', { name: 'New group' }).waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Name', { exact: true }).fill('Harbor')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Harbor' }).waitFor()
    await eventually(() => page.url(), /\/admin\/groups\/\d+$/)
    await page.getByLabel('Note').fill('All ships')
    await page.getByText('Changes: Note').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Changes: Note').waitFor({ state: 'detached' })
    const note = async () =>
      (await desk().world.request('groups?per_page=100')).json.find(({ name }: { name: string }) => name === 'Harbor')
        .note
    await eventually(note, 'All ships')
    await page.getByLabel('Find a group').fill('harb')
    await page.getByRole('row', { name: /Network/ }).waitFor({ state: 'detached' })
    await eventually(() => page.url(), /q=harb/)
    await tab.checkAccessibility()
    await page.getByRole('link', { name: 'States' }).press('Enter')
    await page.locator('main:focus').waitFor()
    await page.getByRole('link', { name: 'New state' }).waitFor()
    await page.keyboard.press('Tab')
    await page.locator('a:focus', { hasText: 'New state' }).waitFor()
    await tab.close()
  })

  test('an error of the service is shown at its field, which gets the focus', async () => {
    const tab = await desk().tab('/admin/groups/new', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Network')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    const field = page.getByLabel('Name', { exact: true })
    await page.locator('[aria-invalid=true]').waitFor()
    await eventually(() => field.evaluate((element) => element === document.activeElement), true)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a form with changes is not left by accident', async () => {
    const tab = await desk().tab('/admin/ticket_priorities/1', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Note').fill('hardly ever')
    await page.getByRole('link', { name: 'States' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).press('Enter')
    await eventually(() => page.getByLabel('Note').inputValue(), 'hardly ever')
    await page.getByRole('link', { name: 'States' }).press('Enter')
    await dialog.getByRole('button', { name: 'Leave' }).press('Enter')
    await page.getByRole('heading', { name: 'States', level: 1 }).waitFor()
    await tab.close()
  })

  test('a change of the same field by somebody else is shown, and nothing is overwritten without a choice', async () => {
    const { world } = desk()
    const created = await world.request('signatures', { method: 'POST', body: { name: 'Wharf', note: 'old' } })
    const tab = await desk().tab(`/admin/signatures/${created.json.id}`, { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Note').fill('mine')
    await world.request(`signatures/${created.json.id}`, { method: 'PUT', body: { note: 'theirs' } })
    await page.keyboard.press('Enter')
    await page.getByText('Somebody else has changed this meanwhile: Note.').waitFor()
    assert.equal((await world.request(`signatures/${created.json.id}`)).json.note, 'theirs')
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('“Wharf” is saved.').first().waitFor()
    assert.equal((await world.request(`signatures/${created.json.id}`)).json.note, 'mine')
    await tab.close()
  })

  test('a conflict names only the fields that somebody else has changed', async () => {
    const { world } = desk()
    const created = await world.request('signatures', { method: 'POST', body: { name: 'Quay', note: 'old' } })
    const tab = await desk().tab(`/admin/signatures/${created.json.id}`, { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Jetty')
    await page.getByLabel('Note').fill('mine')
    await world.request(`signatures/${created.json.id}`, { method: 'PUT', body: { note: 'theirs' } })
    await page.keyboard.press('Enter')
    await page.getByText('Changes: Name, Note').waitFor()
    await page.getByText('Somebody else has changed this meanwhile: Note.').waitFor()
    await tab.close()
  })

  test('a large table shows up to 1,000 entries, and then offers no more', async () => {
    await unitOfWork(desk().world.desk, systemUser, async (unit) => {
      for (let index = 0; index < 1001; index++) await insert(unit, 'organization', { name: `Ship ${index}` })
    })
    const tab = await desk().tab('/admin/organizations?q=ship', { as: 'admin' })
    const { page } = tab
    const more = page.getByRole('button', { name: 'Show more' })
    for (let shown = 50; shown < 1000; shown += 50) {
      await page.getByText(`${new Intl.NumberFormat('en').format(shown)} of 1,001 are shown.`).waitFor()
      await more.press('Enter')
    }
    await page.getByText('1,000 of 1,001 are shown.').waitFor()
    await eventually(() => more.count(), 0)
    await tab.close()
  })

  test('the form of a text module has a preview with the values of a ticket', async () => {
    const tab = await desk().tab('/admin/text_modules/new', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Text', { exact: true }).fill('About #{ticket.number}, #{user.email}')
    const preview = page.getByRole('region', { name: /^Preview with ticket #\d+$/ })
    await preview.getByText(/^About \d+, admin@desk\.example$/).waitFor()
    await tab.checkAccessibility('main')
    await tab.close()
  })

  test('all screens are accessible, wide and narrow, in both themes, in German', async () => {
    const tab = await desk().tab('/admin', { as: 'admin', locale: 'de-DE' })
    const { page } = tab
    const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
    await links.first().waitFor()
    await tab.checkAccessibility()
    for (const path of await pathsOf(links)) {
      await openFromSidebar(page, path)
      const create = page.locator(`main a[href="${path}/new"]`)
      const hasForm = (await create.count()) > 0
      if (hasForm) {
        await create.press('Enter')
        await page.locator('main form').waitFor()
        await settled(page)
      }
      // The form is open next to the table on a wide screen, and in its place on a narrow one.
      await check({ width: 1440, theme: 'light' })
      await check({ width: 390, theme: 'dark' })
      if (hasForm) {
        await page.goBack()
        await page.locator('main form').waitFor({ state: 'detached' })
        await check({ width: 390, theme: 'light' })
      }
      await page.setViewportSize({ width: 1440, height: 900 })

      async function check({ width, theme }: { width: number; theme: 'light' | 'dark' }) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: theme })
        assert.equal(await page.getByText('Die Seite konnte nicht angezeigt werden').count(), 0, path)
        await tab.checkAccessibility('main')
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
        assert.ok(fits, `${path} does not scroll sideways at ${width}`)
      }
    }
    await tab.close()
  })

  test('people see and request only what their permissions allow', async () => {
    await limitedAdmin(desk().world, 'nils', ['admin.text_module', 'admin.ticket_state'])
    const tab = await desk().tab('/admin/groups', { as: 'nils' })
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    const links = tab.page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
    await links.first().waitFor()
    await eventually(() => pathsOf(links), ['/admin/ticket_states', '/admin/text_modules', '/admin/imports'])
    assert.deepEqual(
      tab.requests.filter((request) => request.includes('/api/v1/groups')),
      [],
    )
    await tab.close()
  })
})

/** Opens a screen by its link in the sidebar, without loading the page again. */
async function openFromSidebar(page: Page, path: string): Promise<void> {
  await page.locator(`nav a[href="${path}"]`).press('Enter')
  await page.locator(`nav a[href="${path}"][aria-current=page]`).waitFor()
  await settled(page)
}

/** Resolves when nothing on the screen is loading. */
const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))

const pathsOf = (links: Locator): Promise<string[]> =>
  links.evaluateAll((elements) => elements.map((link) => (link as HTMLAnchorElement).pathname))
