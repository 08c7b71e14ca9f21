/** Chooses the recipients of automatic mails, by rules that prevent mail loops and skip addresses that bounce. */
import { noOwner } from '@deskbell/contract'
import { sql } from 'kysely'
import type { FieldValues, Unit } from '../kernel/context.ts'
import { senders, types } from '../resources/article/kinds.ts'
import { checkAutomaticMail } from '../resources/automatic_mail/admit.ts'
import { isAgent } from '../resources/user/is-agent.ts'
import { isEmail } from '../resources/user/names.ts'

/** Kinds of recipients who write to the desk themselves, possibly with automatic replies. */
const correspondents: readonly string[] = ['ticket_customer', 'article_last_sender']

/** Returns true if an article forbids automatic replies, and a mail to these kinds of recipients would be one. */
export const isReplyForbidden = (recipients: readonly string[], article: FieldValues | undefined): boolean =>
  preferencesOf(article)['send-auto-response'] === false && recipients.some((kind) => correspondents.includes(kind))

/** Recipients of an automatic mail, and sentences about those that were skipped. */
export interface Recipients {
  readonly addresses: readonly string[]
  readonly skipped: readonly string[]
}

/**
 * Returns the addresses to which an automatic mail about a ticket goes, each once.
 * @param kinds each `ticket_customer`, `ticket_owner`, `ticket_agents` (the agents with full access to the group),
 * `article_last_sender`, or a user, such as `userid_7`.
 */
export async function recipientsOf(
  unit: Unit,
  ticket: FieldValues,
  article: FieldValues | undefined,
  kinds: readonly string[],
): Promise<Recipients> {
  const requested: string[] = []
  for (const kind of kinds) requested.push(...(await addressesOf(unit, ticket, article, kind)))
  const addresses: string[] = []
  const skipped: string[] = []
  for (const address of new Set(requested.map((address) => address.trim().toLowerCase()))) {
    const reason = await reasonToSkip(unit, ticket['id'] as number, article, address)
    if (reason === undefined) addresses.push(address)
    else skipped.push(`No mail to ${address || 'an empty address'}: ${reason}.`)
  }
  return { addresses, skipped }
}

async function addressesOf(
  unit: Unit,
  ticket: FieldValues,
  article: FieldValues | undefined,
  kind: string,
): Promise<string[]> {
  if (kind === 'ticket_customer') return addressesOfUsers(unit, [ticket['customer_id']])
  if (kind === 'ticket_owner') return ticket['owner_id'] === noOwner ? [] : addressesOfUsers(unit, [ticket['owner_id']])
  if (kind === 'ticket_agents') return addressesOfAgents(unit, ticket['group_id'] as number)
  if (kind === 'article_last_sender') return article ? lastSender(unit, article) : []
  const user = /^userid_(\d{1,15})$/.exec(kind)?.[1]
  return user === undefined ? [] : addressesOfUsers(unit, [Number(user)])
}

async function addressesOfUsers({ db }: Unit, ids: readonly unknown[]): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('users')
    .select('email')
    .where(db.dialect.among(sql.ref('users.id'), sql.val(JSON.stringify(ids))))
    .where('active', '=', true)
    .execute()
  return rows.map(({ email }) => email ?? '')
}

async function addressesOfAgents({ db }: Unit, group: number): Promise<string[]> {
  const { rows } = await sql<{ email: string | null }>`
    select users.email from users where users.active = ${sql.lit(true)} and ${isAgent()}
      and (exists (select 1 from groups_users g
          where g.user_id = users.id and g.group_id = ${group} and g.access = 'full')
        or exists (select 1 from groups_roles g join roles_users u on u.role_id = g.role_id join roles r on r.id = g.role_id
          where u.user_id = users.id and r.active = ${sql.lit(true)} and g.group_id = ${group} and g.access = 'full'))
    order by users.login`.execute(db.sql)
  return rows.flatMap(({ email }) => (email ? [email] : []))
}

/** Returns the address to which a reply to an article is sent. */
async function lastSender(unit: Unit, article: FieldValues): Promise<string[]> {
  for (const name of ['reply_to', 'from']) {
    const address = addressIn(article[name])
    if (address !== undefined) return [address]
  }
  return addressesOfUsers(unit, [article['origin_by_id'] ?? article['created_by_id']])
}

/** Returns the first address of a header, such as `"Nils" <nils@bakery.example>`. */
function addressIn(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  const address = (/<([^<>]*)>/.exec(header)?.[1] ?? header).trim()
  return isEmail(address) ? address : undefined
}

/** Returns the reason why an address gets no automatic mail; undefined if it gets one. */
async function reasonToSkip(
  unit: Unit,
  ticket: number,
  article: FieldValues | undefined,
  address: string,
): Promise<string | undefined> {
  if (preferencesOf(article)['is-auto-response'] === true && authorsOf(article).includes(address))
    return 'its mail was an automatic reply'
  return checkAutomaticMail(unit, { kind: kindOf(article, address), address, ticket })
}

/**
 * Returns `answer` for a mail to the author of the mail that started the rule, and `rule` for any other mail. Answers have a
 * limit of their own, because two desks could answer each other forever.
 */
export const kindOf = (article: FieldValues | undefined, address: string): 'answer' | 'rule' =>
  article?.['type_id'] === types.email &&
  article['sender_id'] === senders.customer &&
  authorsOf(article).includes(address)
    ? 'answer'
    : 'rule'

/** Returns the sender of a mail, and the address to which replies to it are sent. */
const authorsOf = (article: FieldValues | undefined): (string | undefined)[] =>
  [article?.['from'], article?.['reply_to']].map((header) => addressIn(header)?.toLowerCase())

const preferencesOf = (row: FieldValues | undefined): FieldValues =>
  (row?.['preferences'] as FieldValues | undefined) ?? {}
