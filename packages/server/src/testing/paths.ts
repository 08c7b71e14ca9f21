import { idsKey, parse, type Query, type Resource, resources } from '@deskbell/contract'
import type { Visibility } from './expected-visibility.ts'

/** Returns true if every step of every path in a query can be read by the caller in at least one record. */
export const namesOnlyReadable = (visibility: Visibility, resource: Resource, text: string): boolean =>
  pathsIn(parse(text)).every((path) => isReadable(visibility, resource, path))

function pathsIn(query: Query): string[][] {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.of.flatMap(pathsIn)
    case 'not':
      return pathsIn(query.of)
    case 'term':
      return query.field === null ? [] : [query.field.split('.')]
    case 'all':
      return []
  }
}

/** Returns true if every step of a path can be read, including the label that a relation is compared with. */
export function isReadable(
  visibility: Visibility,
  resource: Resource,
  [name = '', ...rest]: readonly string[],
): boolean {
  if (rest.length === 0 && Object.hasOwn(resource.fields, name)) return visibility.hasField(resource, name)
  const step = stepsOf(resource).find(({ names }) => names.includes(name))
  if (!step) return visibility.hasField(resource, name)
  const next = rest.length > 0 ? rest : step.to.label === null ? [] : [step.to.label]
  return visibility.hasField(resource, step.by) && (next.length === 0 || isReadable(visibility, step.to, next))
}

/** The relations of a resource to others: the names that queries may use, the field or relation (`by`), and its target. */
export function stepsOf({ fields, many }: Resource): { names: readonly string[]; by: string; to: Resource }[] {
  return [
    ...Object.entries(fields).flatMap(([by, field]) =>
      field.to === undefined || field.hidden
        ? []
        : [{ names: [by.replace(/_id$/, '')], by, to: resourceNamed(field.to) }],
    ),
    ...Object.entries(many).map(([by, relation]) => ({
      names: [by, by.replace(/s$/, ''), idsKey(by)],
      by,
      to: resourceNamed(relation.to),
    })),
  ]
}

const resourceNamed = (name: string): Resource => resources[name as keyof typeof resources]
