/** Takes the screenshots of the documentation (docs/images) from a demo desk, in Chromium:
 *
 *   node scripts/pictures.ts                        starts a new demo in a temporary folder
 *   node scripts/pictures.ts http://127.0.0.1:8080 PASSWORD
 *                                                   uses a running demo, with the password of its administrator
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { agents, customers, demoPassword } from '../packages/server/src/setup/demo/people.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/images')
/** Maximum size of a picture: larger files would make cloning the repository slow. */
const MAX_BYTES = 200 * 1024

interface Picture {
  readonly name: string
  readonly viewer: 'agent' | 'customer' | 'admin' | 'visitor'
  readonly theme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
  /** Opens what the picture shows. */
  readonly open: (page: Page) => Promise<unknown>
}

/** The title of the demo ticket in the pictures. */
const ticketTitle = 'Label printer in the bakehouse'

const pictures: readonly Picture[] = [
  {
    name: 'sign-in',
    viewer: 'visitor',
    size: { width: 720, height: 560 },
    open: (page) => page.getByRole('textbox').first().waitFor(),
  },
  { name: 'list', viewer: 'agent', open: openList },
  { name: 'list-dark', viewer: 'agent', theme: 'dark', open: openList },
  { name: 'ticket', viewer: 'agent', open: openTicket },
  { name: 'ticket-phone', viewer: 'agent', size: { width: 390, height: 780 }, open: openTicket },
  {
    name: 'requests',
    viewer: 'customer',
    size: { width: 1024, height: 640 },
    open: (page) => page.getByText(ticketTitle).waitFor(),
  },
  { name: 'request', viewer: 'customer', size: { width: 1024, height: 760 }, open: openRequest },
  { name: 'admin-groups', viewer: 'admin', open: openGroup },
  { name: 'admin-roles', viewer: 'admin', open: changePermission },
  { name: 'admin-overview', viewer: 'admin', size: { width: 1280, height: 900 }, open: openOverview },
  { name: 'admin-mail', viewer: 'admin', open: testAccount },
  { name: 'new-request', viewer: 'customer', size: { width: 1024, height: 640 }, open: openNewRequest },
]

async function openList(page: Page): Promise<void> {
  await page.goto('overviews/all_open?sort=-updated_at')
  // Some rows of tickets are shown, not only the row of headings.
  await page.getByRole('row').nth(5).waitFor()
}

async function openTicket(page: Page): Promise<void> {
  await openList(page)
  await page.getByRole('row').filter({ hasText: ticketTitle }).click()
  await page.getByText('Ben was here').first().waitFor()
}

async function openRequest(page: Page): Promise<void> {
  await page.getByText(ticketTitle).first().click()
  await page.getByText('Ben was here').first().waitFor()
}

async function openNewRequest(page: Page): Promise<void> {
  await page.goto('requests/new')
  await page.getByRole('textbox').first().fill('The scanner beeps twice')
}

async function openGroup(page: Page): Promise<void> {
  await page.goto('admin/groups')
  await page.locator('tbody').getByRole('link').first().click()
  await page.getByLabel('Note').fill('Answers within a day.')
}

async function changePermission(page: Page): Promise<void> {
  await page.goto('admin/roles/permissions')
  await page.getByRole('checkbox', { name: 'Agent: Macros' }).check()
  await page.getByText('new: Macros').waitFor()
}

async function openOverview(page: Page): Promise<void> {
  await page.goto('admin/overviews')
  await page.getByRole('link', { name: 'Unassigned & Open' }).click()
  await page.getByText(/^Fits /).waitFor()
}

async function testAccount(page: Page): Promise<void> {
  await page.goto('admin/channels/new')
  await page.getByLabel('Sender name').fill('Bakery Help')
  await page.getByLabel('E-mail address').fill('help@fastmail.com')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Test the connection' }).waitFor()
}

const logins = { agent: agents[0]?.login, customer: customers[0].login }

async function takePicture(browser: Browser, { url, admin }: Demo, picture: Picture): Promise<void> {
  const { name, viewer, theme = 'light', size = { width: 1280, height: 800 }, open } = picture
  const options = { viewport: size, colorScheme: theme, locale: 'en-GB', baseURL: `${url}/`, reducedMotion: 'reduce' }
  const context = await browser.newContext(options as Parameters<Browser['newContext']>[0])
  try {
    if (viewer === 'admin') await signIn(context, admin.login, admin.password)
    else if (viewer !== 'visitor') await signIn(context, logins[viewer] as string, demoPassword)
    const page = await context.newPage()
    await page.goto('')
    await open(page)
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    // Fonts and images may be drawn some frames later, which no attribute shows.
    await page.waitForTimeout(500)
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    const { size: bytes } = statSync(path)
    console.log(`${name}.png  ${Math.round(bytes / 1024)} KB`)
    if (bytes > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES / 1024} KB.`)
  } finally {
    await context.close()
  }
}

async function signIn(context: BrowserContext, username: string, password: string): Promise<void> {
  const session = await context.request.get('api/v1/signshow')
  const headers = { 'X-CSRF-Token': session.headers()['csrf-token'] ?? '' }
  const response = await context.request.post('api/v1/signin', { headers, data: { username, password } })
  if (!response.ok()) throw new Error(`${username} cannot sign in: ${response.status()}`)
}

/** A running demo. */
interface Demo {
  readonly url: string
  readonly admin: { readonly login: string; readonly password: string }
}

/** Starts a demo and resolves when it is ready. */
async function startDemo(): Promise<{ demo: Demo; stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'deskbell-pictures-'))
  const command = join(root, 'packages/server/bin/deskbell.js')
  const service = spawn(process.execPath, [command, 'demo', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const stop = async () => {
    service.kill()
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  let url = ''
  for await (const line of createInterface(service.stdout)) {
    url = /^Open (.*)\/ and sign in/.exec(line)?.[1] ?? url
    const [, login, password] = /^ +administrator +(\S+) +(\S+)/.exec(line) ?? []
    if (login && password) return { demo: { url, admin: { login, password } }, stop }
  }
  throw new Error('The demo did not start.')
}

const [, , address, password = ''] = process.argv
const running = { url: address ?? '', admin: { login: 'admin@desk.example', password } }
const { demo, stop } = address === undefined ? await startDemo() : { demo: running, stop: async () => {} }
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const picture of pictures) await takePicture(browser, demo, picture)
} finally {
  await browser.close()
  await stop()
}
