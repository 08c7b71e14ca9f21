import { type Resource, resources } from '@deskbell/contract'
import { invalid } from '../errors/fault.ts'

/** Selects events by their names. */
export type EventFilter = (name: string) => boolean

/**
 * Parses patterns of event names: `ticket.created`, `ticket.*` or just `ticket`, `*.deleted`, `*`.
 * @param parameter the name of the parameter or field that holds the patterns, for the error.
 * @throws Fault `invalid` for an invalid pattern, an unknown kind of record, or a kind that is also given as the type
 * (`ticket.ticket`). Other unknown types are accepted, and match no event.
 */
export function eventFilter(patterns: readonly string[], parameter: string): EventFilter {
  const parts = patterns.map((pattern) => {
    const [, kind = '', type = '*'] = /^([a-z_]+|\*)(?:\.([a-z_]+|\*))?$/.exec(pattern) ?? []
    if (kind !== '*' && (!knownKinds.has(kind) || kind === type)) throw invalidPattern(parameter, pattern)
    return { kind, type }
  })
  return (name) => {
    const dot = name.indexOf('.')
    const [kind, type] = [name.slice(0, dot), name.slice(dot + 1)]
    return parts.some((part) => (part.kind === '*' || part.kind === kind) && (part.type === '*' || part.type === type))
  }
}

/** Splits a list of patterns at commas and blanks. */
export const patternsIn = (text: string): string[] => text.split(/[\s,]+/).filter((pattern) => pattern !== '')

const knownKinds = new Set(Object.values<Resource>(resources).map(({ name }) => name))

const invalidPattern = (parameter: string, pattern: string) =>
  invalid(
    parameter,
    `${parameter}: expected names of events such as ticket.created, ticket.* or *, got ${JSON.stringify(pattern.slice(0, 60))}.`,
  )
