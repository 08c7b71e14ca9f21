import { test } from 'node:test'
import { receiveMails } from '../../server/src/testing/received.ts'
import { describeInBrowser, type Tab } from './browser.ts'
import { ticketFromNils } from './tickets.ts'

const mail = 'From: Nils <nils@desk.example>\nTo: help@desk.example\nSubject: The oven\nMessage-ID: <oven@desk.example>'

async function openArrival({ page }: Tab, menu: string, item: string): Promise<void> {
  await page.locator('.entry').last().getByRole('button', { name: menu }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

describeInBrowser('the arrival of a message', (desk) => {
  test('is explained with the checks of its sender', async () => {
    const { world } = desk()
    const checked = { spf: 'pass', dmarc: 'pass', by: 'mx.desk.example' }
    const [received] = await receiveMails(world.desk, [`${mail}\n\nIt is cold.`], { authentication: checked })
    const { id, number } = (received?.ticket ?? {}) as { id?: number; number?: string }
    await world.request(`tickets/${id}`, { method: 'PUT', as: 'admin', body: { group: 'Users' } })
    const tab = await desk().tab(`/tickets/${number}`, { as: 'admin', locale: 'de-DE' })
    await openArrival(tab, 'Aktionen für die Nachricht', 'Warum ist sie hier?')
    const dialog = tab.page.getByRole('dialog', { name: 'Warum ist diese Nachricht hier?' })
    await dialog.getByText('Empfangen über den Befehl „mail deliver“').waitFor()
    await dialog.getByText('Prüfungen des Absenders durch mx.desk.example: SPF pass und DMARC pass').waitFor()
    await dialog.getByText(/^Sie antwortet auf keine bekannte E-Mail/).waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })

  test('is unknown for a message that was written here', async () => {
    const { number } = await ticketFromNils(desk().world)
    const tab = await desk().tab(`/tickets/${number}`, { as: 'rita', width: 390, theme: 'dark' })
    await openArrival(tab, 'Actions for the message', 'Why is it here?')
    await tab.page.getByText(/^No decisions are recorded/).waitFor()
    await tab.checkAccessibility()
    await tab.close()
  })
})
