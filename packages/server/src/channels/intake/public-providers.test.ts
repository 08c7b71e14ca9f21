import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicProvider } from './public-providers.ts'

test('domains of public mail providers are recognized', () => {
  for (const domain of ['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'gmx.at', 'web.de', 'qq.com', 'live.com.au'])
    assert.ok(isPublicProvider(domain), domain)
  for (const domain of ['bakery.example', 'redhat.com', 'gmail.example', 'live.bakery.example'])
    assert.ok(!isPublicProvider(domain), domain)
})
