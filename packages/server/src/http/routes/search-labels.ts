import type { Resource } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { represent, type Shape } from '../../kernel/represent.ts'
import type { Rows } from '../../kernel/scope.ts'
import { flag, type Query, textOf } from '../query.ts'

/**
 * How a form asks for suggestions (reference, section 2.6): `label=1` for rows of id, label and value, `term` for
 * those that say also who is inactive. Tickets are suggested for `label=1` only: their search keeps its shape.
 */
export function suggestsFor(resource: Resource, query: Query): 'label' | 'term' | undefined {
  if (resource.name !== 'ticket' && (textOf(query, 'term') ?? '') !== '') return 'term'
  return flag(query, 'label') ? 'label' : undefined
}

/** Whether a form completes what is being typed. */
export const completes = (query: Query): boolean => (textOf(query, 'term') ?? '') !== '' || flag(query, 'label')

/** What has to be read for suggestions. */
export function suggestionShape(resource: Resource): Shape {
  const active = 'active' in resource.fields ? ['active'] : []
  return { mode: 'columns', fields: ['id', ...namesOf(resource), ...active] }
}

const namesOf = (resource: Resource): string[] =>
  resource.name === 'user' ? ['fullname', 'email'] : [resource.name === 'ticket' ? 'title' : 'name']

/** The rows as suggestions, in their order. */
export async function suggestions(ctx: Context, rows: Rows, by: 'label' | 'term'): Promise<string> {
  const shape = suggestionShape(rows.resource)
  const [naming = 'name'] = namesOf(rows.resource)
  const records = (await represent(ctx, rows, shape)).map(
    (text) => JSON.parse(text) as Readonly<Record<string, unknown>>,
  )
  const list = records.map(({ id, active, ...texts }) => {
    const [name, address] = [texts[naming], texts['email']].map((text) => (typeof text === 'string' ? text : ''))
    const label = !address || address === name ? name : `${name} <${address}>`
    if (by === 'label') return { id, label, value: label }
    return { id, label, value: rows.resource.name === 'user' ? address : label, inactive: active === false }
  })
  return JSON.stringify(list)
}
