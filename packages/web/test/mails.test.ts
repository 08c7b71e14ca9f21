import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { unitOfWork } from '../../server/src/writing/unit-of-work.ts'
import type { World } from '../../server/src/testing/world.ts'
import { describeInBrowser, type Tab } from './browser.ts'
import { eventually } from './eventually.ts'

const untilShown = async (tab: Tab) => {
  await tab.page.locator('.entry').first().waitFor()
}

/** Writes e-mails into a new ticket as they are, bypassing the rules that make them safe. */
async function ticketWith(world: World, mails: readonly string[]): Promise<string> {
  const [first = '', ...others] = mails
  const { json } = await world.request('tickets', {
    method: 'POST',
    as: 'rita',
    body: { title: 'Mails', group: 'Printers', customer_id: world.ids['nils'], article: { body: '1' } },
  })
  for (const [index] of others.entries()) {
    const body = { ticket_id: json.id, type: 'email', sender: 'Customer', body: String(index + 2) }
    await world.request('ticket_articles', { method: 'POST', as: 'rita', body })
  }
  await unitOfWork(world.desk, world.ids['rita'] as number, async ({ db: { sql } }) => {
    const articles = sql
      .selectFrom('ticket_articles')
      .select('id')
      .where('ticket_id', '=', json.id as number)
    const rows = await articles.orderBy('id').execute()
    for (const [index, { id }] of rows.entries()) {
      const body = index === 0 ? first : (others[index - 1] ?? '')
      await sql.updateTable('ticket_articles').set({ body, content_type: 'text/html' }).where('id', '=', id).execute()
    }
  })
  return json.number as string
}

/** Returns a part of a PNG picture: its length, name, data and checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** Returns a grey PNG picture as a `data:` URL. */
function picture(width: number, height: number): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  // 8 bits of grey.
  head[8] = 8
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const png = [Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', head)]
  return `data:image/png;base64,${Buffer.concat(png).toString('base64')}`
}

describeInBrowser('e-mails', (desk) => {
  test('pictures have their space before they are loaded, so that nothing moves', async () => {
    const { world } = desk()
    const body = `<p>See</p><img src="${picture(400, 300)}"><p>and</p><img width="80" src="${picture(160, 160)}"><p>Yours</p>`
    const article = { body, content_type: 'text/html', type: 'email', sender: 'Customer' }
    const { json } = await world.request('tickets', {
      method: 'POST',
      as: 'rita',
      body: { title: 'Pictures', group: 'Printers', customer_id: world.ids['nils'], article },
    })
    await world.request('ticket_articles', { method: 'POST', as: 'rita', body: { ticket_id: json.id, body: 'Last' } })
    const tab = await desk().tab('/notifications', { as: 'rita' })
    const { page } = tab
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/ticket_attachment/**', async (route) => {
      await released
      await route.continue()
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      const add = (list: PerformanceObserverEntryList) =>
        list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value))
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`/tickets/${json.number}`)
    const pictures = page.frameLocator('.mail-frame').locator('img')
    await pictures.nth(1).waitFor()
    const boxes = () => Promise.all([pictures.nth(0).boundingBox(), pictures.nth(1).boundingBox()])
    const before = await boxes()
    assert.deepEqual(
      before.map((box) => [box?.width, box?.height]),
      [
        [400, 300],
        [80, 80],
      ],
    )
    await page.evaluate(() => ((globalThis as unknown as { shifts: number[] }).shifts.length = 0))
    release()
    await page.waitForFunction(() =>
      [...(document.querySelector<HTMLIFrameElement>('.mail-frame')?.contentDocument?.images ?? [])].every(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ),
    )
    assert.deepEqual(await boxes(), before)
    const shifts = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve((globalThis as never as { shifts: number[] }).shifts)),
          ),
        ),
    )
    assert.deepEqual(shifts, [])
    await tab.close()
  })

  test('picture files have a thumbnail, and open in place', async () => {
    const { world } = desk()
    const [, data = ''] = picture(40, 30).split(',')
    const attachments = [
      { filename: 'scan.png', data, 'mime-type': 'image/png' },
      { filename: 'notes.txt', data: 'SGVsbG8=', 'mime-type': 'text/plain' },
    ]
    const { json } = await world.request('tickets', {
      method: 'POST',
      as: 'rita',
      body: { title: 'Scan', group: 'Printers', customer_id: world.ids['nils'], article: { body: 'See', attachments } },
    })
    const tab = await desk().tab(`/tickets/${json.number}`, { as: 'rita' })
    const { page } = tab
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.attachment-sign img')?.naturalWidth === 40,
    )
    await eventually(() => page.locator('.attachment-sign').allInnerTexts(), ['', 'TXT'])
    await page.getByRole('link', { name: /scan/ }).click()
    await page.getByRole('dialog', { name: 'scan.png' }).getByRole('img').waitFor()
    await tab.close()
  })

  test('frames of distant e-mails are removed', async () => {
    const mail = '<table><tr><td style="color:#c00">News</td></tr></table>'
    const tab = await desk().tab(`/tickets/${await ticketWith(desk().world, Array(60).fill(mail))}`, { as: 'rita' })
    const { page } = tab
    await untilShown(tab)
    await page.getByRole('button', { name: /entries between/ }).click()
    const entries = page.locator('.entry')
    await eventually(() => entries.count(), 60)
    for (let index = 0; index < 60; index += 5) await entries.nth(index).scrollIntoViewIfNeeded()
    await page.waitForFunction(() => document.querySelectorAll('iframe').length < 40)
    await tab.close()
  })

  test('external pictures are requested only when the reader asks for them', async () => {
    const mail =
      '<table><tr><td style="color:#c00">News <img data-remote-src="https://pictures.example/a.png"></td></tr></table>'
    const tab = await desk().tab(`/tickets/${await ticketWith(desk().world, [mail])}`, { as: 'rita' })
    const { page } = tab
    await page.route('https://pictures.example/**', (route) => route.fulfill({ status: 204 }))
    await untilShown(tab)
    const cell = page.frameLocator('iframe').locator('td')
    await eventually(() => cell.evaluate((element) => getComputedStyle(element).color), 'rgb(204, 0, 0)')
    assert.ok(!tab.addresses.some((address) => address.startsWith('https://pictures.example')))
    const request = page.waitForRequest('https://pictures.example/a.png')
    await page.getByRole('button', { name: 'Load it' }).click()
    const headers = await (await request).allHeaders()
    assert.equal(headers['referer'], undefined)
    await tab.close()
  })
})
