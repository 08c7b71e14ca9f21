import { relatedAt, type Resource, searchNames } from '@deskbell/contract'
import { match } from '../components/matching.ts'

/** Maximum number of suggested fields. */
const MAX_FIELDS = 8

type FindResource = (name: string) => Resource

/**
 * Returns the paths of fields that match the typed text: the usual ones first, then all others.
 * @param resourceOf returns a resource by its name, with custom fields.
 */
export function fieldsFor(
  typed: string,
  resource: Resource,
  usual: readonly string[],
  resourceOf: FindResource,
): readonly string[] {
  const dot = typed.lastIndexOf('.')
  const paths = [...new Set([...usual, ...namesBelow(typed.slice(0, Math.max(0, dot)), resource, resourceOf)])]
  const begun = paths.filter((path) => path.startsWith(typed))
  const similar = paths.filter((path) => !path.startsWith(typed) && isMatchOfWords(typed, path))
  return [...begun, ...similar].slice(0, MAX_FIELDS)
}

/** Scattered letters, whose score is at most 1, do not count as a match. */
const isMatchOfWords = (typed: string, path: string) => (match(typed, path)?.score ?? 0) > 1

/** The paths one step below a path; for an empty path, those of the resource itself. */
function namesBelow(path: string, resource: Resource, resourceOf: FindResource): readonly string[] {
  const target = relatedAt(path, resource, resourceOf)
  return target ? searchNames(target).map((name) => (path === '' ? name : `${path}.${name}`)) : []
}
