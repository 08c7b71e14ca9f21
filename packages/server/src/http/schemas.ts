import { type Field, idsKey, relationOf, type Resource, visibleFields } from '@deskbell/contract'
import type { Schema } from './route.ts'

/** What a record looks like on the wire, for the OpenAPI document. Related keys appear as the mode decides. */
export function recordSchema(resource: Resource): Schema {
  const columns = visibleFields(resource)
  const properties: Record<string, Schema> = Object.fromEntries(
    columns.map(([name, field]) => [name, fieldSchema(field)]),
  )
  for (const [name, field] of columns) {
    if (field.kind === 'ref') properties[relationOf(name)] = { type: 'string', description: 'Under `expand`.' }
  }
  for (const [name, relation] of Object.entries(resource.many)) {
    const access = 'access' in relation
    const ids = { type: 'array', items: { type: 'integer' } }
    const map = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
    if (!('ids' in relation)) properties[idsKey(name)] = access ? map : ids
    properties[name] = {
      ...(access ? map : { type: 'array', items: { type: 'string' } }),
      description: 'Under `expand`.',
    }
  }
  return {
    title: resource.model.replaceAll('::', ''),
    description: resource.doc,
    type: 'object',
    properties,
    required: ['id'],
  }
}

/** Records alone, or with `full=true` with everything they name. */
export const listSchema = (resource: Resource): Schema => ({
  oneOf: [{ type: 'array', items: recordSchema(resource) }, fullSchema],
})

const fullSchema: Schema = {
  title: 'Full',
  type: 'object',
  properties: {
    record_ids: { type: 'array', items: { type: 'integer' } },
    assets: { type: 'object', additionalProperties: { type: 'object' } },
    total_count: { type: 'integer' },
  },
  required: ['record_ids', 'assets', 'total_count'],
}

/** The JSON Schema of one field. */
export function fieldSchema(field: Field): Schema {
  const base = kinds[field.kind]
  return {
    ...base,
    ...(field.null ? { type: [base['type'], 'null'] } : {}),
    ...(field.max === undefined ? {} : { maxLength: field.max }),
    ...(field.values === undefined ? {} : { enum: field.null ? [...field.values, null] : field.values }),
    ...(field.doc === undefined ? {} : { description: field.doc }),
  }
}

const kinds: Readonly<Record<Field['kind'], Schema>> = {
  id: { type: 'integer' },
  integer: { type: 'integer' },
  ref: { type: 'integer' },
  text: { type: 'string' },
  one_of: { type: 'string' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  decimal: { type: 'string' },
  object: { type: 'object' },
}

/** The one shape of every error. */
export const errorSchema: Schema = {
  title: 'Error',
  type: 'object',
  properties: {
    error: { type: 'string' },
    error_human: { type: 'string' },
    error_id: { type: 'string', description: 'Also in the log.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['error', 'error_human', 'error_id'],
}
