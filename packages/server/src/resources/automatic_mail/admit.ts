/** Decides whether automatic mails are sent: by limits for each recipient, and by rules that end mail loops. */
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
 * Checks whether an address may get an automatic mail now. A mail that a limit prevents is recorded.
 * @returns the reason why it may not; undefined if it may.
 */
export async function checkAutomaticMail(unit: Unit, mail: AutomaticMail): Promise<string | undefined> {
  const { kind, address } = mail
  if (!isEmail(address)) return 'the address is not valid'
  if (await isOwnAddress(unit, address)) return 'it is an address of this desk'
  if (!isAboutAccount(kind)) {
    if (MACHINE_ADDRESS.test(address)) return 'addresses of machines get no automatic mail'
    if (await hasBounced(unit, address)) return 'mail to it has bounced'
  }
  const reason = await exceededLimit(unit, mail)
  if (reason !== undefined) await recordMail(unit, mail, 'prevented', reason)
  return reason
}

/** Adds a mail to the record from which the limits are computed. */
export async function recordMail(
  { db, now }: Unit,
  { kind, address, ticket, message_id }: AutomaticMail,
  state: 'sent' | 'prevented' | 'failed',
  reason?: string,
): Promise<void> {
  const entry = {
    kind,
    address: withoutTag(address),
    ticket_id: ticket ?? null,
    message_id: message_id ?? null,
    state,
    reason: reason ?? null,
    created_at: now,
  }
  await db.sql.insertInto('automatic_mails').values(entry).execute()
}

/**
 * Returns an address without its part after `+`. If the recipient is another desk, this part may differ for each ticket, and
 * the limits would count each address separately.
 */
const withoutTag = (address: string): string => address.replace(/\+[^@]*@/, '@')

/** Matches addresses of machines. */
const MACHINE_ADDRESS = /^(?:mailer-daemon|postmaster|abuse|root|no-?reply.*)@/

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
  // Zammad's key for the time of the bounce.
  const since = Date.parse(String(preferences['mail_delivery_failed_data']))
  return Number.isNaN(since) || Date.parse(now) - since <= BOUNCED_DAYS * DAY
}

/** Returns true for mails about the account of the recipient. They are sent even if other mail to the address has bounced. */
const isAboutAccount = (kind: AutomaticMailKind): boolean =>
  kind === 'password_link' || kind === 'sign_up' || kind === 'invitation'

/** A limit for the mails to an address: at most `max` of the counted mails within `minutes`. */
interface Limit {
  /**
   * The counted mails: those about the same `ticket`, those about any `tickets`, `answers` to mails, or those about `accounts`
   * of the same kind as the new mail.
   */
  readonly counts: 'ticket' | 'tickets' | 'answers' | 'accounts'
  readonly max: number
  readonly minutes: number
}

const limits: readonly Limit[] = [
  { counts: 'ticket', max: 10, minutes: 10 },
  { counts: 'ticket', max: 15, minutes: 30 },
  { counts: 'ticket', max: 25, minutes: 60 },
  { counts: 'ticket', max: 50, minutes: 180 },
  { counts: 'ticket', max: 100, minutes: 600 },
  { counts: 'tickets', max: 30, minutes: 10 },
  { counts: 'tickets', max: 60, minutes: 30 },
  { counts: 'tickets', max: 120, minutes: 60 },
  { counts: 'tickets', max: 240, minutes: 180 },
  { counts: 'tickets', max: 360, minutes: 600 },
  // Limits that end the loop of two programs that answer each other.
  { counts: 'answers', max: 5, minutes: 60 },
  { counts: 'answers', max: 10, minutes: 1440 },
  { counts: 'accounts', max: 3, minutes: 60 },
  { counts: 'accounts', max: 10, minutes: 1440 },
]

const MAX_MINUTES = Math.max(...limits.map(({ minutes }) => minutes))

/** Returns the limit that one more mail would exceed, as a sentence; undefined if there is none. */
async function exceededLimit(unit: Unit, mail: AutomaticMail): Promise<string | undefined> {
  const now = Date.parse(unit.now)
  const sent = await sentTo(unit, withoutTag(mail.address), new Date(now - MAX_MINUTES * MINUTE).toISOString())
  const limit = limits.find(
    ({ counts, max, minutes }) =>
      isCountedBy[counts](mail, mail) &&
      sent.filter((entry) => entry.time > now - minutes * MINUTE && isCountedBy[counts](entry, mail)).length >= max,
  )
  return (
    limit && `it has received ${limit.max} automatic mails ${descriptions[limit.counts]} in ${limit.minutes} minutes`
  )
}

/**
 * For each kind of limit, a function that returns true if the limit counts the mail `counted` when the new mail is `mail`. A
 * limit that does not count the new mail itself does not apply to it.
 */
const isCountedBy: Readonly<Record<Limit['counts'], (counted: AutomaticMail, mail: AutomaticMail) => boolean>> = {
  ticket: ({ ticket }, mail) => ticket !== undefined && ticket === mail.ticket,
  tickets: ({ kind }) => !isAboutAccount(kind),
  answers: ({ kind }) => kind === 'answer',
  accounts: ({ kind }, mail) => isAboutAccount(kind) && kind === mail.kind,
}

const descriptions: Readonly<Record<Limit['counts'], string>> = {
  ticket: 'about this ticket',
  tickets: 'about tickets',
  answers: 'as answers',
  accounts: 'of this kind',
}

async function sentTo(unit: Unit, address: string, since: string): Promise<(AutomaticMail & { time: number })[]> {
  const run = writeStatement(unit, 'automatic mails of an address', (input) =>
    dynamic(unit.db)
      .selectFrom('automatic_mails')
      .select(['kind', 'ticket_id', 'created_at'])
      .where('address', '=', input(0))
      .where('created_at', '>', input(1))
      .where('state', '=', 'sent'),
  )
  const rows = (await run(address, since)) as [AutomaticMailKind, number | null, string][]
  return rows.map(([kind, ticket, created_at]) => ({
    kind,
    address,
    ticket: ticket ?? undefined,
    time: Date.parse(created_at),
  }))
}
