import { type Resource, resources } from '@deskbell/contract'
import { sql } from 'kysely'
import type { Connection } from '../../db/dialect.ts'
import { dynamic } from '../../db/dynamic.ts'

/** Columns with conditions and actions, in which attributes stand as `ticket.shelf`. */
const withPaths = ['condition', 'perform', 'execution_condition', 'options']
/** Columns in which they stand by their name alone. */
const withNames = ['view', 'order', 'group_by']

/** What speaks of an attribute, such as `overview "Open tickets"`: it would break without it. */
export async function usersOf(db: Connection, object: string, name: string): Promise<string[]> {
  const found: string[] = []
  for (const resource of Object.values<Resource>(resources)) {
    const paths = columnsOf(resource, withPaths).map((column) => [column, `%.${escaped(name)}"%`] as const)
    const names = object === 'ticket' && 'prio' in resource.fields ? columnsOf(resource, withNames) : []
    const tests = [...paths, ...names.map((column) => [column, `%${escaped(name)}%`] as const)]
    if (tests.length === 0) continue
    const rows = await dynamic(db)
      .selectFrom(resource.path)
      .select(['id', 'name', ...tests.map(([column]) => column)])
      .where((eb) =>
        eb.or(tests.map(([column, like]) => sql<boolean>`cast(${sql.ref(column)} as text) like ${like} escape '\\'`)),
      )
      .orderBy('id')
      .limit(100)
      .execute()
    for (const row of rows) {
      if (tests.some(([column]) => speaksOf(row[column], object, name))) {
        found.push(`${resource.name.replaceAll('_', ' ')} "${String(row['name']).slice(0, 60)}"`)
      }
    }
  }
  return found
}

const columnsOf = ({ fields }: Resource, names: readonly string[]): string[] =>
  'name' in fields ? names.filter((name) => name in fields) : []

const escaped = (name: string): string => name.replaceAll('_', '\\_')

/** Under which names conditions speak of a record of each resource. */
const calledBy: Readonly<Record<string, readonly string[]>> = {
  ticket: ['ticket'],
  user: ['user', 'customer', 'owner', 'created_by', 'updated_by'],
  organization: ['organization'],
  group: ['group'],
}

/** Whether a value has the name as a key or as a text, alone or behind that of its record. */
function speaksOf(value: unknown, object: string, name: string): boolean {
  const meant = new Set([name, ...(calledBy[object] ?? []).map((word) => `${word}.${name}`)])
  const visit = (part: unknown): boolean => {
    if (typeof part === 'string') return meant.has(part)
    if (typeof part !== 'object' || part === null) return false
    return Object.entries(part).some(([key, each]) => meant.has(key) || visit(each))
  }
  return visit(value)
}
