/** Turns a received mail into an article, by the rules that writes over the API follow. */
import { resources } from '@deskbell/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { settingOf } from '../../kernel/settings.ts'
import type { Placeholder } from '../../kernel/statement.ts'
import { senders } from '../../resources/article/kinds.ts'
import { articleBody } from '../../resources/article/prepare.ts'
import { addLink } from '../../resources/link/actions.ts'
import { updateCounters } from '../../resources/ticket/counters.ts'
import { notifyAgents } from '../../resources/ticket/notify.ts'
import { statesOf } from '../../resources/ticket/related-values.ts'
import { extrasKey, type TicketExtras } from '../../resources/ticket/prepare.ts'
import { insertRows, runStatement } from '../../writing/unit-of-work.ts'
import { change, create, lockRecord, recordOf } from '../../writing/write.ts'
import { cut } from '../message/text.ts'
import { titleOf } from '../message/thread.ts'
import { groupOfRecipients, recipientsOf, type OwnAddress } from './addresses-of-desk.ts'
import { articleOf, type StoredMail } from './article.ts'
import type { Authentication } from './authentication.ts'
import { authenticationIn } from './authentication.ts'
import { type AutoReply, autoReplyOf } from './auto-reply.ts'
import { takeReport, takeServiceReport } from './bounce.ts'
import type { Decisions } from './decisions.ts'
import { applyFilters, type Filtered } from './filters.ts'
import { findImported, identify } from './known-mails.ts'
import type { IntakeRules } from './intake-rules.ts'
import { internalAnswer } from './internal-answer.ts'
import { recordThread } from './known-threads.ts'
import { articleSentAs } from './own-mail.ts'
import { threadOf } from './participation.ts'
import { type Author, authorOf, customerOf } from './sender.ts'
import { stormOf } from './storm.ts'

/** The envelope of a mail in the inbox. */
export interface Envelope {
  readonly id: number
  readonly channel_id: number | null
  readonly envelope_from: string | null
  readonly envelope_to: readonly string[]
  readonly authentication: Authentication
}

/** A mail of the inbox that has been read. */
interface Received {
  readonly envelope: Envelope
  readonly storedMail: StoredMail
  readonly decisions: Decisions
}

/** The result of taking a mail. */
export interface TakeResult {
  readonly state: 'taken' | 'duplicate' | 'ignored' | 'quarantined'
  readonly reason: string
  readonly article_id: number | null
  readonly authentication: Authentication
}

/** A mail with more hops is in a loop between mail servers. */
const MAX_HOPS = 50

/** Takes a mail in a unit of work: decides where it belongs, writes it, and records each decision. */
export async function take(
  ctx: WriteContext,
  { isOwn, filters }: IntakeRules,
  { envelope, storedMail, decisions }: Received,
): Promise<TakeResult> {
  const { mail } = storedMail
  const authentication = {
    ...authenticationIn(mail.headers, await settingOf(ctx, 'mail_authserv_id')),
    ...envelope.authentication,
  }
  const outcome = (state: TakeResult['state'], reason: string, article_id: number | null = null): TakeResult => {
    decisions.note('result', reason)
    return { state, reason, article_id, authentication }
  }
  const known = await identify(ctx, await findImported(ctx, [storedMail]), storedMail, mail.date ?? ctx.now)
  if (known.article !== undefined) {
    return outcome('duplicate', 'The same mail has arrived before.', known.article || null)
  }
  const sent = await articleSentAs(ctx, mail, isOwn)
  if (sent !== undefined) return outcome('ignored', `This service has sent the mail: it is article ${sent}.`, sent)
  if (mail.headers.filter(([name]) => name === 'received').length > MAX_HOPS) {
    return outcome('quarantined', `The mail has passed more than ${MAX_HOPS} servers: it is in a loop.`)
  }
  const filtered = applyFilters(filters, mail, decisions)
  if (filtered.quarantinedBy !== undefined) {
    return outcome('quarantined', `The filter "${filtered.quarantinedBy}" puts it into quarantine.`)
  }
  const auto = autoReplyOf(mail, envelope.envelope_from)
  if (auto.silent !== null) decisions.note('automatic', `It gets no automatic reply, because ${auto.silent}.`)
  const named = { ...storedMail, mail: { ...mail, message_id: known.message_id } }
  const arrived: Arrived = { envelope, storedMail: named, filtered, auto, isOwn, authentication, decisions }
  const returned = mail.report && (await takeServiceReport(ctx, mail.report))
  if (returned) return outcome('ignored', returned)
  const reported = mail.report && (await takeReport(ctx, named, mail.report, decisions))
  const article = reported ?? (await takeMail(ctx, arrived))
  await recordImport(ctx, named, article)
  const number = await numberOfTicket(ctx, article)
  return outcome('taken', `It is article ${article} of ticket ${number}.`, article)
}

interface Arrived extends Received {
  readonly filtered: Filtered
  readonly auto: AutoReply
  readonly isOwn: (address: string) => OwnAddress | undefined
  readonly authentication: Authentication
}

/** Adds a mail to the ticket that it continues, or opens one. Returns the id of the article. */
async function takeMail(ctx: WriteContext, arrived: Arrived): Promise<number> {
  const { storedMail, envelope, isOwn, authentication, decisions } = arrived
  const named = await authorOf(ctx, storedMail.mail, isOwn, decisions)
  // A forged mail must not write to a customer in the name of an agent.
  const author = authentication.dmarc === 'fail' ? { ...named, isAgent: false } : named
  const { ticket, related } = await threadOf(
    ctx,
    { mail: storedMail.mail, recipients: recipientsOf(storedMail.mail, envelope.envelope_to), author, authentication },
    decisions,
  )
  if (ticket) return addToTicket(ctx, arrived, author, ticket)
  const storm = await stormOf(ctx, author.address, storedMail.mail.subject)
  if (storm) {
    decisions.note('storm', `It is added to the newest ticket of the sender, because ${storm.why}.`)
    return addSilently(ctx, arrived, author, storm.ticket)
  }
  const opened = await openTicket(ctx, arrived, author)
  if (related !== undefined) await addLink(ctx, { type: 'normal', source: opened.ticket, target: related })
  return opened.article
}

/** The values of the article in addition to those of the mail. */
function articleValues({ auto, filtered, envelope, storedMail: { mail } }: Arrived, silent = auto.silent !== null) {
  const preferences = {
    'send-auto-response': !silent,
    'is-auto-response': auto.isAutomatic,
    received_mail_id: envelope.id,
    ...(mail.date === null ? {} : { sent_at: mail.date }),
  }
  return { preferences, ...(filtered.internal === undefined ? {} : { internal: filtered.internal }) }
}

/** An agent who is the customer of the ticket writes as a customer. */
const senderOf = (author: Author, customer: unknown): number =>
  author.isAgent && author.id !== customer ? senders.agent : senders.customer

async function addToTicket(ctx: WriteContext, arrived: Arrived, author: Author, ticket: FieldValues): Promise<number> {
  const id = ticket['id'] as number
  const { storedMail, filtered, decisions } = arrived
  const sender = senderOf(author, ticket['customer_id'])
  const asAuthor = { ...ctx, by: author.id }
  const why = filtered.internal === undefined ? await internalAnswer(ctx, storedMail.mail, author, ticket) : undefined
  if (why !== undefined) decisions.note('follow-up', `The article is internal, because ${why}.`)
  const values = { ...articleValues(arrived), ...(why === undefined ? {} : { internal: true }) }
  const article = articleOf(storedMail, sender, values)
  const written = await create(asAuthor, resources.article, articleBody(article, id))
  await updateCounters(asAuthor, id, sender === senders.agent && article.values['internal'] !== true)
  await afterFollowUp(asAuthor, arrived, ticket, { sender, isInternal: article.values['internal'] === true })
  await recordThread(ctx, id, storedMail.mail, ctx.now)
  return written.id
}

/** Changes the ticket as a new article of it requires, or notifies its agents of the article alone. */
async function afterFollowUp(
  ctx: WriteContext,
  { auto, filtered, decisions }: Arrived,
  ticket: FieldValues,
  { sender, isInternal }: { readonly sender: number; readonly isInternal: boolean },
): Promise<void> {
  const id = ticket['id'] as number
  const isNote = isInternal && sender === senders.agent
  const reopened = auto.isAbsence || isNote ? {} : await stateAfterFollowUp(ctx, ticket, sender)
  if ('state_id' in reopened) decisions.note('follow-up', 'The ticket is open again.')
  // As a customer, so that the group decides who gets the reopened ticket.
  const actor = { ...ctx.actor, onAllTickets: sender === senders.agent ? 'agent' : 'customer' } as const
  if (Object.keys(reopened).length > 0) await change({ ...ctx, actor }, resources.ticket, id, reopened)
  if (Object.keys(filtered.followUp).length > 0) await change(ctx, resources.ticket, id, filtered.followUp)
  if (Object.keys({ ...reopened, ...filtered.followUp }).length === 0) await notifyAgents(ctx, id, 'update')
}

/** Returns the state after a follow-up; undefined if the ticket is new or already has that state. */
async function stateAfterFollowUp(ctx: WriteContext, ticket: FieldValues, sender: number): Promise<FieldValues> {
  const { stateTypeOf, answered } = await statesOf(ctx)
  const state = ticket['state_id'] as number
  const stateType = stateTypeOf(state)
  if (answered === undefined || state === answered || stateType === 'new' || stateType === 'open') return {}
  return sender === senders.agent && stateType !== 'closed' ? {} : { state_id: answered }
}

/** Adds a mail to a ticket without any effect on it. */
async function addSilently(ctx: WriteContext, arrived: Arrived, author: Author, ticket: number): Promise<number> {
  await lockRecord(ctx, resources.ticket, ticket)
  const { customer_id } = await recordOf(ctx, resources.ticket, ticket)
  const article = articleOf(arrived.storedMail, senderOf(author, customer_id), articleValues(arrived, true))
  const written = await create({ ...ctx, by: author.id }, resources.article, articleBody(article, ticket))
  await updateCounters(ctx, ticket)
  await recordThread(ctx, ticket, arrived.storedMail.mail, ctx.now)
  return written.id
}

async function openTicket(ctx: WriteContext, arrived: Arrived, author: Author) {
  const { storedMail, envelope, filtered, isOwn, decisions } = arrived
  const addresses = recipientsOf(storedMail.mail, envelope.envelope_to).flatMap((address) => isOwn(address) ?? [])
  const group = await groupOfRecipients(ctx, addresses, envelope.channel_id)
  if (filtered.ticket['group_id'] === undefined) decisions.note('group', group.why)
  const customer_id = await customerOf(ctx, storedMail.mail, author, isOwn)
  const sender = senderOf(author, filtered.ticket['customer_id'] ?? customer_id)
  const extras: TicketExtras = {
    article: articleOf(storedMail, sender, articleValues(arrived)),
    tags: [...new Set(filtered.tags)],
    mentions: [],
    links: [],
  }
  const title = cut(titleOf(storedMail.mail.subject), 250) || '(no subject)'
  const body = { title, group_id: group.id, customer_id, ...filtered.ticket, [extrasKey]: extras }
  const { id: ticket } = await create({ ...ctx, by: author.id }, resources.ticket, body)
  await updateCounters({ ...ctx, by: author.id }, ticket)
  await recordThread(ctx, ticket, storedMail.mail, ctx.now)
  const [[article]] = (await runStatement(ctx, 'mail: first article', articleOfTicket, ticket)) as [[number]]
  return { ticket, article }
}

const articleOfTicket = (db: Kysely<Tables>, input: Placeholder) =>
  db.selectFrom('ticket_articles').select('id').where('ticket_id', '=', input<number>(0))

/** Records the original bytes of an article, by which a copy is recognized. */
const recordImport = (ctx: WriteContext, { original, mail }: StoredMail, article_id: number): Promise<number[]> => {
  const { message_id, identity } = mail
  return insertRows(ctx, 'mail_imports', [{ ...original, message_id, identity, article_id, created_at: ctx.now }])
}

async function numberOfTicket(ctx: WriteContext, article: number): Promise<string> {
  const [[number]] = (await runStatement(ctx, 'mail: number of its ticket', numberByArticle, article)) as [[string]]
  return number
}

const numberByArticle = (db: Kysely<Tables>, input: Placeholder) =>
  db
    .selectFrom('ticket_articles')
    .innerJoin('tickets', 'tickets.id', 'ticket_articles.ticket_id')
    .select('tickets.number')
    .where('ticket_articles.id', '=', input<number>(0))
