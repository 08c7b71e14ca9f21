/** Decides if automatic mails are sent: the limits of each recipient, and the rules that end loops. */
import type { AutomaticMailKind } from '@deskbell/contract'
import type { FieldValues, Unit } from '../../kernel/context.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { isEmail } from '../user/names.ts'
import { dynamic } from '../../db/dynamic.ts'

/** A mail that the service is about to write. */
export interface AutomaticMail {
  readonly kind: AutomaticMailKind
  /** In lower case. */
  readonly address: string
  readonly ticket?: number | undefined
  /** Undefined for mails that are articles. */
  readonly message_id?: string | undefined
}

/**
 * Checks that an address may get an automatic mail now. A mail that a limit prevents is recorded.
 * @returns why it may not; undefined if it may.
 */
export async function admit(unit: Unit, mail: AutomaticMail): Promise<string | undefined> {
  const { kind, address } = mail
  if (!isEmail(address)) return 'the address is not valid'
  if (await isOwnAddress(unit, address)) return 'it is an address of this desk'
  if (!isAboutAccount(kind)) {
    if (ofMachines.test(address)) return 'addresses of machines get no automatic mail'
    if (await hasBounced(unit, address)) return 'mail to it has bounced'
  }
  const reason = await exceededLimit(unit, mail)
  if (reason !== undefined) await recordMail(unit, mail, 'prevented', reason)
  return reason
}

/** Adds a mail to the record by which the limits are computed. */
export async function recordMail(
  { db, now }: Unit,
  { kind, address, ticket, message_id }: AutomaticMail,
  state: 'sent' | 'prevented' | 'failed',
  reason?: string,
): Promise<void> {
  const entry = {
    kind,
    address: mailboxOf(address),
    ticket_id: ticket ?? null,
    message_id: message_id ?? null,
    state,
    reason: reason ?? null,
    created_at: now,
  }
  await db.sql.insertInto('automatic_mails').values(entry).execute()
}

/** An address without a part after `+`, which other desks change with each ticket. */
const mailboxOf = (address: string): string => address.replace(/\+[^@]*@/, '@')

/** Addresses of machines instead of people. */
const ofMachines = /^(?:mailer-daemon|postmaster|abuse|root|no-?reply.*)@/

async function isOwnAddress({ db }: Unit, address: string): Promise<boolean> {
  const row = await db.sql.selectFrom('email_addresses').select('id').where('email', '=', address).executeTakeFirst()
  return row !== undefined
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Days for which an address that bounced gets no automatic mail. */
const BOUNCED_DAYS = 60

async function hasBounced({ db, now }: Unit, address: string): Promise<boolean> {
  const row = await db.sql.selectFrom('users').select('preferences').where('email', '=', address).executeTakeFirst()
  const preferences = (row?.preferences ?? {}) as FieldValues
  if (preferences['mail_delivery_failed'] !== true) return false
  const since = Date.parse(String(preferences['mail_delivery_failed_data']))
  return Number.isNaN(since) || Date.parse(now) - since <= BOUNCED_DAYS * DAY
}

/** Mails that people ask for, or that open an account. */
const isAboutAccount = (kind: AutomaticMailKind): boolean =>
  kind === 'password_link' || kind === 'sign_up' || kind === 'invitation'

/** At most `most` mails to an address in a number of minutes, of those that the limit counts. */
interface Limit {
  readonly of: 'ticket' | 'tickets' | 'answers' | 'accounts'
  readonly most: number
  readonly minutes: number
}

const limits: readonly Limit[] = [
  { of: 'ticket', most: 10, minutes: 10 },
  { of: 'ticket', most: 15, minutes: 30 },
  { of: 'ticket', most: 25, minutes: 60 },
  { of: 'ticket', most: 50, minutes: 180 },
  { of: 'ticket', most: 100, minutes: 600 },
  { of: 'tickets', most: 30, minutes: 10 },
  { of: 'tickets', most: 60, minutes: 30 },
  { of: 'tickets', most: 120, minutes: 60 },
  { of: 'tickets', most: 240, minutes: 180 },
  { of: 'tickets', most: 360, minutes: 600 },
  // Two programs that answer each other stop here, because the one that gets no answer writes no more.
  { of: 'answers', most: 5, minutes: 60 },
  { of: 'answers', most: 10, minutes: 1440 },
  { of: 'accounts', most: 3, minutes: 60 },
  { of: 'accounts', most: 10, minutes: 1440 },
]

const LONGEST = Math.max(...limits.map(({ minutes }) => minutes))

/** Returns the limit that one more mail would exceed, in words; undefined if there is none. */
async function exceededLimit(unit: Unit, mail: AutomaticMail): Promise<string | undefined> {
  const now = Date.parse(unit.now)
  const sent = await sentTo(unit, mailboxOf(mail.address), new Date(now - LONGEST * MINUTE).toISOString())
  const limit = limits.find(
    ({ of, most, minutes }) =>
      counts[of](mail, mail) &&
      sent.filter((one) => one.at > now - minutes * MINUTE && counts[of](one, mail)).length >= most,
  )
  return limit && `it has got ${limit.most} automatic mails ${scopes[limit.of]} in ${limit.minutes} minutes`
}

/** Selects the mails that a limit counts. A limit that does not count the mail itself does not apply to it. */
const counts: Readonly<Record<Limit['of'], (one: AutomaticMail, mail: AutomaticMail) => boolean>> = {
  ticket: ({ ticket }, mail) => ticket !== undefined && ticket === mail.ticket,
  tickets: ({ kind }) => !isAboutAccount(kind),
  answers: ({ kind }) => kind === 'answer',
  accounts: ({ kind }, mail) => isAboutAccount(kind) && kind === mail.kind,
}

const scopes: Readonly<Record<Limit['of'], string>> = {
  ticket: 'about this ticket',
  tickets: 'about tickets',
  answers: 'as answers',
  accounts: 'of this kind',
}

async function sentTo(unit: Unit, address: string, since: string): Promise<(AutomaticMail & { at: number })[]> {
  const run = writeStatement(unit, 'automatic mails of an address', (input) =>
    dynamic(unit.db)
      .selectFrom('automatic_mails')
      .select(['kind', 'ticket_id', 'created_at'])
      .where('address', '=', input(0))
      .where('created_at', '>', input(1))
      .where('state', '=', 'sent'),
  )
  const rows = (await run(address, since)) as [AutomaticMailKind, number | null, string][]
  return rows.map(([kind, ticket, at]) => ({ kind, address, ticket: ticket ?? undefined, at: Date.parse(at) }))
}
