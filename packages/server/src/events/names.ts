import { type Resource, resources } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'

/** Whether an event of this name is wanted. */
export type Wanted = (name: string) => boolean

/**
 * Reads patterns of event names: `ticket.created`, `ticket.*`, `*.deleted`, `*`.
 * @param from the parameter or field they stand in.
 * @throws Fault `invalid` for what is no pattern or names no kind of record.
 */
export function wantedBy(patterns: readonly string[], from: string): Wanted {
  const parts = patterns.map((pattern) => {
    const [, kind = '', type = '*'] = /^([a-z_]+|\*)(?:\.([a-z_]+|\*))?$/.exec(pattern) ?? []
    if (kind === '' || (kind === type && pattern !== '*' && pattern !== '*.*')) throw unreadable(from, pattern)
    if (kind !== '*' && !known.has(kind)) throw unreadable(from, pattern)
    return { kind, type }
  })
  return (name) => {
    const dot = name.indexOf('.')
    const [kind, type] = [name.slice(0, dot), name.slice(dot + 1)]
    return parts.some((part) => (part.kind === '*' || part.kind === kind) && (part.type === '*' || part.type === type))
  }
}

/** The patterns in a text, separated by commas or blanks. */
export const patternsIn = (text: string): string[] => text.split(/[\s,]+/).filter((pattern) => pattern !== '')

const known = new Set(Object.values<Resource>(resources).map(({ name }) => name))

const unreadable = (from: string, pattern: string) =>
  invalid(
    from,
    `${from}: expected names of events such as ticket.created, ticket.* or *, got ${JSON.stringify(pattern.slice(0, 60))}.`,
  )
