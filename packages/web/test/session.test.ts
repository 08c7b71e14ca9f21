import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeResetToken } from '../../server/src/auth/tokens.ts'
import { describeInBrowser } from './browser.ts'

describeInBrowser('signing in', (desk) => {
  test('a wrong password is said above the fields, and the login stays; the right one opens the page', async () => {
    const tab = await desk().tab('/')
    const { page } = tab
    await page.getByLabel('E-mail address or login').fill('admin@desk.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    assert.match(await page.getByRole('alert').innerText(), /wrong/)
    assert.equal(await page.getByLabel('E-mail address or login').inputValue(), 'admin@desk.example')
    await tab.checkAccessibility()
    await page.keyboard.type('correct horse')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').waitFor()
    await page.waitForURL((url) => url.pathname.startsWith('/overviews/'))
    await tab.close()
  })

  test('the page speaks German when asked to, and remembers it on this device', async () => {
    const tab = await desk().tab('/sign-in', { theme: 'dark' })
    const { page } = tab
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a link sets a new password and signs the person in', async () => {
    const { world } = desk()
    const token = await makeResetToken(world.desk, world.ids['rita'] as number)
    const tab = await desk().tab(`/password/${token}`, { width: 390 })
    const { page } = tab
    const password = page.getByLabel('New password', { exact: true })
    await password.fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('The password needs at least 10 characters.').waitFor()
    await tab.checkAccessibility()
    await password.fill('Correct Horse 7')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/password'))
    assert.ok(tab.requests.includes('POST /api/v1/signin'))
    const used = await desk().tab(`/password/${token}`)
    await used.page.getByRole('alert').waitFor()
    await used.close()
    await tab.close()
  })

  test('a service that does not say who uses the page is asked again', async () => {
    const tab = await desk().tab('/password')
    const { page } = tab
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await page.route('**/api/v1/signshow', (route) => route.fulfill({ status: 400, json: { error: 'Not now' } }))
    await page.reload()
    await page.getByRole('heading', { name: 'The page could not be shown' }).waitFor()
    await tab.checkAccessibility()
    await page.unroute('**/api/v1/signshow')
    await page.getByRole('button', { name: 'Try again now' }).press('Enter')
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await tab.close()
  })
})
