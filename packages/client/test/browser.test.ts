import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import type { createClient as make } from '../src/index.ts'
import { build } from '../build.ts'
import { helpdesk, token, world } from './world.ts'

// Needs Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/it.
const found = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = found.find((path) => path && existsSync(path))
const skip = executablePath ? false : 'no Chromium on this machine: apt-get install chromium, or set CHROMIUM'

test(
  'the built ESM iterates users in a page of another origin, and loads the rest when it is used',
  { skip },
  async (t) => {
    const dist = mkdtempSync(join(tmpdir(), 'deskbell-client-'))
    t.after(() => rmSync(dist, { recursive: true, force: true }))
    await build(dist)
    const page = await pageServer(dist)
    t.after(() => page.close())
    const self = await world(t, helpdesk(1, 25))
    self.intercept = (request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-expose-headers', 'link, x-total-count')
      if (request.method !== 'OPTIONS') return false
      const headers = 'authorization, content-type'
      response
        .writeHead(204, { 'access-control-allow-headers': headers, 'access-control-allow-methods': 'GET, PUT' })
        .end()
      return true
    }
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    t.after(() => browser.close())
    const tab = await browser.newPage()
    await tab.goto(page.url)
    const seen = await tab.evaluate(
      async ([url, secret]) => {
        const { createClient }: { createClient: typeof make } = await import(`${location.origin}/index.js`)
        const client = createClient({ url, auth: { token: secret } })
        const names: string[] = []
        for await (const user of client.users) names.push(user.fullname)
        const changed = await client.users(1).update({ firstname: 'Ada' })
        return { names, changed: changed.firstname }
      },
      [self.url, token] as const,
    )
    assert.equal(seen.names.length, 25)
    assert.equal(seen.changed, 'Ada')
    assert.deepEqual(
      self.log.filter((line) => !line.startsWith('OPTIONS')),
      [
        ...[1, 2, 3].map((number) => `GET /api/v1/users?page=${number}&per_page=10&expand=false`),
        'PUT /api/v1/users/1',
      ],
    )
  },
)

/** Serves an empty page and the built files; any port. */
async function pageServer(dist: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('.js')) return response.setHeader('content-type', 'text/html').end('<!doctype html>')
    response.setHeader('content-type', 'text/javascript')
    return response.end(readFileSync(join(dist, 'esm', request.url.slice(1))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
