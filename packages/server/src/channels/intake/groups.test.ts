import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupNameOf } from './groups.ts'

const box = (address: string) => ({ name: '', address })

describe('groupNameOf', () => {
  const mail = {
    list: null,
    delivered_to: [] as string[],
    to: [] as ReturnType<typeof box>[],
    cc: [] as ReturnType<typeof box>[],
  }

  it('is the name of the mailing list, without the "::" that would nest groups', () =>
    assert.equal(groupNameOf({ ...mail, list: { name: 'ILUG::x', address: null } }), 'ILUG:x'))
  it('is the mailbox rather than another recipient', () => {
    assert.equal(
      groupNameOf({ ...mail, delivered_to: ['Help@desk.example'], to: [box('zoe@x.example')] }),
      'help@desk.example',
    )
  })
  it('replaces a mailbox at localhost by the recipient with the same local part', () => {
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
