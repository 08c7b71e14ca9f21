/** What the body of a ticket needs before its transaction begins: what is beside its columns, read and made ready. */
import type { Context, FieldValues } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { described, either, field, list, optional, readParts, shape } from '../../writing/parts.ts'
import { asWhole, shown } from '../../writing/values.ts'
import { prepareArticle, type PreparedArticle } from '../article/prepare.ts'

/** What is written together with a ticket. */
export interface TicketExtras {
  readonly article: PreparedArticle | undefined
  readonly tags: readonly string[]
  readonly mentions: readonly number[]
  readonly links: readonly NewLink[]
}

/** A link of the new ticket, which is the source: the `type` of the target (reference, section 3.11). */
export interface NewLink {
  readonly type: 'normal' | 'parent' | 'child'
  readonly target: number
}

/** The key under which a body carries what was prepared; a client cannot send it. */
export const extrasKey = 'extras'

/** What a prepared body carries beside the columns. */
export const extrasOf = (body: FieldValues): TicketExtras => (body[extrasKey] as TicketExtras | undefined) ?? nothing

const nothing: TicketExtras = { article: undefined, tags: [], mentions: [], links: [] }

/**
 * Makes the body of a write ready.
 * @throws Fault `invalid` for an article, tags, mentions or links that cannot be read.
 */
export async function prepareTicket(ctx: Context, verb: 'create' | 'update', body: FieldValues): Promise<FieldValues> {
  const { article, [extrasKey]: _, ...rest } = body
  const prepared = await articleIn(ctx, verb, article)
  if (verb === 'update') return { ...withoutBlank(rest), [extrasKey]: { ...nothing, article: prepared } }
  const values = withoutBlank(rest)
  const { tags = [], mentions = [], links = {}, ...read } = readParts(ticketParts, values)
  const { tags: __, mentions: ___, links: ____, ...others } = values
  const more: TicketExtras = {
    article: prepared,
    tags: tagNames(tags),
    mentions: [...new Set(mentions)],
    links: linksIn(links.Ticket ?? {}),
  }
  return { ...others, ...read, [extrasKey]: more }
}

const ids = (max: number) => list(field({ kind: 'ref' }), { max, commas: true })
const links = { normal: optional(ids(1000)), parent: optional(ids(1000)), child: optional(ids(1000)) }

/** More than this on one ticket is a mistake. */
const MAX_TAGS = 200

/** What clients may say of a new ticket besides its columns; `article` is read by `prepareArticle`. */
export const ticketParts = {
  customer_id: optional(
    described(
      'Id of the customer, or `guess:` and an e-mail address, whose user is created if there is none. Required for agents, who may give `customer` instead; ignored for customers.',
      either(field({ kind: 'ref' }), field({ kind: 'text', max: 300 }), { pattern: '^guess:.+@.+' }),
    ),
  ),
  tags: optional(
    described('Names of tags.', list(field({ kind: 'text', max: 250, default: '' }), { max: MAX_TAGS, commas: true })),
  ),
  mentions: optional(described('Users that are subscribed to the ticket.', ids(1000))),
  links: optional(
    described(
      'Tickets to link, by what they are to the new ticket: `{"Ticket": {"parent": [7]}}`.',
      shape({ Ticket: optional(shape(links, { closed: true })) }, { closed: true }),
    ),
  ),
}

/** What may be left blank and then gets what is usual (reference, section 5.2, rule 6). */
const blankable = ['state', 'priority', 'customer', 'organization'].flatMap((name) => [name, `${name}_id`])

const withoutBlank = (body: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => !((value === '' || value === null) && blankable.includes(key) && key !== 'organization_id'),
    ),
  )

/** An update may carry an empty article, as forms send it; a new ticket cannot begin with one. */
async function articleIn(
  ctx: Context,
  verb: 'create' | 'update',
  given: unknown,
): Promise<PreparedArticle | undefined> {
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw invalid('article', `article: expected an object, got ${shown(given)}.`)
  }
  if (verb === 'update' && Object.keys(given).length === 0) return undefined
  return prepareArticle(ctx, given as FieldValues).catch(inArticle)
}

/** A refusal that says where in the body of the ticket it was. */
function inArticle(failure: unknown): never {
  if (!(failure instanceof Fault) || failure.details.length === 0) throw failure
  const details = failure.details.map(({ path, message }) => ({ path: `article.${path}`, message }))
  throw new Fault(failure.code, failure.message, { details })
}

/** Tags without blanks and duplicates; case makes no difference. */
const tagNames = (given: readonly string[]): string[] => {
  const names = new Map(given.map((name) => [name.trim().toLowerCase(), name.trim()]))
  names.delete('')
  return [...names.values()]
}

/** @throws Fault `invalid` for anything that is no id. */
export function idsIn(name: string, given: unknown): number[] {
  if (given === undefined || given === null || given === '') return []
  const list = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [given]
  if (list.length > 1000) throw invalid(name, `${name}: at most 1000 at once, got ${list.length}.`)
  const ids = list.map((one: unknown) => {
    const id = asWhole(one)
    if (id === undefined || id < 1) throw invalid(name, `Invalid value for param '${name}': ${shown(one)}`)
    return id
  })
  return [...new Set(ids)]
}

const linksIn = (byType: Readonly<Partial<Record<NewLink['type'], readonly number[]>>>): NewLink[] =>
  Object.entries(byType).flatMap(([type, targets]) =>
    [...new Set(targets)].map((target) => ({ type: type as NewLink['type'], target })),
  )
