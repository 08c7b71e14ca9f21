import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('the account', (desk) => {
  test('name, appearance and language are saved', async () => {
    const tab = await desk().tab('/account/name', { as: 'rita' })
    const { page } = tab
    await page.getByLabel('Phone', { exact: true }).fill('+49 30 1234')
    await page.keyboard.press('Enter')
    await page.getByText('Saved').first().waitFor()
    const { json } = await desk().world.request('users/me', { as: 'rita' })
    assert.equal(json.phone, '+49 30 1234')
    await tab.checkAccessibility()
    await page.goto('/account/appearance')
    await page.getByRole('radio', { name: 'Dark' }).click()
    await page.getByRole('radio', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Sprache und Aussehen' }).waitFor()
    await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark')
    await tab.checkAccessibility()
    await page.reload()
    await page.getByRole('heading', { name: 'Sprache und Aussehen' }).waitFor()
    await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark')
    await tab.close()
    const elsewhere = await desk().tab('/account/appearance', { as: 'rita' })
    await elsewhere.page.getByRole('heading', { name: 'Sprache und Aussehen' }).waitFor()
    await eventually(() => elsewhere.page.locator('html').getAttribute('data-theme'), 'dark')
    await elsewhere.close()
  })

  for (const width of [1024, 390] as const) {
    test(`its sections have visible names at ${width} pixels, and link to each other`, async () => {
      const tab = await desk().tab('/account/name', { as: 'ines', width })
      const { page } = tab
      const link = page.getByRole('navigation', { name: 'Account' }).getByText('Password')
      assert.ok(((await link.boundingBox())?.width ?? 0) > 30, 'the name is drawn')
      await page.getByRole('link', { name: 'Password' }).press('Enter')
      await page.getByRole('heading', { name: 'Password' }).waitFor()
      await tab.checkAccessibility()
      if (width === 390) {
        await page.getByRole('button', { name: 'Open the sidebar' }).press('Enter')
        await page.getByRole('dialog').getByRole('link', { name: /^Open/ }).waitFor()
      }
      await tab.close()
    })
  }

  test('all sections can be opened and changed by keyboard alone, on a phone, in German', async () => {
    const tab = await desk().tab('/account/name', { as: 'ines', width: 390, theme: 'dark', locale: 'de-DE' })
    const { page } = tab
    const sections = ['Passwort', 'Sprache und Aussehen', 'Sitzungen', 'API-Token', 'Abwesenheit', 'Name']
    for (const name of sections) {
      const link = page.getByRole('navigation', { name: 'Konto' }).getByRole('link', { name })
      const { x, width } = (await link.boundingBox()) ?? assert.fail(`${name} is drawn`)
      assert.ok(x >= 0 && x + width <= 390, `${name} is visible`)
      await link.press('Enter')
      await page.getByRole('heading', { name, level: 2 }).waitFor()
      await tab.checkAccessibility()
    }
    await page.getByLabel('Vorname').focus()
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
    await eventually(() => page.getByLabel('Mobiltelefon').evaluate((field) => field === document.activeElement), true)
    await page.keyboard.type('0170 1234567')
    await page.keyboard.press('Enter')
    await page.getByText('Gespeichert').first().waitFor()
    await eventually(async () => (await desk().world.request('users/me', { as: 'ines' })).json.mobile, '0170 1234567')
    await page.getByRole('link', { name: 'Sprache und Aussehen' }).press('Enter')
    await page.getByRole('switch').focus()
    await page.keyboard.press('Space')
    await page.goto('/overviews/all_open')
    await page.locator('[role=row][data-place]').first().waitFor()
    // Single keys are switched off.
    await page.keyboard.press('c')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Alles finden und tun' }).waitFor()
    await eventually(() => new URL(page.url()).pathname, '/overviews/all_open')
    await tab.close()
  })

  test('an agent chooses notifications and the hour of the digest by keyboard, on a phone, in German', async () => {
    const options = { as: 'ines', width: 390, theme: 'dark', locale: 'de-DE' } as const
    const tab = await desk().tab('/account/notifications', options)
    const { page } = tab
    const byMail = page.getByRole('group', { name: 'Fristen' }).getByLabel('Per E-Mail')
    const digest = page.getByLabel('An Werktagen eine Übersicht senden')
    await byMail.press('Space')
    await digest.press('Space')
    const printers = page.getByRole('group', { name: 'Nur Tickets dieser Gruppen' }).getByLabel('Printers')
    await printers.press('Space')
    await page.getByLabel('Uhrzeit der Übersicht').selectOption('9')
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= 390),
      'nothing is wider than the screen',
    )
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Speichern' }).press('Enter')
    await page.getByText('Gespeichert').first().waitFor()
    const { preferences } = (await desk().world.request('users/me', { as: 'ines' })).json
    assert.deepEqual([preferences.mail_digest, preferences.mail_digest_hour], [true, 9])
    assert.deepEqual(preferences.notification_config.matrix.escalation.channel, { online: true, email: true })
    assert.deepEqual(preferences.notification_config.group_ids, [desk().world.ids['Printers']])
    await page.getByRole('link', { name: 'Passwort' }).press('Enter')
    await page.getByRole('link', { name: 'Benachrichtigungen' }).press('Enter')
    await eventually(() => byMail.isChecked(), true)
    await eventually(() => digest.isChecked(), true)
    await eventually(() => printers.isChecked(), true)
    await tab.close()
    const wide = await desk().tab('/account/notifications', { as: 'admin' })
    await wide.page.getByRole('group', { name: 'New tickets' }).getByLabel('Without an owner').waitFor()
    await wide.checkAccessibility()
    await wide.close()
  })

  test('a wrong current password is an error at its field; with the correct one, the password is changed', async () => {
    const tab = await desk().tab('/account/password', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('Current password', { exact: true }).fill('wrong')
    await page.getByLabel('New password', { exact: true }).fill('Correct Horse 7')
    await page.keyboard.press('Enter')
    await page.getByText('This is not your current password.').waitFor()
    await tab.checkAccessibility()
    await page.getByLabel('Current password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByText('The password is changed').first().waitFor()
    await tab.close()
  })

  test('ending another session signs that browser out', async () => {
    const other = await desk().tab('/account/sessions', { as: 'omar', width: 390 })
    await other.page.getByText('this browser').waitFor()
    const tab = await desk().tab('/account/sessions', { as: 'omar' })
    await tab.page.getByRole('button', { name: 'End session' }).click()
    await tab.page.getByText('The session has ended').first().waitFor()
    await tab.page.locator('h2:focus', { hasText: 'Sessions' }).waitFor()
    await tab.checkAccessibility()
    await other.page.reload()
    await other.page.getByLabel('E-mail address or login').waitFor()
    await tab.close()
    await other.close()
  })

  test('a replacement is chosen, and removed again', async () => {
    const { world } = desk()
    const tab = await desk().tab('/account/absence', { as: 'ines' })
    const { page } = tab
    const replacement = page.getByRole('combobox', { name: 'Replacement' })
    const saved = async () => (await world.request('users/me', { as: 'ines' })).json.out_of_office_replacement_id
    const save = async () => {
      const response = page.waitForResponse(/out_of_office/)
      await page.getByRole('button', { name: 'Save' }).press('Enter')
      assert.equal((await response).status(), 200)
    }
    await replacement.fill('omar')
    await page.getByRole('option', { name: /Omar/ }).waitFor()
    await page.keyboard.press('Enter')
    await save()
    await eventually(saved, world.ids['omar'])
    await replacement.focus()
    await page.keyboard.press('Backspace')
    await page.getByRole('option', { name: 'None' }).waitFor()
    await page.keyboard.press('Enter')
    await save()
    await eventually(saved, null)
    await tab.close()
  })

  test('the secret of a new token is shown once', async () => {
    const tab = await desk().tab('/account/tokens', { as: 'ines' })
    await tab.page.getByLabel('Name', { exact: true }).fill("Omar's script")
    await tab.page.keyboard.press('Enter')
    const secret = await tab.page.locator('.secret').innerText()
    assert.ok(secret.length > 40)
    // A second Enter creates no second token.
    await eventually(() => tab.page.getByLabel('Name', { exact: true }).inputValue(), '')
    await tab.checkAccessibility()
    await tab.page.reload()
    await tab.page.getByText("Omar's script").waitFor()
    assert.equal(await tab.page.locator('.secret').count(), 0)
    const line = tab.page.getByRole('listitem').filter({ hasText: "Omar's script" })
    await line.getByRole('button', { name: 'Revoke' }).press('Enter')
    const dialog = tab.page.getByRole('dialog')
    await dialog.getByText('This cannot be undone.').waitFor()
    await tab.checkAccessibility()
    await tab.page.keyboard.press('Enter')
    await line.waitFor({ state: 'detached' })
    await tab.page.locator('h2:focus').waitFor()
    await tab.close()
  })
})
