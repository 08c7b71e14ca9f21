/** Chooses the recipients of automatic mails, with the rules that end mail loops and leave out addresses that bounce. */
import { noOwner } from '@deskbell/contract'
import { sql } from 'kysely'
import type { FieldValues, Unit } from '../kernel/context.ts'
import { senders, types } from '../resources/article/kinds.ts'
import { isAgent } from '../resources/ticket/facts.ts'
import { isEmail } from '../resources/user/names.ts'
import { escapeLike } from '../text/like.ts'

/** Kinds of recipients that write to the desk themselves, perhaps automatically. */
const correspondents: readonly string[] = ['ticket_customer', 'article_last_sender']

/** Returns true if an article forbids automatic answers and a mail would be one. */
export const isForbidden = (recipients: readonly string[], article: FieldValues | undefined): boolean =>
  preferencesOf(article)['send-auto-response'] === false && recipients.some((one) => correspondents.includes(one))

/** Recipients of an automatic mail, and sentences about those that are left out. */
export interface Recipients {
  readonly addresses: readonly string[]
  readonly skipped: readonly string[]
}

/**
 * Returns the addresses to which an automatic mail about a ticket goes, each once.
 * @param kinds `ticket_customer`, `ticket_owner`, `ticket_agents`, `article_last_sender`, `userid_7`.
 */
export async function recipientsOf(
  unit: Unit,
  ticket: FieldValues,
  article: FieldValues | undefined,
  kinds: readonly string[],
): Promise<Recipients> {
  const wanted: string[] = []
  for (const kind of kinds) wanted.push(...(await addressesOf(unit, ticket, article, kind)))
  const addresses: string[] = []
  const skipped: string[] = []
  for (const address of new Set(wanted.map((one) => one.trim().toLowerCase()))) {
    const reason = await refusal(unit, ticket['id'] as number, article, address)
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
  if (kind === 'ticket_customer') return mailsOf(unit, [ticket['customer_id']])
  if (kind === 'ticket_owner') return ticket['owner_id'] === noOwner ? [] : mailsOf(unit, [ticket['owner_id']])
  if (kind === 'ticket_agents') return mailsOfAgents(unit, ticket['group_id'] as number)
  if (kind === 'article_last_sender') return article ? lastSender(unit, article) : []
  const user = /^userid_(\d{1,15})$/.exec(kind)?.[1]
  return user === undefined ? [] : mailsOf(unit, [Number(user)])
}

async function mailsOf({ db }: Unit, ids: readonly unknown[]): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('users')
    .select('email')
    .where(db.dialect.among(sql.ref('users.id'), sql.val(JSON.stringify(ids))))
    .where('active', '=', true)
    .execute()
  return rows.map(({ email }) => email ?? '')
}

async function mailsOfAgents({ db }: Unit, group: number): Promise<string[]> {
  const { rows } = await sql<{ email: string | null }>`
    select users.email from users where users.active = ${sql.lit(true)} and ${isAgent('users')}
      and (exists (select 1 from groups_users g
          where g.user_id = users.id and g.group_id = ${group} and g.access = 'full')
        or exists (select 1 from groups_roles g join roles_users u on u.role_id = g.role_id join roles r on r.id = g.role_id
          where u.user_id = users.id and r.active = ${sql.lit(true)} and g.group_id = ${group} and g.access = 'full'))
    order by users.login`.execute(db.sql)
  return rows.flatMap(({ email }) => (email ? [email] : []))
}

/** The address to which an answer to an article goes. */
async function lastSender(unit: Unit, article: FieldValues): Promise<string[]> {
  for (const name of ['reply_to', 'from']) {
    const address = addressIn(article[name])
    if (address !== undefined) return [address]
  }
  return mailsOf(unit, [article['origin_by_id'] ?? article['created_by_id']])
}

/** Returns the first address of a header, such as `"Nils" <nils@bakery.example>`. */
function addressIn(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  const address = (/<([^<>]*)>/.exec(header)?.[1] ?? header).trim()
  return isEmail(address) ? address : undefined
}

/** Why an address gets no automatic mail; undefined if it gets one. */
async function refusal(
  unit: Unit,
  ticket: number,
  article: FieldValues | undefined,
  address: string,
): Promise<string | undefined> {
  if (!isEmail(address)) return 'the address is not valid'
  if (neverAnswered.test(address)) return 'addresses of machines get no automatic mail'
  if (await isOwnAddress(unit, address)) return 'it is an address of this desk'
  if (preferencesOf(article)['is-auto-response'] === true && addressIn(article?.['from']) === address)
    return 'its mail was an automatic answer'
  if (await hasBounced(unit, address)) return 'mail to it has bounced'
  return isTooMuch(await sentTimes(unit, ticket, address), Date.parse(unit.now))
    ? 'it has got too many automatic mails'
    : undefined
}

/** Addresses of machines instead of people. */
const neverAnswered = /^(?:mailer-daemon|postmaster|abuse|root|no-?reply.*)@/

const preferencesOf = (row: FieldValues | undefined): FieldValues =>
  (row?.['preferences'] as FieldValues | undefined) ?? {}

async function isOwnAddress({ db }: Unit, address: string): Promise<boolean> {
  const row = await db.sql.selectFrom('email_addresses').select('id').where('email', '=', address).executeTakeFirst()
  return row !== undefined
}

const DAY = 24 * 60 * 60_000
/** Days for which an address that bounced gets no automatic mail. */
const BOUNCED_DAYS = 60

async function hasBounced({ db, now }: Unit, address: string): Promise<boolean> {
  const row = await db.sql.selectFrom('users').select('preferences').where('email', '=', address).executeTakeFirst()
  const preferences = preferencesOf(row)
  if (preferences['mail_delivery_failed'] !== true) return false
  const since = Date.parse(String(preferences['mail_delivery_failed_data']))
  return Number.isNaN(since) || Date.parse(now) - since <= BOUNCED_DAYS * DAY
}

/** The times of automatic mails to an address, in this ticket and in all tickets. */
interface Sent {
  readonly inTicket: readonly number[]
  readonly everywhere: readonly number[]
}

const MINUTE = 60_000
/** The automatic mails that an address gets at most: in a number of minutes, in one ticket, in all tickets. */
const caps = [
  [10, 10, 30],
  [30, 15, 60],
  [60, 25, 120],
  [180, 50, 240],
  [600, 100, 360],
] as const

async function sentTimes({ db, now }: Unit, ticket: number, address: string): Promise<Sent> {
  const since = new Date(Date.parse(now) - 600 * MINUTE).toISOString()
  const rows = await db.sql
    .selectFrom('ticket_articles')
    .select(['ticket_id', 'created_at'])
    // As the condition of the partial index.
    .where(sql<boolean>`sender_id = ${sql.lit(senders.system)} and type_id = ${sql.lit(types.email)}`)
    .where('created_at', '>', since)
    .where(sql<boolean>`lower("to") like ${`%${escapeLike(address)}%`} escape '\\'`)
    .execute()
  const everywhere = rows.map(({ created_at }) => Date.parse(created_at))
  const inTicket = rows.filter(({ ticket_id }) => ticket_id === ticket).map(({ created_at }) => Date.parse(created_at))
  return { inTicket, everywhere }
}

function isTooMuch({ inTicket, everywhere }: Sent, now: number): boolean {
  const countSince = (times: readonly number[], minutes: number) =>
    times.filter((at) => at > now - minutes * MINUTE).length
  return caps.some(
    ([minutes, ticket, all]) => countSince(inTicket, minutes) >= ticket || countSince(everywhere, minutes) >= all,
  )
}
