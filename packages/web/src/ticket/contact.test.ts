import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactOf } from './contact.ts'

test('a new customer is read from a name, an address, a phone number, or several of them', () => {
  assert.deepEqual(contactOf('Zoe Newname'), { firstname: 'Zoe', lastname: 'Newname' })
  assert.deepEqual(contactOf('Newname, Zoe Maria'), { firstname: 'Zoe Maria', lastname: 'Newname' })
  assert.deepEqual(contactOf('Newname'), { lastname: 'Newname' })
  assert.deepEqual(contactOf('zoe@new.example'), { email: 'zoe@new.example' })
  assert.deepEqual(contactOf('+49 (30) 12-34'), { phone: '+49 (30) 12-34' })
  assert.deepEqual(contactOf('Zoe Newname, 030/1234'), { firstname: 'Zoe', lastname: 'Newname', phone: '030/1234' })
  assert.deepEqual(contactOf('Zoe Newname <zoe@new.example>'), {
    firstname: 'Zoe',
    lastname: 'Newname',
    email: 'zoe@new.example',
  })
})
