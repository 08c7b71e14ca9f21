/** Prepares the body of a ticket before its transaction begins: its article and the other records that are written with it. */
import { type Context, type FieldValues, may } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { described, either, field, list, optional, readParts, shape } from '../../writing/parts.ts'
import { formatValue } from '../../writing/values.ts'
import type { NewLink } from '../link/actions.ts'
import { prepareArticle, type PreparedArticle } from '../article/prepare.ts'

/** Records that are written together with a ticket. */
export interface TicketExtras {
  readonly article: PreparedArticle | undefined
  readonly tags: readonly string[]
  readonly mentions: readonly number[]
  readonly links: readonly NewLink[]
}

/** The key of a body that contains its prepared extras. Clients cannot send it. */
export const extrasKey = 'extras'

/** Returns the extras of a prepared body. */
export const extrasOf = (body: FieldValues): TicketExtras => (body[extrasKey] as TicketExtras | undefined) ?? noExtras

const noExtras: TicketExtras = { article: undefined, tags: [], mentions: [], links: [] }

/** Prepares the body of a write. @throws Fault `invalid` for an invalid article, tags, mentions or links. */
export async function prepareTicket(ctx: Context, verb: 'create' | 'update', body: FieldValues): Promise<FieldValues> {
  const { article, [extrasKey]: _, ...rest } = body
  const prepared = await readArticle(ctx, verb, article)
  if (verb === 'update') return { ...withoutBlank(rest), [extrasKey]: { ...noExtras, article: prepared } }
  const values = withoutBlank(rest)
  // `mentions` from a customer stays in the body as it is: the rules of tickets ignore it.
  const isUnread = (key: string) => key === 'mentions' && !may(ctx.actor, 'ticket.agent')
  const readable = Object.fromEntries(Object.entries(values).filter(([key]) => !isUnread(key)))
  const { tags = [], mentions = [], links = {}, ...read } = readParts(ticketParts, readable)
  const others = Object.fromEntries(
    Object.entries(values).filter(([key]) => isUnread(key) || !extraRecordKeys.includes(key)),
  )
  const extras: TicketExtras = {
    article: prepared,
    tags: tagNames(tags),
    mentions: [...new Set(mentions)],
    links: readLinks(links.Ticket ?? {}),
  }
  return { ...others, ...read, [extrasKey]: extras }
}

/** Keys of a new ticket that are stored in other records. */
const extraRecordKeys = ['tags', 'mentions', 'links']

/** Maximum number of mentions, and of links of a type. */
const MAX_IDS = 1000

const ids = list(field({ kind: 'ref' }), { max: MAX_IDS, commas: true })
const links = { normal: optional(ids), parent: optional(ids), child: optional(ids) }

/** Maximum number of tags in one request. */
export const MAX_TAGS = 200

/** Keys of a new ticket in addition to its columns; `prepareArticle` reads `article`. */
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
  mentions: optional(described('Agents who are subscribed to the ticket; ignored for customers.', ids)),
  links: optional(
    described(
      'Tickets to link, by what the new ticket is to them: `{"Ticket": {"parent": [7]}}` makes it the parent of ticket 7.',
      shape({ Ticket: optional(shape(links, { closed: true })) }, { closed: true }),
    ),
  ),
}

/** Keys that are ignored if they are blank: a new ticket gets the default, an update keeps the value. */
const blankableKeys = ['state', 'state_id', 'priority', 'priority_id', 'customer', 'customer_id', 'organization']

const withoutBlank = (body: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(body).filter(([key, value]) => !((value === '' || value === null) && blankableKeys.includes(key))),
  )

/** Reads the article of a body. For an update without an article, forms send an empty object; in a new ticket, it is invalid. */
async function readArticle(
  ctx: Context,
  verb: 'create' | 'update',
  input: unknown,
): Promise<PreparedArticle | undefined> {
  if (input === undefined || input === null || input === '') return undefined
  if (typeof input !== 'object' || Array.isArray(input)) {
    throw invalid('article', `article: expected an object, got ${formatValue(input)}.`)
  }
  if (verb === 'update' && Object.keys(input).length === 0) return undefined
  return prepareArticle(ctx, input as FieldValues).catch(rethrowInArticle)
}

/** Prefixes the paths of a fault with `article.`. */
function rethrowInArticle(failure: unknown): never {
  if (!(failure instanceof Fault) || failure.details.length === 0) throw failure
  const details = failure.details.map(({ path, message }) => ({ path: `article.${path}`, message }))
  throw new Fault(failure.code, failure.message, { details })
}

/** Trims tags and removes duplicates, ignoring case. */
const tagNames = (names: readonly string[]): string[] => {
  const unique = new Map(names.map((name) => [name.trim().toLowerCase(), name.trim()]))
  unique.delete('')
  return [...unique.values()]
}

const readLinks = (byType: Readonly<Partial<Record<NewLink['type'], readonly number[]>>>): NewLink[] =>
  Object.entries(byType).flatMap(([type, targets]) =>
    [...new Set(targets)].map((target) => ({ type: type as NewLink['type'], target })),
  )
