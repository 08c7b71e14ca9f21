import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '@deskbell/contract'
import { allowedGroups } from '../src/admin/admin-pages.ts'
import { describeInBrowser } from './browser.ts'
import { limitedAdmin } from './limited-admin.ts'

/** The screens that each permission opens. Those that are not named open none. */
const screensOf: Readonly<Record<string, readonly string[]>> = {
  'admin.user': ['users', 'imports'],
  'admin.role': ['roles'],
  'admin.group': ['groups'],
  'admin.organization': ['organizations', 'imports'],
  'admin.session': ['sessions'],
  'admin.data_privacy': ['data_privacy'],
  'admin.overview': ['overviews'],
  'admin.ticket_state': ['ticket_states'],
  'admin.ticket_priority': ['ticket_priorities'],
  'admin.tag': ['tags'],
  'admin.object': ['ticket_states', 'ticket_priorities', 'custom_fields'],
  'admin.macro': ['macros'],
  'admin.text_module': ['text_modules', 'imports'],
  'admin.template': ['templates'],
  'admin.checklist': ['checklist_templates'],
  'admin.time_accounting': ['time_accounting'],
  'admin.channel_email': ['channels', 'email_addresses', 'signatures', 'quarantine', 'outbox'],
  'admin.trigger': ['triggers', 'automation_log'],
  'admin.sla': ['slas', 'automation_log'],
  'admin.calendar': ['calendars'],
  'admin.webhook': ['webhooks', 'automation_log'],
  'admin.system': ['settings'],
  'admin.security': ['audit'],
  'admin.scheduler': ['jobs', 'automation_log'],
  'admin.monitoring': ['system'],
}

test('a permission opens the screens that the table names, and no others', () => {
  for (const permission of Object.keys(permissions).filter((name) => name.startsWith('admin.'))) {
    const pages = allowedGroups((name) => name === permission).flatMap((group) => group.pages)
    assert.deepEqual(
      pages.map(({ id }) => id),
      screensOf[permission] ?? [],
      permission,
    )
  }
})

describeInBrowser('administration by permission', (desk) => {
  test('with each permission that opens it, a screen sends no request that the service refuses', async () => {
    await limitedAdmin(desk().world, 'nils', ['admin.user'])
    const tab = await desk().tab('/admin/users', { as: 'nils' })
    const { page } = tab
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${page.url()}: ${response.url()}`)
    })
    for (const [permission, screens] of Object.entries(screensOf)) {
      await limitedAdmin(desk().world, 'nils', [permission])
      for (const screen of screens) {
        // A new entry is shown next to the table of the others.
        await page.goto(`/admin/${screen}/new`)
        await page.locator('main h1').waitFor()
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
      }
    }
    assert.deepEqual(refused, [])
    await tab.close()
  })
})
