/**
 * Takes the pictures of the documentation (docs/images) from a demo desk, in Chromium:
 *
 *   node scripts/pictures.ts                        starts a demo of its own, in a temporary folder
 *   node scripts/pictures.ts http://127.0.0.1:8080  uses one that runs
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
/** Larger files would make cloning the repository slow. */
const MAX_BYTES = 200 * 1024

interface Visit {
  readonly name: string
  readonly as: 'agent' | 'customer' | 'nobody'
  readonly theme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
  /** Opens what the picture shows. */
  readonly show: (page: Page) => Promise<unknown>
}

const story = 'Label printer in the bakehouse'

const visits: readonly Visit[] = [
  {
    name: 'sign-in',
    as: 'nobody',
    size: { width: 720, height: 560 },
    show: (page) => page.getByRole('textbox').first().waitFor(),
  },
  { name: 'list', as: 'agent', show: openList },
  { name: 'list-dark', as: 'agent', theme: 'dark', show: openList },
  { name: 'ticket', as: 'agent', show: openTicket },
  { name: 'ticket-phone', as: 'agent', size: { width: 390, height: 780 }, show: openTicket },
  {
    name: 'requests',
    as: 'customer',
    size: { width: 1024, height: 640 },
    show: (page) => page.getByText(story).waitFor(),
  },
  { name: 'request', as: 'customer', size: { width: 1024, height: 760 }, show: openRequest },
  { name: 'new-request', as: 'customer', size: { width: 1024, height: 640 }, show: openNewRequest },
]

async function openList(page: Page): Promise<void> {
  await page.goto('overviews/all_open?sort=-updated_at')
  await page.getByRole('row').nth(5).waitFor()
}

async function openTicket(page: Page): Promise<void> {
  await openList(page)
  await page.getByRole('row').filter({ hasText: story }).click()
  await page.getByText('Ben was here').first().waitFor()
}

async function openRequest(page: Page): Promise<void> {
  await page.getByText(story).first().click()
  await page.getByText('Ben was here').first().waitFor()
}

async function openNewRequest(page: Page): Promise<void> {
  await page.goto('requests/new')
  await page.getByRole('textbox').first().fill('The scanner beeps twice')
}

const logins = { agent: agents[0]?.login, customer: customers[0].login }

async function take(browser: Browser, url: string, visit: Visit): Promise<void> {
  const { name, as, theme = 'light', size = { width: 1280, height: 800 }, show } = visit
  const options = { viewport: size, colorScheme: theme, locale: 'en-GB', baseURL: `${url}/`, reducedMotion: 'reduce' }
  const context = await browser.newContext(options as Parameters<Browser['newContext']>[0])
  try {
    if (as !== 'nobody') await signIn(context, logins[as] as string)
    const page = await context.newPage()
    await page.goto('')
    await show(page)
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
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

async function signIn(context: BrowserContext, username: string): Promise<void> {
  const shown = await context.request.get('api/v1/signshow')
  const headers = { 'X-CSRF-Token': shown.headers()['csrf-token'] ?? '' }
  const answer = await context.request.post('api/v1/signin', { headers, data: { username, password: demoPassword } })
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()}`)
}

/** Starts a demo and resolves with its address when it is ready. */
async function startDemo(): Promise<{ url: string; end: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'deskbell-pictures-'))
  const command = join(root, 'packages/server/bin/deskbell.js')
  const service = spawn(process.execPath, [command, 'demo', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const end = async () => {
    service.kill()
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  for await (const line of createInterface(service.stdout)) {
    const url = /^Open (.*)\/ and sign in/.exec(line)?.[1]
    if (url) return { url, end }
  }
  throw new Error('The demo did not start.')
}

const given = process.argv[2]
const { url, end } = given === undefined ? await startDemo() : { url: given, end: async () => {} }
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const visit of visits) await take(browser, url, visit)
} finally {
  await browser.close()
  await end()
}
