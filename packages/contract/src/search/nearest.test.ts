import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { isMisspellingOf, nearest } from './nearest.ts'

const FIELDS = [
  'id',
  'title',
  'number',
  'note',
  'state',
  'customer.fullname',
  'customer.email',
  'organization.name',
  'tags',
]

describe('nearest', () => {
  const cases: [string, string][] = [
    ['titel', 'title'],
    ['TITLE', 'title'],
    ['costumer.fullname', 'customer.fullname'],
    ['customer.fulname', 'customer.fullname'],
    ['customer.mail', 'customer.email'],
    ['email', 'customer.email'],
    ['organization', 'organization.name'],
    ['tag', 'tags'],
    ['sate', 'state'],
  ]
  for (const [name, expected] of cases) {
    it(`suggests ${expected} for ${name}`, () => assert.equal(nearest(name, FIELDS)[0], expected))
  }

  it('returns the requested number of names, each once', () => {
    assert.equal(nearest('x', FIELDS).length, 3)
    assert.equal(new Set(nearest('x', FIELDS, 5)).size, 5)
    assert.deepEqual(nearest('x', []), [])
  })

  it('finds a name despite one typing error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FIELDS.filter((name) => name.length > 4)),
        fc.nat(),
        fc.constantFrom(0, 1, 2, 3),
        (name, number, slip) => {
          const index = number % (name.length - 1)
          const letters = Array.from(name)
          if (slip === 0) letters.splice(index, 1)
          if (slip === 1) letters.splice(index, 0, 'x')
          if (slip === 2) letters[index] = 'x'
          if (slip === 3) letters.splice(index, 2, letters[index + 1] ?? '', letters[index] ?? '')
          assert.equal(nearest(letters.join(''), FIELDS)[0], name)
        },
      ),
      { seed: 1 },
    )
  })

  it('compares only the beginning of a very long name', () => {
    assert.equal(nearest('title'.repeat(100_000), FIELDS)[0], 'title')
  })
})

describe('isMisspellingOf', () => {
  it('accepts a few wrong letters, and a part of the name', () => {
    for (const [name, field] of [
      ['titel', 'title'],
      ['TITLE', 'title'],
      ['custommer', 'customer'],
      ['ownr', 'owner'],
      ['mail', 'email'],
      ['tag', 'tags'],
      ['cust', 'customer'],
    ] as const)
      assert.ok(isMisspellingOf(field, name), name)
  })

  it('rejects other words, although they are the nearest', () => {
    for (const name of ['skipped', 'dvd', 'printer', 'error', 'x', 'id'])
      assert.ok(
        !nearest(name, ['title', 'note', 'tags', 'state', 'owner']).some((field) => isMisspellingOf(field, name)),
      )
  })
})
