/** Parses the conditions and effects of filters for received mail, in the form that existing clients send. */
import { type Field, resources } from '@deskbell/contract'
import { invalid } from '../../errors/fault.ts'
import type { FieldValues } from '../../kernel/context.ts'
import { valueOf } from '../../writing/values.ts'

/** The comparisons of a condition. All ignore case; `*` stands for any text, except in the first two. */
export const operators = ['contains', 'contains not', 'is', 'is not', 'starts with', 'ends with'] as const

/** A condition on a header, or on `body`. */
export interface Condition {
  readonly header: string
  readonly operator: (typeof operators)[number]
  readonly value: string
}

/** The effects of a filter. */
export interface Effects {
  /** True if the mail is put into quarantine. */
  readonly quarantine: boolean
  /** Values for the ticket: `ticket` if the mail creates one, `followUp` if the mail is added to an existing one. */
  readonly ticket: FieldValues
  readonly followUp: FieldValues
  /** The visibility of the new article; undefined if the filter does not set it. */
  readonly internal: boolean | undefined
  readonly tags: readonly string[]
}

/** Parses the conditions of a filter. @throws Fault `invalid` that names the key. */
export function conditionsIn(match: FieldValues): Condition[] {
  return Object.entries(match).map(([header, entry]) => {
    const { operator, value } = objectIn(`match.${header}`, entry)
    if (!/^[\w-]{1,100}$/.test(header)) throw invalid('match', `match: "${header.slice(0, 100)}" is not a header.`)
    const knownOperator = operators.find((name) => name === operator)
    if (knownOperator === undefined) {
      throw invalid(`match.${header}`, `match.${header}: expected one of ${operators.join(', ')}.`)
    }
    if (typeof value !== 'string' || value === '' || value.length > 1000) {
      throw invalid(`match.${header}`, `match.${header}: expected a text of at most 1000 characters.`)
    }
    return { header: header.toLowerCase(), operator: knownOperator, value }
  })
}

const ticketKey = /^x-zammad-ticket-(followup-)?(\w+)$/

/** Parses the effects of a filter. @throws Fault `invalid` that names the key. */
export function effectsIn(perform: FieldValues): Effects {
  const ticket: Record<string, unknown> = {}
  const followUp: Record<string, unknown> = {}
  let quarantine = false
  let internal: boolean | undefined
  let tags: string[] = []
  for (const [key, entry] of Object.entries(perform)) {
    const { value } = objectIn(`perform.${key}`, entry)
    const [, isFollowUp, name = ''] = ticketKey.exec(key.toLowerCase()) ?? []
    if (key.toLowerCase() === 'x-zammad-ignore') quarantine = isTrue(value)
    else if (key.toLowerCase() === 'x-zammad-article-internal') internal = isTrue(value)
    else if (name === 'tags') tags = [...tags, ...String(value).split(',')].map((tag) => tag.trim()).filter(Boolean)
    else (isFollowUp ? followUp : ticket)[name] = valueOf(key, ticketField(key, name), value)
  }
  return { quarantine, ticket, followUp, internal, tags }
}

function objectIn(path: string, input: unknown): FieldValues {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as FieldValues
  throw invalid(path, `${path}: expected an object with a value.`)
}

const isTrue = (value: unknown): boolean => value === true || String(value).toLowerCase() === 'true'

function ticketField(key: string, name: string): Field {
  const field = (resources.ticket.fields as Readonly<Record<string, Field>>)[name]
  if (field && field.write === undefined && !field.hidden) return field
  throw invalid(`perform.${key}`, `perform: "${key.slice(0, 100)}" is not a field that a filter can set.`)
}
