import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type World, world } from '../testing/world.ts'

// In a suite of its own: at the top, the hooks would belong to every test of the process.
describe('the page of the API documentation', () => {
  let w: World
  before(async () => {
    w = await world()
  })
  after(() => w.close())

  test('the page runs under its content policy and loads nothing from elsewhere', async () => {
    for (const url of ['/docs', '/docs/']) {
      const page = await w.request(url, { as: 'anonymous' })
      assert.equal(page.status, 200)
      assert.match(page.headers['content-type'] ?? '', /^text\/html/)
      const policy = page.headers['content-security-policy'] ?? ''
      assert.match(policy, /default-src 'self'/)
      assert.doesNotMatch(policy, /script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/)
      assert.doesNotMatch(page.text, /(?:src|href)="https?:\/\//)
      const scripts = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, address]) => address ?? '')
      assert.ok(scripts.length >= 3)
      for (const script of scripts) {
        const file = await w.request(new URL(script, `http://x${url}`).pathname, { as: 'anonymous' })
        assert.equal(file.status, 200, script)
      }
      assert.doesNotMatch(page.text, /<script(?![^>]*src=)[^>]*>\s*[^<\s]/)
    }
  })

  test('the page works on plain HTTP, has the security headers of other responses, and shows the OpenAPI document', async () => {
    const page = await w.request('/docs', { as: 'anonymous' })
    assert.doesNotMatch(page.headers['content-security-policy'] ?? '', /upgrade-insecure-requests/)
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
    assert.ok(page.headers['referrer-policy'] && page.headers['x-frame-options'])
    assert.match((await w.request('/docs/start.js', { as: 'anonymous' })).text, /\/api\/v1\/openapi\.json/)
  })

  test('unknown paths below the page get the usual error', async () => {
    const { status, json } = await w.request('/docs/nothing', { as: 'anonymous' })
    assert.equal(status, 404)
    assert.equal(json.error, 'No route matches [GET] /docs/nothing')
  })
})
