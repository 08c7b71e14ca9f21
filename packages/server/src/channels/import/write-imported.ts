/** Writes imported mails in a unit of work. Each continues an existing ticket or opens one, unless it was imported before. */
import { resources } from '@deskbell/contract'
import { runStatement } from '../../writing/unit-of-work.ts'
import { change, create } from '../../writing/write.ts'
import { senders } from '../../resources/article/kinds.ts'
import type { Unit, WriteContext } from '../../kernel/context.ts'
import { type StoredMail, writeArticle } from '../intake/article.ts'
import { groupFor } from '../intake/groups.ts'
import { findTicket, recordThread } from '../intake/known-threads.ts'
import type { Mail } from '../message/mail.ts'
import { type Person, personFor } from '../intake/people.ts'
import type { ImportRules } from './import-rules.ts'
import { emptyTally, type Tally } from '../intake/tally.ts'
import { isEmail } from '../../resources/user/names.ts'
import { cut } from '../message/text.ts'
import { titleOf } from '../message/thread.ts'
import { findImported, addImported, identify } from '../intake/known-mails.ts'
import { type TicketProgress, updateTicket } from './update-ticket.ts'

/** The result of writing mails. */
export interface WriteResult {
  readonly tally: Tally
  /** Number of mails that had been imported before. */
  readonly alreadyImported: number
}

/** Writes mails in their order, except those that were imported before. */
export async function writeImported(
  ctx: WriteContext,
  rules: ImportRules,
  storedMails: readonly StoredMail[],
): Promise<WriteResult> {
  const work: Work = { ctx, rules, tally: emptyTally(), tickets: new Map(), imports: [] }
  const imported = await findImported(ctx, storedMails)
  let alreadyImported = 0
  for (const storedMail of storedMails) {
    const sentAt = storedMail.mail.date === null ? ctx.now : rules.timeOf(storedMail.mail.date)
    const identity = await identify(ctx, imported, storedMail, sentAt)
    if (identity.article === undefined) {
      // A mail that shares the Message-ID of a different mail gets one of its own; see `identify`.
      const mail = { ...storedMail.mail, message_id: identity.message_id }
      addImported(imported, { ...storedMail, mail }, sentAt, await writeMail(work, { ...storedMail, mail }, sentAt))
    } else {
      alreadyImported += 1
      const { sha256 } = storedMail.original
      if (!imported.hashes.has(sha256)) work.imports.push(importOf(ctx, storedMail, identity.article))
      imported.hashes.set(sha256, identity.article)
    }
  }
  if (work.imports.length > 0) await ctx.db.sql.insertInto('mail_imports').values(work.imports).execute()
  for (const [ticket, progress] of work.tickets) await updateTicket(ctx, rules, ticket, progress)
  return { tally: work.tally, alreadyImported }
}

/** The progress of writing mails. */
interface Work {
  readonly ctx: WriteContext
  readonly rules: ImportRules
  readonly tally: Tally
  /** The tickets to which mails were added. */
  readonly tickets: Map<number, TicketProgress>
  /** The rows of `mail_imports` to insert at the end. */
  readonly imports: ReturnType<typeof importOf>[]
}

const importOf = ({ now }: Unit, { original, mail }: StoredMail, article_id: number) => ({
  ...original,
  message_id: mail.message_id,
  identity: mail.identity,
  article_id,
  created_at: now,
})

/** Writes a mail as an article, and as a ticket if it opens one. @returns the id of the article. */
async function writeMail(work: Work, storedMail: StoredMail, sentAt: string): Promise<number> {
  const { ctx, tally, tickets } = work
  const { mail } = storedMail
  const sender = await personFor(ctx, tally, mail.sender)
  const existing = await findTicket(ctx, mail, sentAt)
  if (existing !== undefined && !tickets.has(existing)) tickets.set(existing, await progressOf(ctx, existing))
  // The records that a mail creates have the author and the time of the mail.
  const asSender = { ...ctx, by: sender.id, now: sentAt }
  const ticket_id = existing ?? (await openTicket(work, asSender, mail, sender))
  if (existing !== undefined) await applyEarlierMail(work, existing, mail, sender, sentAt)
  const sender_id = sender.isAgent ? senders.agent : senders.customer
  const article = await writeArticle(asSender, tally, storedMail, { ticket_id, sender_id })
  if (sender.isAgent) (tickets.get(ticket_id) as TicketProgress).isAnswered = true
  await recordThread(ctx, ticket_id, mail, sentAt)
  work.imports.push(importOf(ctx, storedMail, article))
  return article
}

async function progressOf(unit: Unit, ticket: number): Promise<TicketProgress> {
  const [[created_at, updated_at, last_at] = ['', '', null]] = await runStatement<[string, string, string | null]>(
    unit,
    'mail: state before',
    (db, input) =>
      db
        .selectFrom('tickets')
        .leftJoin('mail_threads', 'mail_threads.ticket_id', 'tickets.id')
        .select(['tickets.created_at', 'tickets.updated_at', 'mail_threads.last_at'])
        .where('tickets.id', '=', input<number>(0)),
    ticket,
  )
  // An import sets `updated_at` to the time of the last mail; every other change sets it to the current time.
  return { created_at, updated_at, isOnlyImported: updated_at === last_at, isAnswered: false }
}

async function openTicket(
  { ctx, rules, tally, tickets }: Work,
  asSender: WriteContext,
  mail: Mail,
  sender: Person,
): Promise<number> {
  const { id: customer_id } = await customerOf(ctx, tally, mail, sender)
  const group_id = rules.group ?? (await groupFor(ctx, tally, mail))
  const { id } = await create(asSender, resources.ticket, { title: ticketTitle(mail), group_id, customer_id })
  tickets.set(id, { isOnlyImported: true, created_at: asSender.now, updated_at: asSender.now, isAnswered: false })
  tally.tickets += 1
  return id
}

/** Returns the title of a ticket that a mail opens, in at most 250 characters, the limit of titles. */
const ticketTitle = (mail: Mail): string => cut(titleOf(mail.subject), 250) || '(no subject)'

/** Returns the customer of a ticket that a mail opens: its sender, or its first recipient if an agent wrote it. */
async function customerOf(ctx: WriteContext, tally: Tally, mail: Mail, sender: Person): Promise<Person> {
  const recipient = sender.isAgent ? mail.to.find(({ address }) => isEmail(address)) : undefined
  return recipient ? personFor(ctx, tally, recipient) : sender
}

/**
 * Sets title and customer of a ticket that only imports have written, if a mail is earlier than all others of the ticket, such
 * as a question that is imported after its answer.
 */
async function applyEarlierMail(work: Work, ticket: number, mail: Mail, sender: Person, sentAt: string): Promise<void> {
  const { ctx, tally, tickets } = work
  const progress = tickets.get(ticket)
  if (!progress?.isOnlyImported || sentAt >= progress.created_at) return
  progress.created_at = sentAt
  const { id: customer_id } = await customerOf(ctx, tally, mail, sender)
  await change(ctx, resources.ticket, ticket, { title: ticketTitle(mail), customer_id })
}
