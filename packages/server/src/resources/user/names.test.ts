import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fullnameOf, isEmail, nameFrom } from './names.ts'

test('a name is split, derived from the address, and capitalized', () => {
  const cases: [firstname: string, lastname: string, email: string, expected: [string, string]][] = [
    ['Omar', 'Quill', '', ['Omar', 'Quill']],
    ['  Omar ', ' Quill\t', '', ['Omar', 'Quill']],
    ['Omar Quill', '', '', ['Omar', 'Quill']],
    ['', 'Omar Quill', '', ['Omar', 'Quill']],
    ['Quill, Omar', '', '', ['Omar', 'Quill']],
    ['', 'Quill, Omar', '', ['Omar', 'Quill']],
    ['Jürgen von der Heide', '', '', ['Jürgen', 'von der Heide']],
    ['Dr. Ada Lovelace', '', '', ['Dr. Ada', 'Lovelace']],
    ['Prof. Dr. Ada Lovelace', '', '', ['Prof. Dr. Ada', 'Lovelace']],
    ['', '', 'omar.quill@bakery.example', ['Omar', 'Quill']],
    ['', '', 'OMAR.QUILL@bakery.example', ['Omar', 'Quill']],
    ['', '', 'pytest@localhost.local', ['', '']],
    ['', '', 'a@b.example', ['', '']],
    ['Omar', '', 'omar.quill@bakery.example', ['Omar', '']],
    ['omar', 'QUILL', '', ['Omar', 'Quill']],
    ['ångström', '', '', ['Ångström', '']],
    ['DeVito', 'McX', '', ['DeVito', 'McX']],
    ['some first name', 'some last name', '', ['some first name', 'some last name']],
    ["o'hara", '', '', ["o'hara", '']],
    ['𝒳y', '', '', ['𝒳y', '']],
    [',', '', '', [',', '']],
    ['李', '', '', ['李', '']],
    ['ßen', 'ᾀ', '', ['ßen', 'ᾀ']],
    ['', 'İ'.repeat(100), '', ['', 'İ'.repeat(100)]],
    ['', '', '', ['', '']],
  ]
  for (const [firstname, lastname, email, [first, last]] of cases) {
    assert.deepEqual(
      nameFrom({ firstname, lastname }, email),
      { firstname: first, lastname: last },
      firstname + lastname,
    )
  }
})

test('a full name is the name, otherwise the address, otherwise the phone number, otherwise empty', () => {
  const unnamed = { firstname: '', lastname: '' }
  assert.equal(fullnameOf({ firstname: 'Omar', lastname: 'Quill' }, 'o@x.example', '1'), 'Omar Quill')
  assert.equal(fullnameOf({ firstname: '', lastname: 'Quill' }, 'o@x.example', '1'), 'Quill')
  assert.equal(fullnameOf(unnamed, 'o@x.example', '1'), 'o@x.example')
  assert.equal(fullnameOf(unnamed, '', '1'), '1')
  assert.equal(fullnameOf(unnamed, '', ''), '')
})

test('each part of any name fits its column, and deriving it again changes nothing', () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 50 })
  fc.assert(
    fc.property(part, part, part, (firstname, lastname, email) => {
      const once = nameFrom({ firstname, lastname }, email)
      assert.ok(Array.from(once.firstname).length <= 100 && Array.from(once.lastname).length <= 100)
      if (once.firstname !== '' && once.lastname !== '') assert.deepEqual(nameFrom(once, email), once)
    }),
  )
})

test('an address has one @ with text on both sides, and no characters that need quoting', () => {
  for (const good of ['a@b', 'pytest@localhost.local', "o'hara+x@bakery.example", 'ö@bücher.example'])
    assert.ok(isEmail(good))
  for (const bad of ['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', '<a@b>', 'a@b, c@d', 'a@b/c', 'a@b\n']) {
    assert.ok(!isEmail(bad), bad)
  }
})
