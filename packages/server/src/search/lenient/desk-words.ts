import {
  type ConditionWord,
  isSearchable,
  noOwner,
  parse,
  type Query,
  relationNamed,
  type Resource,
  resources,
  type Step,
  type Term,
  TICKET_NUMBER,
} from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { mapTerms, placedAt } from './map-terms.ts'

/** The conditions that words stand for, in the strict language. */
const conditions: Readonly<Record<ConditionWord, string>> = {
  'is:open': 'state.state_type.name:(new OR open)',
  'is:closed': 'state.state_type.name:closed',
  'is:pending': 'state.state_type.name:("pending reminder" OR "pending action")',
  'is:unassigned': `owner_id:${noOwner}`,
  'is:escalated': 'escalation_at:<now',
  'has:attachment': '_exists_:article.attachment',
}

/** Words for the caller, and for no one, in a field that refers to a user. */
const me = ['me', 'myself']
const noOne = ['nobody', 'none', 'no-one', '-']

/** Returns a resource by its name, as the caller may read it. */
type At = (name: string) => Resource

/** Replaces the terms of a lenient query whose meaning depends on the caller or on the records of the desk. */
export async function withDeskWords(ctx: Context, resource: Resource, query: Query, at: At): Promise<Query> {
  const replaced = await mapTerms(query, (term) => replacementOf(ctx, resource, term, at, query === term))
  return replaced ?? { kind: 'all', at: 1 }
}

async function replacementOf(
  ctx: Context,
  resource: Resource,
  term: Term,
  at: At,
  isAlone: boolean,
): Promise<Query | undefined> {
  const text = 'text' in term.value ? term.value.text : ''
  if (term.field === TICKET_NUMBER) return (await ticketNumbered(ctx, resource, term, text)) ?? wordsOf(term, text)
  const isNumber = term.field === null && term.value.kind === 'word' && /^\d+$/.test(text)
  if (isAlone && isNumber) return (await ticketNumbered(ctx, resource, term, text)) ?? term
  const condition = conditions[`${term.field}:${text}` as ConditionWord]
  if (condition !== undefined) return placedAt(term, parse(condition))
  if (term.field === null || text === '') return term
  const path = term.field.split('.')
  const step = stepTo(resource, path, at)
  return step?.to === 'user' ? person(ctx, term, text, step, at) : term
}

/** Returns the term for the ticket of that number, if the caller may read it. */
async function ticketNumbered(ctx: Context, resource: Resource, term: Term, text: string): Promise<Query | undefined> {
  const [number] = /\d+/.exec(text) ?? []
  if (resource.name !== 'ticket' || number === undefined) return undefined
  const row = await from(ctx, resources.ticket)
    .select('tickets.id as id')
    .where('tickets.number', '=', number)
    .executeTakeFirst()
  const id = row?.['id'] as number | undefined
  return id === undefined ? undefined : { ...term, field: 'id', value: { kind: 'word', text: String(id) } }
}

/** Returns the last relation of a path; undefined if the path leads to a field. */
function stepTo(resource: Resource, path: readonly string[], at: At): Step | undefined {
  const [name = '', ...rest] = path
  if (rest.length === 0 && isSearchable(resource, name)) return undefined
  const step = relationNamed(resource, name)
  return step && rest.length > 0 ? stepTo(at(step.to), rest, at) : step
}

/** The fields by which people are known. */
const personFields = ['fullname', 'email', 'login']

/** A user by a name, address or login, the caller as `me`, or no one. */
function person(ctx: Context, term: Term, text: string, step: Step, at: At): Query {
  const { field, value } = term
  const word = text.toLowerCase()
  if (me.includes(word)) return { ...term, field: `${field}.id`, value: { kind: 'word', text: String(ctx.actor.id) } }
  if (noOne.includes(word)) {
    const isOwner = step.by === 'owner_id'
    return isOwner
      ? { ...term, field: `${field}.id`, value: { kind: 'word', text: String(noOwner) } }
      : { ...term, value: { kind: 'missing' } }
  }
  if (value.kind !== 'word' && value.kind !== 'phrase') return term
  const fields = personFields.filter((name) => isSearchable(at('user'), name))
  if (fields.length === 0) return term
  const each = text.split(/[\s,]+/).filter(Boolean)
  const inFields = each.map((one) =>
    joined(
      'or',
      fields.map((name) => ({ ...term, field: `${field}.${name}`, value: { kind: 'word', text: one } })),
    ),
  )
  return joined('and', inFields)
}

/** Returns the words of a text as terms without a field. */
export function wordsOf(term: Term, text: string): Query | undefined {
  const each = text.split(/\s+/).filter((one) => /[\p{L}\p{N}]/u.test(one))
  return each.length === 0
    ? undefined
    : joined(
        'and',
        each.map((one) => ({ ...term, field: null, at: term.valueAt, value: { kind: 'word', text: one } })),
      )
}

function joined(kind: 'and' | 'or', of: readonly Term[] | readonly Query[]): Query {
  const [first] = of
  if (!first) throw new Error('a list of operands is never empty')
  return of.length > 1 ? { kind, of, at: first.at } : first
}
