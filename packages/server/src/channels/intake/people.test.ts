import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { nameOf } from './people.ts'

describe('nameOf', () => {
  const table: readonly [string, string, string][] = [
    ['Robert Elz', 'Robert', 'Elz'],
    ['Elz, Robert', 'Robert', 'Elz'],
    ['ROBERT ELZ', 'Robert', 'Elz'],
    ["'Tony L. Svanstrom'", 'Tony', 'L. Svanstrom'],
    ['Nils O. Selåsdal (work)', 'Nils', 'O. Selåsdal'],
    ['Rita Sand via Users', 'Rita', 'Sand'],
    ["O'Hara", "O'Hara", ''],
    ['fark', 'Fark', ''],
    ['李明', '李明', ''],
    ['rita@desk.example', '', ''],
    ['"', '', ''],
    ['--', '', ''],
    ['', '', ''],
    ['Sand, Rita, Dr.', 'Rita, Dr.', 'Sand'],
  ]
  for (const [written, firstname, lastname] of table) {
    it(JSON.stringify(written), () => assert.deepEqual(nameOf(written), { firstname, lastname }))
  }
  it('fits the columns', () => {
    const { firstname, lastname } = nameOf(`${'a'.repeat(300)} ${'😀'.repeat(99)}`)
    assert.ok(firstname.length <= 100 && lastname.length <= 100 && lastname.isWellFormed())
  })
})
