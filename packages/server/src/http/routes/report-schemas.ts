import type { Schema } from '../route.ts'

export const count = { type: 'integer' }
export const date = { type: 'string', format: 'date' }

/** Describes an object whose keys are all required. */
export const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
