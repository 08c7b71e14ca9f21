import type { Resource } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { represent } from '../../kernel/represent.ts'
import type { Shape } from '../../kernel/shape.ts'
import type { Rows } from '../../kernel/scope.ts'
import { flag, type Query, textOf } from '../query.ts'

/**
 * Returns the parameter with which a form requests suggestions: `label=1` for rows of id, label and value; `term` for
 * rows that also have the key `inactive`. The search for tickets has suggestions for `label=1` only.
 */
export function suggestionParameter(resource: Resource, query: Query): 'label' | 'term' | undefined {
  if (resource.name !== 'ticket' && (textOf(query, 'term') ?? '') !== '') return 'term'
  return flag(query, 'label') ? 'label' : undefined
}

/** Returns true if the last word of the query is a prefix: forms search while people type, so it may be unfinished. */
export const completes = (query: Query): boolean => (textOf(query, 'term') ?? '') !== '' || flag(query, 'label')

/** The columns that suggestions need. */
export function suggestionShape(resource: Resource): Shape {
  const active = 'active' in resource.fields ? ['active'] : []
  return { mode: 'columns', fields: ['id', ...labelColumns(resource), ...active] }
}

/** Returns the columns that make up the label, the name first. */
function labelColumns(resource: Resource): string[] {
  if (resource.name === 'user') return ['fullname', 'email']
  return [resource.name === 'ticket' ? 'title' : 'name']
}

/** Returns the rows as suggestions in JSON, in the same order. */
export async function suggestions(ctx: Context, rows: Rows, parameter: 'label' | 'term'): Promise<string> {
  const shape = suggestionShape(rows.resource)
  const [nameKey = 'name'] = labelColumns(rows.resource)
  const records = (await represent(ctx, rows, shape)).map(
    (text) => JSON.parse(text) as Readonly<Record<string, unknown>>,
  )
  const list = records.map(({ id, active, ...texts }) => {
    const [name, address] = [texts[nameKey], texts['email']].map((text) => (typeof text === 'string' ? text : ''))
    const label = !address || address === name ? name : `${name} <${address}>`
    if (parameter === 'label') return { id, label, value: label }
    return { id, label, value: rows.resource.name === 'user' ? address : label, inactive: active === false }
  })
  return JSON.stringify(list)
}
