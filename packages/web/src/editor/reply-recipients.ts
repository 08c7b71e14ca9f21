import type { Article } from '../article/article-types.ts'
import { type Recipient, recipientsIn } from '../article/recipients.ts'
import type { NewArticle } from '../state/draft-types.ts'

/** What the recipients of a reply depend on. */
export interface ReplyContext {
  /** Oldest first. */
  readonly articles: readonly Article[]
  readonly customer: { readonly email?: string | null; readonly fullname?: string | null } | undefined
  /** The addresses of the desk, which gets no copies of its own mails. */
  readonly ownAddresses: readonly string[]
}

interface Recipients {
  readonly to: readonly Recipient[]
  readonly cc: readonly Recipient[]
}

/**
 * Returns the recipients of a reply: the author of the message or the customer, and those who got a copy of it. Each
 * address occurs once.
 */
export function replyRecipients(context: ReplyContext, about: Article | undefined): Recipients {
  const answered = answeredMessage(context, about)
  const known = new Set(context.ownAddresses.map(normalize))
  const written = unknownOf(known, answered?.side === 'agent' ? answered.to : authorOf(answered))
  const to = written.length > 0 ? written : unknownOf(known, customerOf(context))
  return { to, cc: unknownOf(known, answered?.type === 'email' ? answered.cc : null) }
}

/**
 * Returns the other people to whom the customer has written, unless they get the reply already. They are only offered,
 * because one of them may be an address of the desk that it does not know, such as an alias.
 */
export function offeredRecipients(
  context: ReplyContext,
  about: Article | undefined,
  { to, cc }: Pick<NewArticle, 'to' | 'cc'>,
): readonly Recipient[] {
  const answered = answeredMessage(context, about)
  if (answered?.side !== 'customer' || answered.type !== 'email') return []
  const getting = [...recipientsIn(to), ...recipientsIn(cc)].map(({ address }) => address)
  return unknownOf(new Set([...context.ownAddresses, ...getting].map(normalize)), answered.to)
}

const answeredMessage = ({ articles }: ReplyContext, about: Article | undefined) =>
  about ?? articles.findLast(({ side }) => side === 'customer')

const authorOf = (answered: Article | undefined) =>
  answered?.side === 'customer' ? answered.replyTo || answered.from : null

const customerOf = ({ customer }: ReplyContext) =>
  customer?.email ? headerOf([{ name: customer.fullname || customer.email, address: customer.email }]) : null

/** Returns the recipients of a header whose addresses are not known yet, and adds them to the known ones. */
function unknownOf(known: Set<string>, header: string | null | undefined): Recipient[] {
  return recipientsIn(header).filter(({ address }) => {
    if (!address.includes('@') || known.has(normalize(address))) return false
    known.add(normalize(address))
    return true
  })
}

const normalize = (address: string) => address.trim().toLowerCase()

/** Formats recipients as a header: `Ada Lovelace <ada@x.example>, bo@x.example`. */
export const headerOf = (recipients: readonly Recipient[]): string =>
  recipients.map(({ name, address }) => (name === address ? address : `${quoteName(name)} <${address}>`)).join(', ')

const quoteName = (name: string) => (/[",;:<>@()\\[\]]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name)
