import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { clientAddressReader, parseProxies } from './address.ts'

const addressFrom = (proxies: string) => (remoteAddress: string, forwarded?: string) =>
  clientAddressReader(parseProxies(proxies))({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

test('without trusted proxies, the address is the other end of the connection', () => {
  const from = addressFrom('')
  assert.equal(from('127.0.0.1', '203.0.113.7'), '127.0.0.1')
  assert.equal(from('10.0.0.1', '203.0.113.7'), '10.0.0.1')
  assert.equal(from('::ffff:203.0.113.7', '198.51.100.1'), '203.0.113.7')
})

test('with trusted proxies, the address is the last entry that is not one of them', () => {
  const from = addressFrom('127.0.0.1, 10.0.0.0/8,2001:db8:ffff::/48')
  assert.equal(from('127.0.0.1', '203.0.113.7'), '203.0.113.7')
  assert.equal(from('::ffff:127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3'), '203.0.113.7')
  assert.equal(from('2001:db8:ffff::1', '203.0.113.7'), '203.0.113.7')
  assert.equal(from('203.0.113.9', '203.0.113.7'), '203.0.113.9')
  assert.equal(from('127.0.0.1', 'nonsense'), '127.0.0.1')
  assert.equal(from('127.0.0.1', 'nonsense, 10.0.0.1'), '10.0.0.1')
  assert.equal(from('127.0.0.1'), '127.0.0.1')
})

test('an IPv6 address is reduced to its network, in any notation', () => {
  const from = addressFrom('')
  assert.equal(from('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2')
  assert.equal(from('2001:db8::5:6'), '2001:db8:0:0')
  assert.equal(from('2001:db8:1:2::'), '2001:db8:1:2')
  assert.equal(from('::1'), '0:0:0:0')
})

test('an invalid address or network is rejected with an error that quotes it', () => {
  for (const entry of ['proxy.example', '10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.0/x']) {
    assert.throws(
      () => parseProxies(`127.0.0.1,${entry}`),
      (error: Error) => error.message.includes(`"${entry}"`),
    )
  }
})
