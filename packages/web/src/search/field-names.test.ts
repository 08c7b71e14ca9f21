import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Resource, type ResourceName, resources } from '@deskbell/contract'
import { fieldsFor } from './field-names.ts'

const resourceOf = (name: string): Resource => resources[name as ResourceName]
const usual = ['state', 'customer.email', 'customer.fullname']
const fields = (typed: string) => fieldsFor(typed, resources.ticket, usual, resourceOf)

describe('fieldsFor', () => {
  it('returns the usual fields first', () => {
    assert.deepEqual(fields('cust').slice(0, 3), ['customer.email', 'customer.fullname', 'customer_id'])
    assert.ok(fields('full').includes('customer.fullname'))
  })

  it('returns the fields of the record to which a path leads', () => {
    assert.ok(fields('customer.organization.na').includes('customer.organization.name'))
    assert.deepEqual(fields('nobody.x'), [])
  })
})
