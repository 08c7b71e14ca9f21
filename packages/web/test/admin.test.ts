import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser, type Desk } from './browser.ts'
import { limitedAdmin } from './limited-admin.ts'

describeInBrowser('the administration', (desk) => {
  test('a group is made, renamed and found by keyboard', async () => {
    const tab = await desk().tab('/admin/groups', { as: 'admin' })
    const { page } = tab
    await page.getByRole('link', { name: 'New group' }).press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('Harbor')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Harbor' }).waitFor()
    assert.match(page.url(), /\/admin\/groups\/\d+$/)
    await page.getByLabel('Note').fill('All ships')
    await page.getByText('Changes: Note').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Changes: Note').waitFor({ state: 'detached' })
    const { json } = await desk().world.request('groups?per_page=100')
    assert.equal(json.find(({ name }: { name: string }) => name === 'Harbor').note, 'All ships')
    await page.getByLabel('Find a group').fill('harb')
    await page.getByRole('row', { name: /Network/ }).waitFor({ state: 'detached' })
    assert.match(page.url(), /q=harb/)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('what the service refuses is said at the field, which gets the focus', async () => {
    const tab = await desk().tab('/admin/groups/new', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Network')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    const field = page.getByLabel('Name', { exact: true })
    await page.locator('[aria-invalid=true]').waitFor()
    assert.ok(await field.evaluate((element) => element === document.activeElement))
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
    assert.equal(await page.getByLabel('Note').inputValue(), 'hardly ever')
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

  for (const width of [1440, 390] as const) {
    test(`all screens are accessible at ${width}, in both themes and languages`, async () => {
      const tab = await desk().tab('/admin', { as: 'admin', width, theme: 'dark', locale: 'de-DE' })
      const { page } = tab
      const links = await subjectsShown(desk(), 'admin')
      for (const path of links.flatMap((link) => [link, `${link}/new`])) {
        await page.goto(path)
        await page.locator('main h1').waitFor()
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
        assert.equal(await page.getByText('Die Seite konnte nicht angezeigt werden').count(), 0, path)
        await tab.checkAccessibility()
        await page.emulateMedia({ colorScheme: path.length % 2 ? 'light' : 'dark' })
        const isNarrow = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
        assert.ok(isNarrow, `${path} does not scroll sideways`)
      }
      await tab.close()
    })
  }

  test('people see and request only what their permissions allow', async () => {
    await limitedAdmin(desk().world, 'nils', ['admin.text_module', 'admin.ticket_state'])
    const shown = await subjectsShown(desk(), 'nils')
    assert.deepEqual(shown, ['/admin/ticket_states', '/admin/text_modules', '/admin/imports'])
    const tab = await desk().tab('/admin/groups', { as: 'nils' })
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.deepEqual(
      tab.requests.filter((request) => request.includes('/api/v1/groups')),
      [],
    )
    await tab.close()
  })
})

/** Returns the addresses in the sidebar of the administration of a person. */
async function subjectsShown(desk: Desk, as: 'admin' | 'nils'): Promise<string[]> {
  const tab = await desk.tab('/admin', { as })
  const links = tab.page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  await tab.close()
  return paths
}
