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
import { world as service } from '../../server/src/testing/world.ts'
import { build } from '../build.ts'

// Needs Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/it.
const found = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = found.find((path) => path && existsSync(path))
const skip = executablePath ? false : 'no Chromium on this machine: apt-get install chromium, or set CHROMIUM'

test(
  'the built ESM iterates the users of the service in a page of another origin, and loads the rest of its code when it is used',
  { skip },
  async (t) => {
    const dist = mkdtempSync(join(tmpdir(), 'deskbell-client-'))
    t.after(() => rmSync(dist, { recursive: true, force: true }))
    await build(dist)
    const page = await pageServer(dist)
    t.after(() => page.close())
    const real = await service()
    t.after(() => real.close())
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    t.after(() => browser.close())
    const tab = await browser.newPage()
    await tab.goto(page.url)
    const seen = await tab.evaluate(
      async ([url, token]) => {
        const { createClient }: { createClient: typeof make } = await import(`${location.origin}/index.js`)
        const client = createClient({ url, auth: { token } })
        const sent: string[] = []
        client.on('request', (request) => sent.push(`${request.method} ${request.url.slice(url.length)}`))
        const names: string[] = []
        for await (const user of client.users) names.push(user.fullname)
        const count = await client.users.count()
        const parts: number[] = []
        const onProgress = (part: number) => void parts.push(part)
        const { size } = await client.upload('form', new File(['x'.repeat(3_000_000)], 'x.txt'), { onProgress })
        return { names, count, sent, size, parts }
      },
      [await real.listen(), real.tokens.admin] as const,
    )
    assert.ok(seen.names.includes('Rita Sand'))
    assert.equal(seen.names.length, seen.count)
    // CORS exposes the total, so that no empty page is requested.
    assert.deepEqual(seen.sent, [
      'GET /api/v1/users?page=1&per_page=10&expand=false',
      'GET /api/v1/users?page=2&per_page=10&expand=false',
      'GET /api/v1/users?page=1&per_page=1&expand=false',
      'POST /api/v1/attachments',
    ])
    assert.equal(seen.size, 3_000_000)
    assert.deepEqual(
      seen.parts,
      seen.parts.toSorted((a, b) => a - b),
    )
    assert.ok(seen.parts.length > 1)
    assert.equal(seen.parts.at(-1), 1)
  },
)

/** Serves an empty page and the built files on a free port. */
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
