import { type Resource, resources } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import { dynamic } from '../../db/dynamic.ts'

/** Columns with conditions and actions, in which attributes stand as `ticket.shelf`. */
const withPaths = ['condition', 'perform', 'execution_condition', 'options']
/** Columns in which they stand by their name alone. */
const withNames = ['view', 'order', 'group_by']

/** Something that may speak of attributes: what it is called, and what it says. */
export interface Referrer {
  readonly label: string
  /** Values with conditions and actions. */
  readonly paths: readonly unknown[]
  /** Values with names of tickets' attributes. */
  readonly names: readonly unknown[]
}

/** All overviews, macros, triggers and the like: a statement for each kind, however many attributes are asked about. */
export async function readReferrers(db: Connection): Promise<Referrer[]> {
  const found: Referrer[] = []
  for (const resource of Object.values<Resource>(resources)) {
    const paths = columnsOf(resource, withPaths)
    // Only overviews have columns of their own.
    const names = 'prio' in resource.fields ? columnsOf(resource, withNames) : []
    if (paths.length + names.length === 0) continue
    const columns = ['id', 'name', ...paths, ...names]
    for (const row of await dynamic(db).selectFrom(resource.path).select(columns).orderBy('id').execute()) {
      found.push({
        label: `${resource.name.replaceAll('_', ' ')} "${String(row['name']).slice(0, 60)}"`,
        paths: paths.map((column) => row[column]),
        names: names.map((column) => row[column]),
      })
    }
  }
  return found
}

/** What speaks of an attribute, such as `overview "Open tickets"`: it would break without it. */
export const referrersOf = (speakers: readonly Referrer[], object: string, name: string): string[] =>
  speakers.flatMap(({ label, paths, names }) => {
    const values = object === 'ticket' ? [...paths, ...names] : paths
    return values.some((value) => refersTo(value, object, name)) ? [label] : []
  })

const columnsOf = ({ fields }: Resource, names: readonly string[]): string[] =>
  'name' in fields ? names.filter((name) => name in fields) : []

/** Under which names conditions speak of a record of each resource. */
const prefixesOf: Readonly<Record<string, readonly string[]>> = {
  ticket: ['ticket'],
  user: ['user', 'customer', 'owner', 'created_by', 'updated_by'],
  organization: ['organization'],
  group: ['group'],
}

/** Whether a value has the name as a key or as a text, alone or behind that of its record. */
function refersTo(value: unknown, object: string, name: string): boolean {
  const meant = new Set([name, ...(prefixesOf[object] ?? []).map((word) => `${word}.${name}`)])
  const visit = (part: unknown): boolean => {
    if (typeof part === 'string') return meant.has(part)
    if (typeof part !== 'object' || part === null) return false
    return Object.entries(part).some(([key, each]) => meant.has(key) || visit(each))
  }
  return visit(value)
}
