import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Resource, type ResourceName, resources } from '../index.ts'
import { fieldAt, findUnknownName } from './names.ts'
import { parse } from './parse.ts'

const resourceNamed = (name: string): Resource => resources[name as ResourceName]
const find = (query: string, resource: Resource = resources.ticket) =>
  findUnknownName(resource, parse(query), resourceNamed)

describe('findUnknownName', () => {
  it('accepts fields, relations, their fields, lists of ids, and the texts of a ticket', () => {
    const query = 'state:open customer.organization.name:x tags:vip article.body:x articles.attachment.title:x'
    assert.equal(find(`${query} mention_user_ids:3 _missing_:owner (owner_id:1 OR -group:x)`), undefined)
    assert.equal(find('role_ids:2 groups.name:x', resources.user), undefined)
  })

  it('returns the first name that does not exist, with the nearest ones', () => {
    const unknown = find('printer -(state:open OR custommer.email:x)')
    assert.equal(unknown?.column, 25)
    assert.deepEqual(unknown?.path, ['custommer', 'email'])
    assert.equal(unknown?.nearest[0], 'customer')
  })

  it('looks up the rest of a path in the resource that the relation leads to', () => {
    const unknown = find('customer.mail:x')
    assert.equal(unknown?.resource.name, 'user')
    assert.equal(unknown?.nearest[0], 'email')
    assert.deepEqual([unknown?.name, unknown?.column], ['mail', 10])
    assert.equal(find('_exists_:customer.mail')?.column, 19)
    assert.equal(find('customer.mail:*')?.column, 10)
  })

  it('accepts neither hidden fields nor names such as constructor, which every object has', () => {
    for (const name of ['password', 'constructor', 'preferences']) {
      assert.deepEqual(find(`${name}:x`, resources.user)?.path, [name])
    }
  })
})

describe('fieldAt', () => {
  it('finds the field at the end of a path', () => {
    assert.deepEqual(fieldNamed('state'), ['ticket_state', 'name'])
    assert.deepEqual(fieldNamed('customer.email'), ['user', 'email'])
    assert.deepEqual(fieldNamed('created_at'), ['ticket', 'created_at'])
    assert.equal(fieldAt('nobody.x', resources.ticket, resourceNamed), undefined)
  })
})

function fieldNamed(path: string) {
  const field = fieldAt(path, resources.ticket, resourceNamed)
  return field && [field.resource.name, field.name]
}
