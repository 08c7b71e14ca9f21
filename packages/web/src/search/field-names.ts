import { relatedAt, type Resource, searchNames } from '@deskbell/contract'
import { match } from '../components/matching.ts'

/** Maximum number of suggested fields. */
const MAX_FIELDS = 8

type At = (name: string) => Resource

/**
 * Returns the paths of fields that match the typed text: the usual ones first, then all others.
 * @param at returns a resource by its name, with custom fields.
 */
export function fieldsFor(typed: string, resource: Resource, usual: readonly string[], at: At): readonly string[] {
  const dot = typed.lastIndexOf('.')
  const all = [...new Set([...usual, ...namesBelow(typed.slice(0, Math.max(0, dot)), resource, at)])]
  const begun = all.filter((name) => name.startsWith(typed))
  const similar = all.filter((name) => !name.startsWith(typed) && match(typed, name)?.score)
  return [...begun, ...similar.filter((name) => (match(typed, name)?.score ?? 0) > 1)].slice(0, MAX_FIELDS)
}

/** The paths one step below a path; for an empty path, those of the resource itself. */
function namesBelow(path: string, resource: Resource, at: At): readonly string[] {
  const target = relatedAt(path, resource, at)
  return target ? searchNames(target).map((name) => (path === '' ? name : `${path}.${name}`)) : []
}
