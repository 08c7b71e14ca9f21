import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupNameOf } from './groups.ts'
import { nameOf } from './people.ts'
import { isPublicHoster } from './public-hosters.ts'

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

const box = (address: string) => ({ name: '', address })

describe('groupNameOf', () => {
  const mail = {
    list: null,
    delivered_to: [] as string[],
    to: [] as ReturnType<typeof box>[],
    cc: [] as ReturnType<typeof box>[],
  }

  it('is the list', () => assert.equal(groupNameOf({ ...mail, list: { name: 'ILUG::x', address: null } }), 'ILUG:x'))
  it('is the mailbox rather than another recipient', () => {
    assert.equal(
      groupNameOf({ ...mail, delivered_to: ['Help@desk.example'], to: [box('zoe@x.example')] }),
      'help@desk.example',
    )
  })
  it('is the public address of a local mailbox', () => {
    const both = {
      ...mail,
      delivered_to: ['help@localhost.desk.example'],
      to: [box('zoe@x.example')],
      cc: [box('help@desk.example')],
    }
    assert.equal(groupNameOf(both), 'help@desk.example')
  })
  it('is the first recipient', () =>
    assert.equal(groupNameOf({ ...mail, to: [box('undisclosed'), box('A@x.example')] }), 'a@x.example'))
  it('is null without a recipient', () => assert.equal(groupNameOf(mail), null))
})

it('domains of public mail providers are recognized', () => {
  for (const domain of ['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'gmx.at', 'web.de', 'qq.com', 'live.com.au'])
    assert.ok(isPublicHoster(domain), domain)
  for (const domain of ['bakery.example', 'redhat.com', 'gmail.example', 'live.bakery.example'])
    assert.ok(!isPublicHoster(domain), domain)
})
