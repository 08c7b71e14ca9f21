/** Finds the ticket that a mail continues: a route must lead to the ticket, and the author must have the right to write there. */
import { resources } from '@deskbell/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import type { Placeholder } from '../../kernel/statement.ts'
import { settingOf } from '../../kernel/settings.ts'
import { canFollowUp } from '../../resources/ticket/related-values.ts'
import { mergedInto } from '../../resources/ticket/merged-into.ts'
import { idOfNumber, ownershipOf } from '../../resources/ticket/reads.ts'
import { roleFor } from '../../resources/ticket/rights.ts'
import { actorIn } from '../../resources/user/actor.ts'
import { isEmail } from '../../resources/user/names.ts'
import { runStatement } from '../../writing/unit-of-work.ts'
import { lockRecord, recordOf } from '../../writing/write.ts'
import { readReplyAddress } from '../email/reply-address.ts'
import { parseAddresses } from '../message/addresses.ts'
import type { Mail } from '../message/mail.ts'
import { ticketNumbersIn } from '../message/ticket-number.ts'
import type { Authentication } from './authentication.ts'
import type { Decisions } from './decisions.ts'
import { ticketsByMessageId, ticketsBySubject } from './known-threads.ts'
import type { Author } from './sender.ts'

/** The result of the search for the ticket of a mail; empty if there is none. */
export interface Thread {
  /** The ticket that the mail continues. It is locked. */
  readonly ticket?: FieldValues
  /** The id of the ticket to which the mail would belong, but to which it must not be added. */
  readonly related?: number
}

/** A received mail, with its author and the results of the checks of its sender. */
interface Arrived {
  readonly mail: Mail
  /** The addresses that it was sent to, in lower case. */
  readonly recipients: readonly string[]
  readonly author: Author
  readonly authentication: Authentication
}

/** Finds the first ticket that a mail leads to and to which it may be added, and records why. */
export async function findThread(ctx: WriteContext, arrived: Arrived, decisions: Decisions): Promise<Thread> {
  const refused = new Set<number>()
  for (const [route, find] of routes) {
    for await (const candidate of find(ctx, arrived)) {
      const ticket = (await mergedInto(ctx.db, candidate)) ?? candidate
      if (refused.has(ticket) || refused.size === MAX_REFUSED) continue
      const right = route === SIGNED ? signedRight : await rightTo(ctx, ticket, arrived)
      const { number } = await recordOf(ctx, resources.ticket, ticket)
      decisions.note(
        'thread',
        `${route} leads to ticket ${number as string}, ${right.granted ? 'and' : 'but'} ${right.reason}.`,
      )
      const locked = right.granted ? await lockForFollowUp(ctx, ticket, arrived.author, decisions) : undefined
      if (locked) return { ticket: locked }
      refused.add(ticket)
    }
  }
  const [related] = refused
  if (related === undefined) decisions.note('thread', 'It answers no mail and names no ticket that is known.')
  return related === undefined ? {} : { related }
}

/** Number of refused tickets after which no further one is tried. */
const MAX_REFUSED = 10

/** Locks and returns a ticket; undefined if it is closed and its group takes no more mail from the author. */
async function lockForFollowUp(
  ctx: WriteContext,
  id: number,
  { isAgent }: Author,
  decisions: Decisions,
): Promise<FieldValues | undefined> {
  await lockRecord(ctx, resources.ticket, id)
  const ticket = await recordOf(ctx, resources.ticket, id)
  if (isAgent || (await canFollowUp(ctx, ticket, ctx.now))) return ticket
  decisions.note('follow-up', 'The ticket is closed, and its group takes no more mail to it.')
  return undefined
}

type Route = readonly [name: string, find: (ctx: WriteContext, arrived: Arrived) => AsyncGenerator<number>]

const SIGNED = 'The signed address that it was sent to'

/** The routes to a ticket, the most reliable first. */
const routes: readonly Route[] = [
  [SIGNED, (ctx, { recipients }) => ticketsByReplyAddress(ctx, recipients)],
  ['The mail that it answers', (ctx, { mail }) => ticketsByMessageId(ctx, mail)],
  ['The number in its subject', (ctx, { mail }) => ticketsByNumber(ctx, mail)],
  ['Its subject and its participants', (ctx, { mail }) => ticketsBySubject(ctx, mail, ctx.now)],
]

async function* ticketsByReplyAddress({ db }: WriteContext, recipients: readonly string[]): AsyncGenerator<number> {
  for (const address of recipients) {
    const signed = await readReplyAddress(db, address)
    if (!signed) continue
    const ticket = await db.sql.selectFrom('tickets').select('id').where('id', '=', signed.ticket).executeTakeFirst()
    if (ticket) yield ticket.id
  }
}

async function* ticketsByNumber(ctx: WriteContext, { subject }: Mail): AsyncGenerator<number> {
  for (const number of ticketNumbersIn(subject, await settingOf(ctx, 'ticket_hook'))) {
    const id = await idOfNumber(ctx.db, number)
    if (id !== undefined) yield id
  }
}

interface Right {
  readonly granted: boolean
  readonly reason: string
}

/** The signed address of a ticket is known only to recipients of its mails, so the sender may have any address. */
const signedRight: Right = { granted: true, reason: 'its signature is valid' }

/** Decides whether the author may write to a ticket: by the usual rights, or as a participant of its public articles. */
async function rightTo(ctx: WriteContext, ticket: number, { author, authentication }: Arrived): Promise<Right> {
  const { address } = author
  // All mail without a valid address belongs to one user, who may be the customer of a stranger's ticket.
  if (address === '') return { granted: false, reason: 'the mail has no valid sender address' }
  if (!author.isVerifiable)
    return { granted: false, reason: `DMARC cannot check ${address}: From does not name it alone` }
  if (authentication.dmarc === 'fail') {
    return { granted: false, reason: `the domain of ${address} says that the mail is forged (DMARC)` }
  }
  const subject: FieldValues = await ownershipOf(ctx.db, ticket)
  if (subject['customer_id'] === author.id) return { granted: true, reason: `${address} is its customer` }
  const actor = await actorIn(ctx, author.id)
  const role = actor && roleFor('answer', actor, subject)
  if (role === 'agent') return { granted: true, reason: `${address} is an agent of its group` }
  if (role !== undefined) return { granted: true, reason: `${address} belongs to the organization that shares it` }
  if ((await participantsOf(ctx, ticket)).has(address)) return { granted: true, reason: `${address} takes part in it` }
  return { granted: false, reason: `${address} takes no part in it` }
}

/** Maximum number of articles of a ticket that are read to find its participants. */
const MAX_ARTICLES = 500

/** Returns the addresses in the headers of the articles that customers see, in lower case. */
async function participantsOf(ctx: WriteContext, ticket: number): Promise<Set<string>> {
  const rows = await runStatement<(string | null)[]>(ctx, 'mail: visible participants', visibleHeaders, ticket)
  // The headers are parsed, because an address in a display name is not a participant.
  const mailboxes = rows.flat().flatMap((header) => parseAddresses(header ?? ''))
  return new Set(mailboxes.map(({ address }) => address.toLowerCase()).filter(isEmail))
}

const visibleHeaders = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('ticket_articles')
    .select(['from', 'to', 'cc'])
    .where('ticket_id', '=', input<number>(0))
    .where('internal', '=', false)
    .orderBy('id', 'desc')
    .limit(MAX_ARTICLES)
