import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '../permissions.ts'
import { faults } from '../errors.ts'
import { resources } from '../resources/index.ts'
import { type Field, type Kind } from './field.ts'
import { assetName, idsKey, relationOf, type Resource, visibleFields } from './resource.ts'

const allResources: readonly Resource[] = Object.values(resources)
const byName = resources as Readonly<Record<string, Resource>>
const fieldsOf = ({ fields }: Resource): [string, Field][] => Object.entries(fields)

test('the key of a resource is its name, and tables and models are unique', () => {
  for (const [name, resource] of Object.entries(byName)) assert.equal(resource.name, name)
  assert.equal(new Set(allResources.map(({ path }) => path)).size, allResources.length)
  assert.equal(new Set(allResources.map(assetName)).size, allResources.length)
  for (const { name, path } of allResources) assert.match(`${name} ${path}`, /^[a-z_]+ [a-z_]+$/)
})

test('every reference points to a resource and ends in _id, and keys are unique', () => {
  for (const resource of allResources) {
    for (const [name, { kind, to }] of fieldsOf(resource)) {
      assert.equal(to !== undefined, kind === 'ref', `${resource.name}.${name}`)
      if (to === undefined) continue
      assert.ok(byName[to], `${resource.name}.${name} points to ${to}`)
      assert.ok(name.endsWith('_id'), `${resource.name}.${name}`)
    }
    const keys = visibleFields(resource).flatMap(([name, { kind }]) =>
      kind === 'ref' ? [name, relationOf(name)] : [name],
    )
    const relationKeys = Object.entries(resource.many).flatMap(([name, relation]) =>
      'ids' in relation ? [name] : [name, idsKey(name)],
    )
    const emptyKeys = resource.alwaysEmpty.flatMap((name) => [name, idsKey(name)])
    const allKeys = [...keys, ...relationKeys, ...emptyKeys]
    assert.equal(new Set(allKeys).size, allKeys.length, `${resource.name}: ${allKeys.join()}`)
  }
})

test('every relation to many leads to a resource, by a field of it or by a join table', () => {
  for (const resource of allResources) {
    for (const [name, relation] of Object.entries(resource.many)) {
      const target = byName[relation.to]
      assert.ok(target, `${resource.name}.${name}`)
      if ('of' in relation) {
        const field = target.fields[relation.of]
        assert.equal(field?.kind, 'ref', `${relation.to}.${relation.of}`)
        assert.equal(field.to, resource.name)
      } else {
        assert.equal(byName[relation.through], undefined)
        assert.notEqual(relation.near, relation.far)
      }
    }
  }
})

test('a label is a visible, unique text field that is never null', () => {
  for (const { name, label, fields } of allResources) {
    if (label === null) continue
    const field = fields[label]
    assert.equal(field?.kind, 'text', name)
    assert.equal(field.null, undefined)
    assert.equal(field.hidden, undefined)
    // The name of a tag is unique in lower case, as `name_downcase`.
    if (name !== 'tag') assert.equal(field.unique, true, name)
  }
})

test('every permission of a declaration is in the list of permissions, and names and descriptions are well-formed', () => {
  const names = new Set<string>(Object.keys(permissions))
  for (const { name, can } of allResources) {
    for (const permission of Object.values(can).flat()) assert.ok(names.has(permission), `${name}: ${permission}`)
  }
  for (const [name, description] of Object.entries(permissions)) {
    assert.match(name, /^[a-z_]+(\.[a-z_]+)*$/)
    assert.match(description, /^[A-Z].*\.$/)
  }
})

test('each field has only the flags of its kind, and defaults have the right type', () => {
  const types: Partial<Record<Kind, string>> = {
    integer: 'number',
    boolean: 'boolean',
    text: 'string',
    one_of: 'string',
    ref: 'number',
  }
  for (const resource of allResources) {
    for (const [name, field] of fieldsOf(resource)) {
      const place = `${resource.name}.${name}`
      assert.match(name, /^[a-z][a-z0-9_]*$/, place)
      assert.equal(field.max !== undefined, field.kind === 'text', place)
      assert.equal(field.values !== undefined, field.kind === 'one_of', place)
      if (field.default !== undefined) assert.equal(typeof field.default, types[field.kind], place)
      if (field.values !== undefined && field.default !== undefined)
        assert.ok(field.values.includes(field.default as string))
      if (typeof field.default === 'string' && field.max !== undefined) assert.ok(field.default.length <= field.max)
      if (field.doc !== undefined) assert.match(field.doc, /^.+[.`]$/, place)
    }
  }
})

test('every resource begins with an id and has created_at', () => {
  for (const resource of allResources) {
    assert.equal(Object.keys(resource.fields)[0], 'id', resource.name)
    assert.equal(resource.fields['id']?.kind, 'id')
    assert.ok('created_at' in resource.fields, resource.name)
  }
})

test('declarations are plain data that JSON represents without loss', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(resources)), resources)
})

test('every error code has a status and a message', () => {
  for (const [code, { status, message }] of Object.entries(faults)) {
    assert.ok(status >= 400 && status < 600, code)
    assert.match(message, /^[A-Z].*[.!a-z]$/, code)
  }
})
