import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { buildPage } from '../../scripts/build-page.ts'
import { launchBrowser } from '../../packages/web/test/browser.ts'
import { generated } from '../data.ts'
import { startServer } from '../load.ts'

/** A service with generated tickets, and a browser in which an agent is signed in. */
export interface PageDesk {
  readonly browser: Browser
  readonly url: string
  readonly tickets: number
  /** Returns a window with an empty cache in which the agent is signed in. */
  readonly open: () => Promise<BrowserContext>
  /** Sends a request to the service as the administrator. @throws Error when it is refused. */
  readonly request: (method: string, path: string, body: object) => Promise<unknown>
  readonly close: () => Promise<void>
}

const agent = { login: 'bench-agent', password: 'Bench-agent-1' }

/** Starts the service on a copy of the generated desk, so that every run begins with the same records. */
export async function openPageDesk(tickets: number): Promise<PageDesk> {
  await buildPage()
  const desk = await generated({ tickets, articles: 3 })
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  cpSync(desk.folder, folder, { recursive: true })
  const command = new URL('../../node_modules/.bin/deskbell', import.meta.url).pathname
  const service = await startServer(command, ['start', '--data', folder, '--port', '0'])
  const url = service.url.origin
  const headers = { authorization: `Token token=${desk.token}`, 'content-type': 'application/json' }
  const request = async (method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await addAgent(request)
  const browser = await launchBrowser()
  const viewport = { width: 1440, height: 900 }
  const storageState = await signIn(browser, url)
  return {
    browser,
    url,
    tickets,
    open: () => browser.newContext({ baseURL: url, viewport, storageState, locale: 'en-GB' }),
    request,
    async close() {
      await browser.close()
      await service.stop()
    },
  }
}

/** Creates an agent with access to all groups, and an overview of all tickets, which is the first in the list of overviews. */
async function addAgent(request: PageDesk['request']): Promise<void> {
  const groups = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, ['full']]))
  await request('POST', 'users', {
    ...agent,
    firstname: 'Bench',
    lastname: 'Agent',
    email: 'bench-agent@example.com',
    roles: ['Agent'],
    group_ids: groups,
  })
  await request('POST', 'overviews', {
    name: 'All tickets',
    link: 'all_tickets',
    prio: 1,
    roles: ['Agent'],
    condition: { 'ticket.state_id': { operator: 'is', value: ['1', '2', '3', '4'] } },
    order: { by: 'created_at', direction: 'DESC' },
    view: { s: ['title', 'customer', 'group', 'state', 'owner', 'created_at'], view_mode_default: 's' },
  })
}

/** Signs the agent in as the page does. Returns the cookies. */
async function signIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const shown = await context.request.get('/api/v1/signshow')
  const answer = await context.request.post('/api/v1/signin', {
    data: { username: agent.login, password: agent.password },
    headers: { 'X-CSRF-Token': shown.headers()['csrf-token'] ?? '' },
  })
  if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}
