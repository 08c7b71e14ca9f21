import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('the matrices of roles', (desk) => {
  test('a change of permissions shows the number of affected people, and is saved with other changes', async () => {
    const tab = await desk().tab('/admin/roles/permissions', { as: 'admin' })
    const { page } = tab
    await page.getByRole('checkbox', { name: 'Agent: Macros' }).press('Space')
    await page.getByRole('checkbox', { name: 'Agent: Read the reports' }).press('Space')
    await page.getByText(/5 people in “Agent” new: Macros and Read the reports/).waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('The roles are saved.').first().waitFor()
    const { json } = await desk().world.request('roles?expand=true')
    const agent = json.find(({ name }: { name: string }) => name === 'Agent')
    assert.ok(agent.permissions.includes('admin.macro'))
    await page.getByRole('checkbox', { name: 'Customer: Read the reports' }).press('Space')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('A role that is given at sign-up cannot have report.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await tab.close()
  })

  test('administrators cannot remove their own last permission to change roles', async () => {
    const tab = await desk().tab('/admin/roles/permissions', { as: 'admin' })
    const { page } = tab
    const own = page.getByRole('checkbox', { name: /^Admin: Administer everything/ })
    await own.waitFor()
    await eventually(() => own.isDisabled(), true)
    await eventually(() => page.getByRole('checkbox', { name: 'Admin: Read the reports' }).isDisabled(), false)
    await tab.close()
  })

  test('access to groups is given by levels, on a phone in the dark theme', async () => {
    const tab = await desk().tab('/admin/roles/groups', { as: 'admin', width: 390, theme: 'dark' })
    const { page } = tab
    await page.getByRole('button', { name: 'Agent: Network: Full' }).press('Enter')
    await page.getByText(/other access to groups/).waitFor()
    await tab.checkAccessibility()
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('The roles are saved.').first().waitFor()
    const { world } = desk()
    const { json } = await world.request('roles/2')
    assert.deepEqual(json.group_ids[String(world.ids['Network'])], ['full'])
    await tab.close()
  })

  test('a role that somebody else has changed is not overwritten', async () => {
    const { world } = desk()
    const made = await world.request('roles', { method: 'POST', body: { name: 'Night shift', permissions: [] } })
    const tab = await desk().tab('/admin/roles/permissions', { as: 'admin' })
    const { page } = tab
    await page.getByRole('checkbox', { name: 'Night shift: Macros' }).press('Space')
    await world.request(`roles/${made.json.id}`, { method: 'PUT', body: { permissions: ['report'] } })
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Somebody else has changed “Night shift” meanwhile.').waitFor()
    const { json } = await world.request(`roles/${made.json.id}?expand=true`)
    assert.deepEqual(json.permissions, ['report'])
    await tab.close()
  })

  test('an account is created with its roles and access, by keyboard', async () => {
    const tab = await desk().tab('/admin/users/new', { as: 'admin' })
    const { page } = tab
    await page.getByLabel('First name').fill('Kim')
    await page.getByLabel('Last name').fill("O'Lee")
    await page.getByLabel('E-mail address', { exact: true }).fill('kim.olee@desk.example')
    await page.getByRole('checkbox', { name: 'Agent' }).press('Space')
    await page.getByRole('button', { name: 'Printers: Full' }).press('Enter')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('heading', { name: "Kim O'Lee" }).waitFor()
    const { world } = desk()
    const { json } = await world.request('users/search?query=email:kim.olee@desk.example')
    assert.deepEqual([json[0].role_ids, json[0].group_ids], [[2], { [String(world.ids['Printers'])]: ['full'] }])
    await page.getByRole('button', { name: /link/i }).press('Enter')
    await tab.close()
  })
})
