import { type Access, accessLevels, type Resource } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { Page } from '../../kernel/page.ts'
import type { Filters } from '../../search/filters.ts'
import { MAX_PAGE_SIZE } from '../paging.ts'
import { names, type Query, wholeNumber } from '../query.ts'
import type { Parameter } from '../route.ts'

/** The filters of a search for users. */
export const peopleParameters: readonly Parameter[] = [
  {
    name: 'role_ids',
    doc: 'Only users with one of these roles: ids, separated by commas.',
    schema: { type: 'string' },
  },
  {
    name: 'permissions',
    doc: 'Only users with one of these permissions, separated by commas.',
    schema: { type: 'string' },
  },
  {
    name: 'group_ids',
    doc: 'Only users with access to one of these groups: `{"1": "full"}`, in a query string also `group_ids[1]=full`.',
    schema: { type: 'object' },
  },
]

/** Reads the filters of a search. @throws Fault `invalid` that names the parameter. */
export function filtersIn(resource: Resource, query: Query, { ids }: Page): Filters {
  if (resource.name !== 'user') return { ids }
  const permissions = names(query, 'permissions')
  return {
    ids,
    roles: rolesIn(query),
    permissions: permissions && requireShort('permissions', permissions),
    groups: groupsIn(query),
  }
}

function rolesIn(query: Query): readonly number[] | undefined {
  const value = query['role_ids']
  if (value === undefined || value === null || value === '') return undefined
  const ids: unknown = typeof value === 'string' ? value.split(',') : value
  const list: unknown[] = Array.isArray(ids) ? ids : [ids]
  return requireShort('role_ids', list).map((id) => {
    const text = typeof id === 'string' ? id.trim() : id
    // Only an absent value reads as undefined, so 0 is never used.
    return wholeNumber({ role_ids: text }, 'role_ids', 0, Number.MAX_SAFE_INTEGER) ?? 0
  })
}

/** @throws Fault `invalid` for a list that is too long. */
function requireShort<T>(name: string, list: readonly T[]): readonly T[] {
  if (list.length <= MAX_PAGE_SIZE) return list
  throw invalid(name, `${name}: at most ${MAX_PAGE_SIZE} in one request, got ${list.length}.`)
}

function groupsIn(query: Query): Map<number, Access[]> | undefined {
  const value = query['group_ids']
  if (value === undefined || value === null || value === '') return undefined
  const pairs = requireShort('group_ids', Object.entries(mapIn(value)))
  return pairs.length === 0 ? undefined : new Map(pairs.map(([group, levels]) => [groupIn(group), levelsIn(levels)]))
}

function mapIn(value: unknown): object {
  const map: unknown = typeof value === 'string' ? parseJson(value) : value
  if (typeof map === 'object' && map !== null && !Array.isArray(map)) return map
  throw invalid('group_ids', 'group_ids: expected a map of groups and levels of access, such as {"1": "full"}.')
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const groupIn = (group: string): number =>
  wholeNumber({ group_ids: group }, 'group_ids', 0, Number.MAX_SAFE_INTEGER) ?? 0

function levelsIn(value: unknown): Access[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.map((item) => {
    const level = accessLevels.find((candidate) => candidate === item)
    if (level) return level
    throw invalid('group_ids', `group_ids: a level of access is one of ${accessLevels.join(', ')}.`)
  })
}
