import {
  conditionValue,
  type ConditionWord,
  isSearchable,
  noOwner,
  parse,
  PHONE_NUMBER,
  priorityMeant,
  type Query,
  relationNamed,
  type Resource,
  resources,
  type Step,
  type Term,
  TICKET_NUMBER,
} from '@deskbell/contract'
import { type Context, may } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { wordsIn } from '../../text/words.ts'
import { mapTerms, placedAt } from './map-terms.ts'

/** The condition that each word represents, in the strict language. */
const conditions: Readonly<Record<Exclude<ConditionWord, 'is:mine'>, string>> = {
  'is:new': 'state.state_type.name:new',
  'is:open': 'state.state_type.name:(new OR open)',
  'is:closed': 'state.state_type.name:closed',
  'is:pending': 'state.state_type.name:("pending reminder" OR "pending action")',
  'is:unassigned': `owner_id:${noOwner}`,
  'is:escalated': 'escalation_at:<now',
  'has:attachment': '_exists_:article.attachment',
}

/** Words that mean the caller, and words that mean no user, in a field that refers to a user. */
const meWords = ['me', 'myself', '@me', 'currentuser()']
const noUserWords = ['nobody', 'none', 'no-one', '-']

/** Returns a resource by its name, as the caller may read it. */
type ResourceNamed = (name: string) => Resource

/** Replaces the terms of a lenient query whose meaning depends on the caller or on the records of the desk. */
export async function withDeskWords(
  ctx: Context,
  resource: Resource,
  query: Query,
  resourceNamed: ResourceNamed,
): Promise<Query> {
  const replaced = await mapTerms(query, (term) => replacementOf(ctx, resource, term, resourceNamed, query === term))
  return replaced ?? { kind: 'all', at: 1 }
}

/** Returns what replaces a term; undefined to omit it. @param isAlone true if the term is the whole query. */
async function replacementOf(
  ctx: Context,
  resource: Resource,
  term: Term,
  resourceNamed: ResourceNamed,
  isAlone: boolean,
): Promise<Query | undefined> {
  const text = 'text' in term.value ? term.value.text : ''
  if (term.field === TICKET_NUMBER) return (await ticketNumbered(ctx, resource, term, text)) ?? wordsOf(term, text)
  const isNumber = term.field === null && term.value.kind === 'word' && /^\d+$/.test(text)
  if (isNumber) return (isAlone && (await ticketNumbered(ctx, resource, term, text))) || orPhoneNumber(term, text)
  const condition = conditionOf(ctx, `${term.field}:${text}` as ConditionWord)
  if (condition !== undefined) return placedAt(term, parse(condition))
  if (term.field === null || text === '') return term
  if (term.field === 'state') return compared(term, stateScale) ?? stateOrCondition(ctx, term, text)
  if (term.field === 'priority') return compared(term, priorityScale) ?? orPriorityMeant(term, text)
  // `type:ticket` comes from helpdesks that search tickets and people together.
  if (term.field === 'type' && text.toLowerCase() === 'ticket') return undefined
  if (namesInArticles.includes(term.field)) return inAnyOrder(term, text)
  const path = term.field.split('.')
  const step = stepTo(resource, path, resourceNamed)
  return step?.to === 'user' ? personQuery(ctx, term, text, step, resourceNamed) : term
}

/** Returns the term for the ticket of that number, if the caller may read it. */
async function ticketNumbered(ctx: Context, resource: Resource, term: Term, text: string): Promise<Query | undefined> {
  const number = text.replaceAll(/\D/g, '')
  if (resource.name !== 'ticket' || number === '') return undefined
  const row = await from(ctx, resources.ticket)
    .select('tickets.id as id')
    .where('tickets.number', '=', number)
    .executeTakeFirst()
  const id = row?.['id'] as number | undefined
  return id === undefined ? undefined : { ...term, field: 'id', value: { kind: 'word', text: String(id) } }
}

/** Shorter numbers without other characters are seldom phone numbers. */
const MIN_PHONE_DIGITS = 7

/** A number is a word; if it is long, it may also be a phone number without its area code. */
function orPhoneNumber(term: Term, text: string): Query {
  if (text.length < MIN_PHONE_DIGITS) return term
  const phone: Term = { ...term, field: PHONE_NUMBER, value: { kind: 'phrase', text } }
  return { kind: 'or', of: [phone, term], at: term.at }
}

/** Choices in an order, and how their field is searched. */
interface Scale {
  readonly field: string
  /** Each step with the names that it has. */
  readonly steps: ReadonlyMap<string, readonly string[]>
  /** Returns the step that a word means. */
  readonly stepMeant: (word: string) => string
}

/** The types of states, in the order in which a ticket usually has them. */
const stateScale: Scale = {
  field: 'state.state_type.name',
  steps: new Map([
    ['new', ['new']],
    ['open', ['open']],
    ['pending', ['pending reminder', 'pending action']],
    ['closed', ['closed']],
  ]),
  stepMeant: conditionValue,
}

const priorityScale: Scale = {
  field: 'priority.name',
  steps: new Map(['low', 'normal', 'high'].map((name) => [name, [name]])),
  stepMeant: priorityMeant,
}

/**
 * Replaces a comparison such as `status<solved` or `priority>=normal` by a condition, if any steps are in its range. Returns
 * undefined for a term that is no comparison.
 */
function compared(term: Term, { field, steps, stepMeant }: Scale): Query | undefined {
  if (term.value.kind !== 'comparison') return undefined
  const { operator, text } = term.value
  const limit = [...steps.keys()].indexOf(stepMeant(text))
  const isWithin = (index: number) => {
    if (index === limit) return operator.endsWith('=')
    return operator.startsWith(index < limit ? '<' : '>')
  }
  const names = [...steps.values()].filter((_, index) => isWithin(index)).flat()
  if (limit < 0 || names.length === 0) return term
  return placedAt(term, parse(`${field}:(${names.map((name) => `"${name}"`).join(' OR ')})`))
}

/** A priority by its name, or by a common word for it: `priority:urgent`, `prio:hoch`. */
function orPriorityMeant(term: Term, text: string): Query {
  const name = priorityMeant(text)
  if (name === text.toLowerCase()) return term
  return { kind: 'or', of: [term, { ...term, value: { kind: 'word', text: name } }], at: term.at }
}

/** A state by its name, or by a common word for it: `state:solved`, `status:offen`. */
function stateOrCondition(ctx: Context, term: Term, text: string): Query {
  const choice = conditionValue(text)
  const condition = choice === text.toLowerCase() ? undefined : conditionOf(ctx, `is:${choice}` as ConditionWord)
  return condition === undefined ? term : { kind: 'or', of: [term, placedAt(term, parse(condition))], at: term.at }
}

/** Fields of articles with names and addresses. */
const namesInArticles = ['article.from', 'article.to', 'article.cc']

/** The words of a name, which may be written with the last name first or with further names between. */
function inAnyOrder(term: Term, text: string): Query {
  const words = term.value.kind === 'phrase' ? wordsIn(text) : []
  return words.length < 2
    ? term
    : joined(
        'and',
        words.map((word) => ({ ...term, value: { kind: 'word', text: word } })),
      )
}

function conditionOf({ actor }: Context, word: ConditionWord): string | undefined {
  if (word !== 'is:mine') return conditions[word]
  return `${may(actor, 'ticket.agent') ? 'owner_id' : 'customer_id'}:${actor.id}`
}

/** Returns the last relation of a path; undefined if the path does not end with a relation. */
function stepTo(resource: Resource, path: readonly string[], resourceNamed: ResourceNamed): Step | undefined {
  const [name = '', ...rest] = path
  if (rest.length === 0 && isSearchable(resource, name)) return undefined
  const step = relationNamed(resource, name)
  return step && rest.length > 0 ? stepTo(resourceNamed(step.to), rest, resourceNamed) : step
}

/** The fields by which people are known. */
const personFields = ['fullname', 'email', 'login']

/** A user by name, address or login, the caller as `me`, or no user. */
function personQuery(ctx: Context, term: Term, text: string, step: Step, resourceNamed: ResourceNamed): Query {
  const { field, value } = term
  const word = text.toLowerCase()
  if (meWords.includes(word))
    return { ...term, field: `${field}.id`, value: { kind: 'word', text: String(ctx.actor.id) } }
  if (noUserWords.includes(word)) {
    const isOwner = step.by === 'owner_id'
    return isOwner
      ? { ...term, field: `${field}.id`, value: { kind: 'word', text: String(noOwner) } }
      : { ...term, value: { kind: 'missing' } }
  }
  if (value.kind !== 'word' && value.kind !== 'phrase') return term
  const fields = personFields.filter((name) => isSearchable(resourceNamed('user'), name))
  if (fields.length === 0) return term
  const words = text.split(/[\s,]+/).filter(Boolean)
  const inFields = words.map((part) =>
    joined(
      'or',
      fields.map((name) => ({ ...term, field: `${field}.${name}`, value: { kind: 'word', text: part } })),
    ),
  )
  return joined('and', inFields)
}

/** Returns the words of a text as terms without a field. */
export function wordsOf(term: Term, text: string): Query | undefined {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0
    ? undefined
    : joined(
        'and',
        words.map((word) => ({ ...term, field: null, at: term.valueAt, value: { kind: 'word', text: word } })),
      )
}

function joined(kind: 'and' | 'or', of: readonly Term[] | readonly Query[]): Query {
  const [first] = of
  if (!first) throw new Error('a list of operands is never empty')
  return of.length > 1 ? { kind, of, at: first.at } : first
}
