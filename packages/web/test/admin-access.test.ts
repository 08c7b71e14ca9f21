import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '@deskbell/contract'
import { describeInBrowser } from './browser.ts'
import { limitedAdmin } from './limited-admin.ts'

/** The screens that each permission opens. Those that are not named open none. */
const screensOf: Readonly<Record<string, readonly string[]>> = {
  'admin.user': ['users', 'imports'],
  'admin.role': ['roles'],
  'admin.group': ['groups'],
  'admin.organization': ['organizations', 'imports'],
  'admin.session': ['sessions'],
  'admin.overview': ['overviews'],
  'admin.ticket_state': ['ticket_states'],
  'admin.ticket_priority': ['ticket_priorities'],
  'admin.tag': ['tags'],
  'admin.object': ['ticket_states', 'ticket_priorities', 'custom_fields'],
  'admin.macro': ['macros'],
  'admin.text_module': ['text_modules', 'imports'],
  'admin.template': ['templates'],
  'admin.channel_email': ['signatures'],
  'admin.trigger': ['triggers'],
  'admin.sla': ['slas'],
  'admin.calendar': ['calendars'],
  'admin.webhook': ['webhooks'],
  'admin.system': ['settings'],
  'admin.security': ['audit'],
  'admin.scheduler': ['jobs'],
  'admin.monitoring': ['system'],
}

describeInBrowser('administration by permission', (desk) => {
  for (const permission of Object.keys(permissions).filter((name) => name.startsWith('admin.'))) {
    const screens = screensOf[permission] ?? []
    test(`${permission} opens ${screens.join(', ') || 'no screen'}, and the service refuses nothing`, async () => {
      await limitedAdmin(desk().world, 'nils', [permission])
      const tab = await desk().tab('/admin', { as: 'nils' })
      const { page } = tab
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(new URL(response.url()).pathname)
      })
      if (screens.length === 0) {
        await page.getByRole('heading', { name: 'Page not found' }).waitFor()
        return tab.close()
      }
      const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
      await links.first().waitFor()
      const shown = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname.slice(7)))
      assert.deepEqual(shown, screens)
      for (const screen of screens.flatMap((one) => [one, `${one}/new`])) {
        await page.goto(`/admin/${screen}`)
        await page.locator('main h1').waitFor()
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
      }
      assert.deepEqual(refused, [])
      await tab.close()
    })
  }
})
