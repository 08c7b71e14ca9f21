import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('people and organizations', (desk) => {
  test('an agent edits a customer in place, by keyboard, except the address for signing in', async () => {
    const { world } = desk()
    const id = world.ids['nils'] as number
    const tab = await desk().tab(`/people/${id}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('heading', { name: /Open tickets/ }).waitFor()
    await page.getByRole('button', { name: /^Phone: / }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 999')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Phone: +49 30 999' }).waitFor()
    await eventually(async () => (await world.request(`users/${id}`)).json.phone, '+49 30 999')
    await eventually(() => page.getByRole('button', { name: /^E-mail:/ }).count(), 0)
    await eventually(() => page.getByRole('heading', { name: 'Access' }).count(), 0)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('the organization of a customer is chosen, and removed again', async () => {
    const { world } = desk()
    const id = world.ids['nils'] as number
    const organization = async () => (await world.request(`users/${id}?expand=true`)).json.organization ?? ''
    const name = await organization()
    assert.notEqual(name, '')
    const tab = await desk().tab(`/people/${id}`, { as: 'rita' })
    const { page } = tab
    await page.getByRole('button', { name: `Organization: ${name}` }).press('Enter')
    await page.getByRole('combobox', { name: 'Organization' }).press('Backspace')
    await page.getByRole('option', { name: 'None' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Organization: none' }).press('Enter')
    await eventually(organization, '')
    await page.keyboard.type(name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Organization: ${name}` }).waitFor()
    await tab.close()
  })

  test('a value with spaces at its ends stays as it is if editing is cancelled or changes nothing', async () => {
    const { world } = desk()
    const id = world.ids['maya'] as number
    await world.request(`users/${id}`, { method: 'PUT', body: { city: ' Kiel ' } })
    assert.equal((await world.request(`users/${id}`)).json.city, ' Kiel ')
    const tab = await desk().tab(`/people/${id}`, { as: 'rita' })
    const { page } = tab
    const button = page.getByRole('button', { name: 'City: Kiel' })
    const field = page.getByRole('textbox', { name: 'City' })
    await button.press('Enter')
    await field.fill('Rome')
    await page.keyboard.press('Escape')
    await button.press('Enter')
    await field.press('Enter')
    await button.waitFor()
    assert.deepEqual(
      tab.requests.filter((request) => request.startsWith('PUT /api/v1/users')),
      [],
    )
    await button.press('Enter')
    await field.fill(' Rome ')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'City: Rome' }).waitFor()
    await eventually(async () => (await world.request(`users/${id}`)).json.city, 'Rome')
    await tab.close()
  })

  test('agents can change exactly the people whom the service lets them change', async () => {
    const { world } = desk()
    const { plain } = world.ids
    const withRole = async (name: string, permissions: string[], active = true) => {
      const { id } = (await world.request('roles', { method: 'POST', body: { name, permissions, active } })).json
      const body = { firstname: 'Kim', role_ids: [id] }
      return (await world.request('users', { method: 'POST', body })).json.id as number
    }
    const people: [id: number | undefined, mayChange: boolean][] = [
      [await withRole('Partner', ['ticket.customer']), true],
      [await withRole('Reading partner', ['ticket.customer', 'report']), true],
      [await withRole('Former partner', ['ticket.customer'], false), false],
      [await withRole('Colleague', ['ticket.customer', 'ticket.agent']), false],
      [await withRole('Macro author', ['ticket.customer', 'admin.macro']), false],
      [await withRole('Reader', ['report']), false],
      // Has no role.
      [plain, false],
    ]
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    for (const [id, mayChange] of people) {
      const { status } = await world.request(`users/${id}`, { method: 'PUT', as: 'rita', body: { phone: '1' } })
      assert.equal(status, mayChange ? 200 : 403)
      await page.goto(`/people/${id}`)
      await page.getByRole('heading', { name: /Open tickets/ }).waitFor()
      if (mayChange) await page.getByRole('button', { name: 'Phone: 1' }).waitFor()
      else await page.getByText('Agents can change only customers who do not work here.').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Phone: / }).count(), mayChange ? 1 : 0)
    }
    await tab.close()
  })

  test('an administrator assigns roles, and creates a link for a new password', async () => {
    const { world } = desk()
    const id = world.ids['plain'] as number
    const tab = await desk().tab(`/people/${id}`, { as: 'admin', theme: 'dark' })
    const { page } = tab
    await page.getByRole('button', { name: /^Roles: / }).click()
    await page.getByRole('option', { name: 'Agent' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Roles: .*Agent/ }).waitFor()
    await page.getByRole('button', { name: 'Make a link for a new password' }).click()
    const link = page.getByRole('textbox', { name: 'Link for a new password' })
    await eventually(() => link.inputValue(), /^http.*\/password\/.+/)
    await tab.checkAccessibility()
    await tab.close()
  })

  test('a conflict is shown with both values, and resolved by keyboard', async () => {
    const { world } = desk()
    const id = world.ids['nils'] as number
    const tab = await desk().tab(`/people/${id}`, { as: 'rita', width: 1024, theme: 'dark' })
    const { page } = tab
    await page.getByRole('button', { name: /^City: / }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'City' }).fill('Hamburg')
    await world.request(`users/${id}`, { method: 'PUT', body: { city: 'Bremen', zip: '28195' } })
    await page.getByRole('button', { name: /28195/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('City was set to Bremen in the meantime. You chose Hamburg.').waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Use Hamburg' }).press('Enter')
    await page.getByRole('button', { name: 'City: Hamburg' }).waitFor()
    const { json } = await world.request(`users/${id}`)
    assert.deepEqual([json.city, json.zip], ['Hamburg', '28195'])
    await tab.close()
  })

  test('an administrator who is not an agent finds and changes people, without their tickets', async () => {
    const { world } = desk()
    const id = world.ids['plain'] as number
    const changed = await world.request(`users/${id}`, { method: 'PUT', body: { roles: ['Admin'] } })
    assert.equal(changed.status, 200, changed.text)
    const tab = await desk().tab('/search', { as: 'plain' })
    const { page } = tab
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.fill('nils')
    await box.press('Enter')
    await page.getByRole('link', { name: /Nils Brandt/ }).press('Enter')
    await page.getByRole('button', { name: /^Roles: / }).waitFor()
    await eventually(() => page.getByRole('heading', { name: /Open tickets/ }).count(), 0)
    await tab.checkAccessibility()
    assert.deepEqual(
      tab.requests.filter((request) => /api\/v1\/ticket/.test(request)),
      [],
    )
    await tab.close()
  })

  test('an organization has a placeholder while it is loading, then its tickets and members, on a phone, too', async () => {
    const { world } = desk()
    const tab = await desk().tab('about:blank', { as: 'rita', width: 390, locale: 'de-DE' })
    const { page } = tab
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/organizations/*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${desk().url}/organizations/${world.ids['Harbor Bakery']}`)
    await page.getByRole('region', { name: 'Organisationen' }).locator('.skeleton').first().waitFor()
    await tab.checkAccessibility()
    release()
    await page.getByRole('heading', { name: /Offene Tickets/ }).waitFor()
    await page
      .getByRole('link', { name: /Nils Brandt/ })
      .first()
      .waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 390, `the page is ${width} pixels wide`)
    await tab.checkAccessibility()
    await tab.close()
  })
})
