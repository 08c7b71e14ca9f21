import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../server/src/testing/world.ts'
import { addAttributes } from '../../server/src/testing/attributes.ts'
import { describeInBrowser } from './browser.ts'
import { eventually } from './eventually.ts'

describeInBrowser('requests of customers', (desk) => {
  const write = async (as: Person, method: 'POST' | 'PUT', url: string, body: object) => {
    const reply = await desk().world.request(url, { as, method, body })
    assert.ok(reply.status < 300, `${url}: ${reply.text}`)
    return reply.json as { id: number; number: string }
  }
  const newRequest = (title: string) =>
    write('nils', 'POST', 'tickets', { title, group: 'Printers', article: { body: 'It beeps.', type: 'web' } })

  for (const width of [1440, 390] as const) {
    test(`a request is written, answered and solved by keyboard, at ${width} pixels`, async () => {
      const tab = await desk().tab('/', { as: 'nils', width })
      const { keyboard } = tab.page
      await tabTo(tab.page, 'New request')
      await keyboard.press('Enter')
      await tab.page.getByLabel('In one line').focus()
      await keyboard.type(`Key ${width} is stuck`)
      await tabTo(tab.page, 'Send the request')
      await keyboard.press('Enter')
      // The first field without a value has the focus.
      await tab.page.getByText('Write a few words, so that somebody can begin.').waitFor()
      await keyboard.type('It does not move.')
      await tabTo(tab.page, 'Send the request')
      await keyboard.press('Enter')
      await tab.page.getByText('It does not move.').waitFor()
      await tab.page.getByText('Received').waitFor()
      await tabTo(tab.page, 'Your answer')
      await keyboard.type('It moves again.')
      await keyboard.press('Control+Shift+Enter')
      await tab.page.getByText('Solved', { exact: true }).waitFor()
      await tab.page.getByRole('article').getByText('It moves again.').waitFor()
      // A reply reopens it.
      await keyboard.type('No, it does not.')
      await keyboard.press('Control+Enter')
      await tab.page.getByText('We are working on it').waitFor()
      await tab.close()
    })
  }

  test('text typed while a reply is being sent is kept, and can be sent, too', async () => {
    const { number, id } = await newRequest('The bell is silent')
    const tab = await desk().tab(`/requests/${number}`, { as: 'nils' })
    const { page } = tab
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/batch', async (route) => {
      await released
      await route.continue()
    })
    const answer = page.getByRole('textbox', { name: 'Your answer' })
    await answer.fill('Since Monday.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Your answer is being sent.').waitFor()
    await page.keyboard.type('It rings again.')
    await eventually(() => answer.inputValue(), 'It rings again.')
    await page.keyboard.press('Control+Shift+Enter')
    // The reply reopens the request, although the page does not know yet that it is solved.
    await page.keyboard.type('No, it does not.')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('Not sent yet')
    release()
    await page.getByRole('article').getByText('No, it does not.').waitFor()
    await page.getByText('We are working on it').waitFor()
    await eventually(() => answer.inputValue(), 'Not sent yet')
    const url = `ticket_articles/by_ticket/${id}`
    const articles = (await desk().world.request(url, { as: 'nils' })).json as { body: string }[]
    assert.deepEqual(
      articles.map(({ body }) => body),
      ['It beeps.', 'Since Monday.', 'It rings again.', 'No, it does not.'],
    )
    await page.getByText('Draft saved').waitFor()
    await page.reload()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Not sent yet')
    await tab.close()
  })

  test('typed text is saved, and is sent once when the connection is back', async () => {
    const options = { quiet: 'Quiet', loud: 'Loud' }
    await addAttributes(desk().world, [
      { name: 'noise', display: 'Noise', data_type: 'select', data_option: { options } },
    ])
    const { id } = await newRequest('The scale is wrong')
    const tab = await desk().tab('/requests/new', { as: 'nils' })
    const { page } = tab
    const context = page.context()
    await page.getByLabel('In one line').fill('The mixer is loud')
    await page.getByLabel('What happened?').fill('Since Monday.')
    await page.getByRole('button', { name: /^Noise/ }).press('Enter')
    await page.getByRole('option', { name: 'Loud' }).click()
    await page.getByText('Draft saved').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Noise: Loud' }).waitFor()
    await page.getByText('Draft saved').waitFor()
    await eventually(() => page.getByLabel('In one line').inputValue(), 'The mixer is loud')
    await page.locator('input[type=file]').setInputFiles({
      name: 'noise.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('brrr'),
    })
    await page.getByText('noise.txt').waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send the request' }).press('Enter')
    await page.getByText('“The mixer is loud” is kept on this device').waitFor()

    await context.setOffline(false)
    await page.getByRole('link', { name: /The scale is wrong/ }).click()
    const mixer = page.getByRole('link', { name: /The mixer is loud/ })
    await page.getByText('has been handed over').first().waitFor()
    await page.getByRole('textbox', { name: 'Your answer' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('textbox', { name: 'Your answer' }).fill('It shows 2 kg more.')
    await page.keyboard.press('Control+Enter')
    const waits = page.getByText('Your answer is kept on this device')
    await waits.waitFor()
    await page.getByRole('button', { name: 'Take it back' }).press('Enter')
    await waits.waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('textbox', { name: 'Your answer' }).inputValue(), 'It shows 2 kg more.')
    await page.getByRole('textbox', { name: 'Your answer' }).press('Control+Enter')
    await waits.waitFor()
    await tab.checkAccessibility()
    await context.setOffline(false)
    await waits.waitFor({ state: 'detached' })
    await page.getByRole('article').getByText('It shows 2 kg more.').waitFor()
    const bodies = async (ticket: number) =>
      (
        (await desk().world.request(`ticket_articles/by_ticket/${ticket}`, { as: 'nils' })).json as { body: string }[]
      ).map(({ body }) => body)
    await eventually(() => bodies(id), ['It beeps.', 'It shows 2 kg more.'])

    // The list shows the last message of each request, and contains the new request once, with its file.
    await page.goto('/requests')
    await page.getByText('You: It shows 2 kg more.').waitFor()
    await eventually(() => mixer.count(), 1)
    await mixer.click()
    await page.getByText('noise.txt').waitFor()
    await tab.close()
  })

  test('a solved request shows whether a reply reopens it', async () => {
    const { number, id } = await newRequest('The tap drips')
    const group = (values: object) =>
      desk().world.request('groups/' + desk().world.ids['Printers'], { method: 'PUT', body: values })
    const tab = await desk().tab(`/requests/${number}`, { as: 'nils' })
    const { page } = tab
    await page.getByRole('button', { name: 'It is solved' }).press('Enter')
    await page.getByText('Solved', { exact: true }).waitFor()
    await group({ follow_up_possible: 'new_ticket_after_certain_time', reopen_time_in_days: 5 })
    await page.reload()
    await page.getByText('An answer opens the request again until').waitFor()
    await page.getByRole('textbox').fill('It drips again.')
    await page.getByText('Draft saved').waitFor()
    await group({ follow_up_possible: 'new_ticket' })
    await page.reload()
    await page.getByText('This is closed.').waitFor()
    await page.getByText('What you have written will be carried over.').waitFor()
    await eventually(() => page.getByRole('textbox').count(), 0)
    await tab.checkAccessibility()
    await page.getByRole('link', { name: 'Write a new request about it' }).press('Enter')
    await page.waitForFunction(
      (text) => document.querySelector('textarea')?.value === text,
      `About request #${number}:\n\nIt drips again.`,
    )
    await page.getByLabel('In one line').fill('The tap drips again')
    await page.getByRole('button', { name: 'Send the request' }).press('Enter')
    await page.waitForURL(/\/requests\/\d+$/)
    await page.goto(`/requests/${number}`)
    await page.getByText('This is closed.').waitFor()
    await page.getByText('What you have written will be carried over.').waitFor({ state: 'detached' })
    await group({ follow_up_possible: 'yes' })
    await eventually(async () => (await desk().world.request(`tickets/${id}`, { as: 'nils' })).json.article_count, 1)
    await tab.close()
  })

  test('requests are found by what people type, and only those that the list may contain', async () => {
    const { world } = desk()
    const { json } = await world.request(`tickets/${world.ids['Label printer offline']}`, { as: 'nils' })
    const tab = await desk().tab('/requests', { as: 'nils' })
    const { page } = tab
    const field = page.getByRole('searchbox')
    const titles = () => page.locator('.request h2').allInnerTexts()
    const search = async (text: string) => {
      await field.fill(text)
      await page.waitForURL((url) => url.searchParams.get('q') === text)
    }
    for (const [text, title] of [
      ['wifi', 'No network in the bakery'],
      [`ticket ${json.number}`, 'Label printer offline'],
      ['label printers', 'Label printer offline'],
      ['label prin', 'Label printer offline'],
      ['"label printer', 'Label printer offline'],
    ] as const) {
      await search(text)
      await eventually(titles, [title])
    }
    // Requests of colleagues and of others, and notes, are not found here, whatever is typed.
    for (const text of ['toner) OR (toner', 'invoice OR quiet', 'hunter2', 'kyocera OR customer_id:1']) {
      await search(text)
      await page.getByText(`Nothing found for “${text}”`).waitFor()
    }
    const own = (await world.request(`tickets/search?query=customer_id:${world.ids['nils']}&full=true`, { as: 'nils' }))
      .json
    await page.goto('/requests?show=all&q=x OR customer_id:>0')
    await eventually(async () => (await titles()).length, own.total_count)
    await page.goto('/requests/organization?q=toner')
    await eventually(titles, ['Toner for the oven label printer'])
    await tab.close()
  })

  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`a search that finds nothing lists what was probably meant, at ${width} pixels`, async () => {
      const tab = await desk().tab('/requests?q=labl printer', { as: 'nils', width, theme })
      const { page } = tab
      const note = page.locator('.portal-note')
      await eventually(() => note.innerText(), 'Nothing matches labl printer. Showing results for label printer.')
      await eventually(() => page.locator('.request h2').allInnerTexts(), ['Label printer offline'])
      await tab.checkAccessibility()
      await page.getByRole('link', { name: 'labl printer' }).press('Enter')
      await page.getByText('Nothing found for “labl printer”').waitFor()
      await tab.checkAccessibility()
      await page.getByRole('link', { name: 'label printer' }).press('Enter')
      await eventually(() => page.getByRole('searchbox').inputValue(), 'label printer')
      await eventually(() => note.count(), 0)
      await tab.close()
    })
  }

  test('a link to the list without a search empties the search field', async () => {
    const tab = await desk().tab('/requests', { as: 'nils' })
    const { page } = tab
    const field = page.getByRole('searchbox')
    await field.fill('beeps')
    await page.waitForURL('**/requests?q=beeps')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first().press('Enter')
    await eventually(() => field.inputValue(), '')
    await page.waitForURL((url) => url.search === '')
    await tab.close()
  })

  test('the screens of customers are accessible in both themes', async () => {
    const { number } = await newRequest('A lamp is dark')
    const tab = await desk().tab('/', { as: 'nils' })
    const { page } = tab
    for (const path of ['/requests', '/requests/organization', '/requests/new', `/requests/${number}`]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('textbox').or(page.getByRole('searchbox')).first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await tab.checkAccessibility()
      }
    }
    await tab.close()
  })

  test('screens of other roles and requests of other people do not exist', async () => {
    const tab = await desk().tab('/requests/67005', { as: 'nils' })
    await tab.page.getByText('Page not found').waitFor()
    await tab.page.goto('/requests/99999')
    await tab.page.getByText('Page not found').waitFor()
    await tab.close()
    const agent = await desk().tab('/requests', { as: 'rita' })
    await agent.page.getByText('Page not found').waitFor()
    await agent.close()
  })
})

/** Presses Tab until the element with the name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page
    .getByLabel(name)
    .or(page.getByRole('link', { name }))
    .or(page.getByRole('button', { name }))
    .first()
    .waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (focused.trim() === name) return
  }
  assert.fail(`Tab does not reach ${name}`)
}
