import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTarget, guardedLookup, isAllowed, type TargetPolicy } from './targets.ts'

test('metadata and reserved addresses are never allowed, private ones only by the policy `any`', () => {
  for (const address of [
    '169.254.169.254',
    '0.0.0.0',
    'fe80::1',
    '::ffff:169.254.169.254',
    '::',
    'fd00:ec2::254',
    '224.0.0.1',
    '100.100.100.200',
    '168.63.129.16',
    // Some of them, embedded in IPv6 addresses: mapped, compatible, SIIT, NAT64 with prefixes of several lengths, 6to4, Teredo.
    '::ffff:100.100.100.200',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:ff9b::6464:64c8',
    '64:ff9b:1::169.254.169.254',
    '64:ff9b:1:a9fe:a9:fe00::',
    '64:ff9b:1:a9:fe:a9fe::',
    '64:ff9b:1::a8:3f81:1000:0',
    '2002:a9fe:a9fe::1',
    '2002:a83f:8110:7::9',
    '2001:0:5ef5:79fd:0:0:5601:5601',
    '2001:0:a9fe:a9fe::1',
    // ISATAP, with and without the bit for globally unique addresses, also with a prefix that embeds another address.
    '2606:2800:21f:cb07:0:5efe:169.254.169.254',
    '2606:2800:21f:cb07:200:5efe:a9fe:a9fe',
    'fd12::5efe:100.100.100.200',
    '2002:5db8:d70e::200:5efe:168.63.129.16',
  ]) {
    assert.ok(!isAllowed(address, 'any'), address)
    assert.ok(!isAllowed(address, 'public'), address)
  }
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.9',
    '172.31.255.255',
    '::1',
    'fd12::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::10.0.0.1',
    '2002:a00:1::1',
    '2606:2800:21f:cb07:0:5efe:10.0.0.1',
    '2606:2800:21f:cb07:200:5efe:127.0.0.1',
    '100.100.100.201',
  ]) {
    assert.ok(isAllowed(address, 'any'), address)
    assert.ok(!isAllowed(address, 'public'), address)
  }
  for (const address of [
    '93.184.215.14',
    '172.32.0.1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '2606:2800::5efe:93.184.215.14',
    '2606:2800::100:5efe:a9fe:a9fe',
  ]) {
    assert.ok(isAllowed(address, 'public'), address)
  }
})

test('every notation of an address is recognized', () => {
  for (const url of [
    'http://2852039166/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://169.254.169.254./',
  ]) {
    assert.throws(() => checkTarget(new URL(url), 'any'), /the service does not call/, url)
  }
  for (const url of ['http://127.1/', 'http://[::1]:8080/', 'http://0/']) {
    assert.throws(() => checkTarget(new URL(url), 'public'), /the service does not call/, url)
  }
})

const resolved = (policy: TargetPolicy, all: boolean) =>
  new Promise((done) => guardedLookup(policy)('localhost', { all }, (error, found) => done(error?.message ?? found)))

test('a host name is resolved to its allowed addresses only, and refused if it has none', async () => {
  assert.match(
    (await resolved('public', true)) as string,
    /localhost resolves to addresses that the service does not call/,
  )
  assert.ok(Array.isArray(await resolved('any', true)))
  assert.match((await resolved('any', false)) as string, /^(127\.|::1)/)
})
