import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeResetToken } from '../../server/src/auth/tokens.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('signing in', (desk) => {
  test('the error of a wrong password is shown, the login stays, and the correct password opens the page', async () => {
    const tab = await desk().tab('/')
    const { page } = tab
    await page.getByLabel('E-mail address or login').fill('admin@desk.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await eventually(() => page.getByRole('alert').innerText(), /wrong/)
    await eventually(() => page.getByLabel('E-mail address or login').inputValue(), 'admin@desk.example')
    await tab.checkAccessibility()
    await page.keyboard.type('correct horse')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').waitFor()
    await page.waitForURL((url) => url.pathname.startsWith('/overviews/'))
    await tab.close()
  })

  test('the user can switch the page to German, and the choice is stored on this device', async () => {
    const tab = await desk().tab('/sign-in', { theme: 'dark' })
    const { page } = tab
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await eventually(() => page.locator('html').getAttribute('lang'), 'de')
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a link sets a new password and signs the person in', async () => {
    const { world } = desk()
    const token = await makeResetToken(world.desk, world.ids['rita'] as number)
    const tab = await desk().tab(`/password/${token}`, { width: 390, locale: 'de-DE' })
    const { page } = tab
    const password = page.getByLabel('Neues Passwort', { exact: true })
    await password.fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Das Passwort braucht mindestens 10 Zeichen.').waitFor()
    assert.ok(!tab.requests.some((request) => request.includes('signin')))
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

  test('an account and a new password are requested by keyboard, if settings allow it', async () => {
    const { world } = desk()
    const { json: settings } = await world.request('settings?per_page=1000')
    const set = async (name: string, value: boolean) => {
      const { id } = (settings as { id: number; name: string }[]).find((entry) => entry.name === name) ?? { id: 0 }
      const { status } = await world.request(`settings/${id}`, { method: 'PUT', body: { state_current: { value } } })
      assert.equal(status, 200)
    }
    const tab = await desk().tab('/sign-up', { width: 390, theme: 'dark' })
    const { page } = tab
    await page.getByText('You cannot request an account on this page.').waitFor()
    await tab.checkAccessibility()
    await set('user_create_account', true)
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Request one' }).press('Enter')
    await page.getByLabel('First name').and(page.locator(':focus')).waitFor()
    for (const [index, text] of ['Paula', 'Neu', 'paula@neu.example', 'short'].entries()) {
      if (index > 0) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await page.getByText('The password needs at least 10 characters.').waitFor()
    await eventually(() => page.getByRole('alert').count(), 0)
    await tab.checkAccessibility()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Correct Horse 7')
    await page.keyboard.press('Enter')
    await page.getByText('Your request has been received.').waitFor()
    const { json: users } = await world.request('users/search?query=paula@neu.example')
    await world.request(`users/${users[0].id}`, { method: 'PUT', body: { active: true } })
    await page.getByRole('link', { name: 'Back to sign in' }).press('Enter')
    await page.getByLabel('E-mail address or login').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('paula@neu.example')
    await page.keyboard.press('Tab')
    if (!(await page.evaluate(() => document.activeElement?.matches('input')))) await page.keyboard.press('Tab')
    await page.keyboard.type('Correct Horse 7')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'My requests' }).waitFor()
    await set('user_create_account', false)
    await tab.close()

    const forgotten = await desk().tab('/sign-in')
    await forgotten.page.getByRole('link', { name: 'Forgotten?' }).press('Enter')
    await forgotten.page.getByLabel('E-mail address or login').and(forgotten.page.locator(':focus')).waitFor()
    await forgotten.page.keyboard.type('rita')
    await forgotten.page.keyboard.press('Enter')
    await forgotten.page.getByText('This desk sends no e-mail yet.').waitFor()
    await set('user_lost_password', false)
    await forgotten.page.goto('/sign-in')
    await forgotten.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await eventually(() => forgotten.page.getByRole('link', { name: 'Forgotten?' }).count(), 0)
    await forgotten.page.goto('/password')
    await forgotten.page.getByText('Passwords cannot be reset on this page.').waitFor()
    await forgotten.checkAccessibility()
    await forgotten.page.goto('/password/wrong')
    await forgotten.page.getByRole('link', { name: 'Back to sign in' }).waitFor()
    await set('user_lost_password', true)
    await forgotten.close()
  })

  test('a failed request for the session can be repeated', async () => {
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
