import type { Article } from '../article/article-types.ts'
import { type Recipient, recipientsIn } from '../article/recipients.ts'
import type { NewArticle } from '../state/draft-types.ts'

/** The data on which the recipients of a reply depend. */
export interface ReplyContext {
  /** Oldest first. */
  readonly articles: readonly Article[]
  readonly customer: { readonly email?: string | null; readonly fullname?: string | null } | undefined
  /** The addresses of the desk, to which no reply is sent. */
  readonly deskAddresses: readonly string[]
}

interface Recipients {
  readonly to: readonly Recipient[]
  readonly cc: readonly Recipient[]
}

/**
 * Returns the recipients of a reply. `to`: the author of a customer's message or the recipients of an agent's message;
 * the customer of the ticket if there are none. `cc`: the Cc recipients of the e-mail. Each address occurs once.
 */
export function replyRecipients(context: ReplyContext, about: Article | undefined): Recipients {
  const answered = answeredMessage(context, about)
  const addresses = new Set(context.deskAddresses.map(normalize))
  const correspondents = takeNew(addresses, answered?.side === 'agent' ? answered.to : authorOf(answered))
  const to = correspondents.length > 0 ? correspondents : takeNew(addresses, customerOf(context))
  return { to, cc: takeNew(addresses, answered?.type === 'email' ? answered.cc : null) }
}

/**
 * Returns the other recipients of the customer's e-mail who do not get the reply yet. They are only offered, because one
 * of their addresses may be an alias of the desk that the desk does not know.
 */
export function offeredRecipients(
  context: ReplyContext,
  about: Article | undefined,
  { to, cc }: Pick<NewArticle, 'to' | 'cc'>,
): readonly Recipient[] {
  const answered = answeredMessage(context, about)
  if (answered?.side !== 'customer' || answered.type !== 'email') return []
  const current = [...recipientsIn(to), ...recipientsIn(cc)].map(({ address }) => address)
  return takeNew(new Set([...context.deskAddresses, ...current].map(normalize)), answered.to)
}

const answeredMessage = ({ articles }: ReplyContext, about: Article | undefined) =>
  about ?? articles.findLast(({ side }) => side === 'customer')

const authorOf = (answered: Article | undefined) =>
  answered?.side === 'customer' ? answered.replyTo || answered.from : null

const customerOf = ({ customer }: ReplyContext) =>
  customer?.email ? headerOf([{ name: customer.fullname || customer.email, address: customer.email }]) : null

/** Returns the recipients of a header whose addresses are not in the set yet, and adds these to it. */
function takeNew(addresses: Set<string>, header: string | null | undefined): Recipient[] {
  return recipientsIn(header).filter(({ address }) => {
    if (!address.includes('@') || addresses.has(normalize(address))) return false
    addresses.add(normalize(address))
    return true
  })
}

const normalize = (address: string) => address.trim().toLowerCase()

/** Formats recipients as a header: `Ada Lovelace <ada@x.example>, bo@x.example`. */
export const headerOf = (recipients: readonly Recipient[]): string =>
  recipients.map(({ name, address }) => (name === address ? address : `${quoteName(name)} <${address}>`)).join(', ')

const quoteName = (name: string) => (/[",;:<>@()\\[\]]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name)
