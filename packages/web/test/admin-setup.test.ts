import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

/** Saves the open form by its button, and waits until the new entry is open. */
async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('heading', { name, level: 2 }).waitFor()
}

describeInBrowser('setting up a desk', (desk) => {
  test('a checklist template has its tasks in the order of the lines, and accounted time is reported by month', async () => {
    const { world } = desk()
    const tab = await desk().tab('/admin/checklist_templates/new', { as: 'admin', width: 390 })
    const { page } = tab
    await page.getByLabel('Name', { exact: true }).fill('Handover')
    await page.getByLabel('Tasks').fill('Unpack\n\nConnect')
    await save(page, 'Handover')
    await page.getByLabel('Tasks').fill('Connect\nUnpack\nTest')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Changes: Tasks').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Connect\nUnpack\nTest')
    await tab.checkAccessibility()
    await page.goto('/admin/time_accounting/new')
    await page.getByLabel('Name', { exact: true }).fill('Travel')
    await save(page, 'Travel')
    const entry = { time_unit: '2.5', ticket_id: world.ids['Label printer offline'] }
    await world.request('time_accountings', { method: 'POST', body: entry, as: 'rita' })
    await page.goto('/admin/time_accounting/report')
    await page.getByLabel('Report').selectOption('By agent')
    await page.getByRole('row', { name: 'Rita Sand 2.5' }).waitFor()
    await page.getByRole('row', { name: 'Sum 2.5' }).waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a calendar gets hours before and after a break', async () => {
    const calendar = await desk().world.request('calendars', {
      method: 'POST',
      body: { name: 'Harbor', timezone: 'Europe/Berlin' },
    })
    for (const width of [390, 1440] as const) {
      const tab = await desk().tab(`/admin/calendars/${calendar.json.id}`, { as: 'admin', width })
      const { page } = tab
      await page.getByRole('button', { name: 'Add hours on Monday' }).press('Enter')
      await page.getByLabel('Monday 1: to').fill('12:00')
      await page.getByLabel('Monday 2: from').fill('13:00')
      await page.getByLabel('Monday 2: to').fill('17:30')
      await tab.checkAccessibility()
      await page.getByRole('button', { name: /^Save/ }).press('Enter')
      await page.getByText('Changes: ').waitFor({ state: 'detached' })
      const { json } = await desk().world.request(`calendars/${calendar.json.id}`)
      assert.deepEqual(json.business_hours.mon, {
        active: true,
        timeframes: [
          ['09:00', '12:00'],
          ['13:00', '17:30'],
        ],
      })
      await page.getByRole('button', { name: 'Remove Monday 2, 13:00 to 17:30' }).press('Enter')
      await page.getByLabel('Monday: to').fill('17:00')
      await page.getByRole('button', { name: /^Save/ }).press('Enter')
      await page.getByText('Changes: ').waitFor({ state: 'detached' })
      await tab.close()
    }
  })

  test('a calendar shows why its holidays could not be fetched, and days of the feed are switched off instead of removed', async () => {
    const { world } = desk()
    const public_holidays = {
      '2026-05-01': { active: true, summary: 'Tag der Arbeit', feed: 'abc' },
      '2026-07-01': { active: true, summary: 'Betriebsausflug' },
    }
    const body = { name: 'Werft', timezone: 'Europe/Berlin', ical_url: 'http://127.0.0.1/days.ics', public_holidays }
    const { json } = await world.request('calendars', { method: 'POST', body })
    const tab = await desk().tab(`/admin/calendars/${json.id}`, { as: 'admin', locale: 'de-DE' })
    const { page } = tab
    const reason = 'Die Adresse 127.0.0.1 ruft der Dienst nicht auf.'
    await page.getByText(`Die Feiertage konnten nicht abgerufen werden: ${reason}`).waitFor()
    await page.getByRole('button', { name: 'Betriebsausflug entfernen' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Tag der Arbeit entfernen' }).count(), 0)
    await tab.checkAccessibility()
    await page.getByLabel('2026-05-01').press('Space')
    await page.getByRole('button', { name: /^Speichern/ }).press('Enter')
    await page.getByText('Geändert: ').waitFor({ state: 'detached' })
    const saved = (await world.request(`calendars/${json.id}`)).json.public_holidays
    assert.deepEqual(saved['2026-05-01'], { active: false, summary: 'Tag der Arbeit', feed: 'abc' })
    await tab.close()
  })

  test('a tag is renamed, and merged with another one', async () => {
    const { world } = desk()
    for (const name of ['inkjet', 'ink-jet']) await world.request('tag_list', { method: 'POST', body: { name } })
    const tab = await desk().tab('/admin/tags', { as: 'admin' })
    const { page } = tab
    await page.getByRole('button', { name: 'ink-jet' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('inkjet')
    await dialog.getByText(/There is a tag “inkjet” already/).waitFor()
    await tab.checkAccessibility()
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const names = ((await world.request('tag_list?per_page=100')).json as { name: string }[]).map(({ name }) => name)
    assert.deepEqual([names.includes('inkjet'), names.includes('ink-jet')], [true, false])
    await page.getByRole('button', { name: 'inkjet' }).press('Enter')
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
    await dialog.getByText('This cannot be undone.').waitFor()
    await tab.checkAccessibility()
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByRole('button', { name: 'inkjet' }).waitFor({ state: 'detached' })
    await tab.close()
  })

  test('the audit log is in the language of the reader, and says that a failed sign-in named no account', async () => {
    const { world } = desk()
    const authorization = `Basic ${Buffer.from('nobody@desk.example:wrong').toString('base64')}`
    await world.request('users/me', { as: 'anonymous', headers: { authorization } })
    const tab = await desk().tab('/admin/audit', { as: 'admin', locale: 'de-DE' })
    const row = tab.page.getByRole('row', { name: /Anmeldung fehlgeschlagen/ })
    await row.getByRole('cell', { name: 'ein Name ohne Konto' }).waitFor()
    const actions = await tab.page.locator('tbody td:first-child').allInnerTexts()
    assert.deepEqual(
      actions.filter((text) => text.includes('_')),
      [],
    )
    await tab.close()
  })

  test('a person is deleted after their address was typed twice', async () => {
    const { world } = desk()
    const email = "o'hara@example.com"
    const { json } = await world.request('users', { method: 'POST', body: { email, firstname: 'Mary' } })
    const tab = await desk().tab('/admin/data_privacy', { as: 'admin', width: 390 })
    const { page } = tab
    let searches = 0
    page.on('request', (request) => (searches += request.url().includes('users/search') ? 1 : 0))
    await page.getByRole('button', { name: 'Delete a person' }).press('Enter')
    const dialog = page.getByRole('dialog')
    const address = dialog.getByLabel('E-mail address of the person')
    await address.and(page.locator(':focus')).waitFor()
    await address.fill('o"hara@example.com')
    await dialog.getByText('There is no user with this address.').waitFor()
    await address.clear()
    await address.pressSequentially(email)
    await dialog.getByText(/The user, 0 tickets/).waitFor()
    assert.ok(searches < email.length, 'there is no request for each key')
    await tab.checkAccessibility()
    await dialog.getByLabel('The address once more').fill(email)
    await dialog.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await page.getByRole('cell', { name: `User ${json.id}` }).waitFor()
    await tab.close()
  })

  test('a setting is found in the sidebar and saved, and the error of a wrong value is shown at its field', async () => {
    const tab = await desk().tab('/admin', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Find a setting').first().fill('failed log')
    await page.getByRole('link', { name: 'Failed logins' }).press('Enter')
    await page.getByLabel('Failed logins').fill('99')
    await page.keyboard.press('Enter')
    await page.locator('.setting [aria-invalid=true]').waitFor()
    await page.getByLabel('Failed logins').fill('8')
    await page.keyboard.press('Enter')
    await page.getByText('“Failed logins” is saved.').first().waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('an import shows its effects in a dry run before it writes', async () => {
    const { world } = desk()
    const tab = await desk().tab('/admin/imports', { as: 'admin', width: 390 })
    const { page } = tab
    await page.getByLabel('What the table contains').selectOption('organizations')
    await page.getByLabel('Content').fill('name,size\nWharf 9,3\n')
    await page.getByRole('button', { name: 'Dry run' }).press('Enter')
    await page.getByText("Line 2: unknown attribute 'size' for Organization.").waitFor()
    await eventually(() => page.getByRole('button', { name: 'Import', exact: true }).isDisabled(), true)
    await page.getByLabel('Content').fill('name\nWharf 9\n')
    await page.getByRole('button', { name: 'Dry run' }).press('Enter')
    await page.getByText('1 would be created and 0 changed.').waitFor()
    assert.equal((await world.request('organizations/search?query=wharf')).json.length, 0)
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByText('1 created and 0 changed.').waitFor()
    await tab.close()
  })
})
