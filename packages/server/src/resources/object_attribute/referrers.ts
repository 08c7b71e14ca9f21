import { type Resource, resources } from '@deskbell/contract'
import type { Connection } from '../../db/dialect.ts'
import { dynamic } from '../../db/dynamic.ts'

/** Columns with conditions and actions, in which an attribute has a name such as `ticket.shelf`. */
const pathColumns = ['condition', 'perform', 'execution_condition', 'options']
/** Columns with plain names of attributes, such as `shelf`. */
const nameColumns = ['view', 'order', 'group_by']

/** A record that may refer to attributes. */
export interface Referrer {
  readonly label: string
  /** Values with conditions and actions. */
  readonly paths: readonly unknown[]
  /** Values with plain names of ticket attributes. */
  readonly names: readonly unknown[]
}

/** Reads all overviews, macros, triggers and other records with conditions, with one statement per resource. */
export async function readReferrers(db: Connection): Promise<Referrer[]> {
  const referrers: Referrer[] = []
  for (const resource of Object.values<Resource>(resources)) {
    // Saved views do not prevent a deletion, because nobody but their owners could change them.
    if (resource.name === 'saved_view') continue
    const paths = columnsOf(resource, pathColumns)
    // Only overviews contain plain names of attributes.
    const names = resource.name === 'overview' ? columnsOf(resource, nameColumns) : []
    if (paths.length + names.length === 0) continue
    const columns = ['id', 'name', ...paths, ...names]
    for (const row of await dynamic(db).selectFrom(resource.path).select(columns).orderBy('id').execute()) {
      referrers.push({
        label: `${resource.name.replaceAll('_', ' ')} "${String(row['name']).slice(0, 60)}"`,
        paths: paths.map((column) => row[column]),
        names: names.map((column) => row[column]),
      })
    }
  }
  return referrers
}

/** Returns the labels of the records that refer to an attribute, such as `overview "Open tickets"`. */
export const referrersOf = (referrers: readonly Referrer[], object: string, name: string): string[] =>
  referrers.flatMap(({ label, paths, names }) => {
    const values = object === 'ticket' ? [...paths, ...names] : paths
    return values.some((value) => refersTo(value, object, name)) ? [label] : []
  })

const columnsOf = ({ fields }: Resource, names: readonly string[]): string[] =>
  'name' in fields ? names.filter((name) => name in fields) : []

/** Prefixes that conditions use for the fields of each resource. */
const prefixesOf: Readonly<Record<string, readonly string[]>> = {
  ticket: ['ticket'],
  user: ['user', 'customer', 'owner', 'created_by', 'updated_by'],
  organization: ['organization'],
  group: ['group'],
}

/** Returns true if a value contains the name, with or without prefix, as a key or a text. */
function refersTo(value: unknown, object: string, name: string): boolean {
  const names = new Set([name, ...(prefixesOf[object] ?? []).map((word) => `${word}.${name}`)])
  const visit = (part: unknown): boolean => {
    if (typeof part === 'string') return names.has(part)
    if (typeof part !== 'object' || part === null) return false
    return Object.entries(part).some(([key, each]) => names.has(key) || visit(each))
  }
  return visit(value)
}
