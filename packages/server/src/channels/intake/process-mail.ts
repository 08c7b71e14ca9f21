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
import { addReport, recordServiceReport } from './bounce.ts'
import type { Decisions } from './decisions.ts'
import { applyFilters, type FilterEffects } from './filters.ts'
import { findImported, identify } from './known-mails.ts'
import type { IntakeRules } from './intake-rules.ts'
import { reasonForInternal } from './internal-answer.ts'
import { recordThread } from './known-threads.ts'
import { articleOfOwnMail } from './own-mail.ts'
import { findThread } from './find-thread.ts'
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

/** A mail of the inbox that has been parsed. */
interface Received {
  readonly envelope: Envelope
  readonly storedMail: StoredMail
  readonly decisions: Decisions
}

/** The result of processing a mail. `taken` means that it has become an article. */
export interface IntakeResult {
  readonly state: 'taken' | 'duplicate' | 'ignored' | 'quarantined'
  readonly reason: string
  readonly article_id: number | null
  readonly authentication: Authentication
}

/** A mail with more hops is in a loop between mail servers. */
const MAX_HOPS = 50

/** Processes a mail in a unit of work: decides where it belongs, writes it, and records each decision. */
export async function processMail(
  ctx: WriteContext,
  { ownAddress, filters }: IntakeRules,
  { envelope, storedMail, decisions }: Received,
): Promise<IntakeResult> {
  const { mail } = storedMail
  // The results of this service's own checks replace those that another server has written into the header.
  const authentication = {
    ...authenticationIn(mail.headers, await settingOf(ctx, 'mail_authserv_id')),
    ...envelope.authentication,
  }
  const outcome = (state: IntakeResult['state'], reason: string, article_id: number | null = null): IntakeResult => {
    decisions.note('result', reason)
    return { state, reason, article_id, authentication }
  }
  const identity = await identify(ctx, await findImported(ctx, [storedMail]), storedMail, mail.date ?? ctx.now)
  if (identity.article !== undefined) {
    return outcome('duplicate', 'The same mail has arrived before.', identity.article)
  }
  const ownArticle = await articleOfOwnMail(ctx, mail, ownAddress)
  if (ownArticle !== undefined) {
    return outcome('ignored', `This service has sent the mail: it is article ${ownArticle}.`, ownArticle)
  }
  if (mail.headers.filter(([name]) => name === 'received').length > MAX_HOPS) {
    return outcome('quarantined', `The mail has passed more than ${MAX_HOPS} servers: it is in a loop.`)
  }
  const effects = applyFilters(filters, mail, decisions)
  if (effects.quarantinedBy !== undefined) {
    return outcome('quarantined', `The filter "${effects.quarantinedBy}" puts it into quarantine.`)
  }
  const autoReply = autoReplyOf(mail, envelope.envelope_from)
  if (autoReply.silenceReason !== null) {
    decisions.note('automatic', `It gets no automatic reply, because ${autoReply.silenceReason}.`)
  }
  const identified = { ...storedMail, mail: { ...mail, message_id: identity.message_id } }
  const arrived: Arrived = {
    envelope,
    storedMail: identified,
    effects,
    autoReply,
    ownAddress,
    authentication,
    decisions,
  }
  const serviceReport = mail.report && (await recordServiceReport(ctx, mail.report))
  if (serviceReport) return outcome('ignored', serviceReport)
  // A report about a mail that this service did not send is written like any other mail.
  const reportArticle = mail.report && (await addReport(ctx, identified, mail.report, decisions))
  const article = reportArticle ?? (await writeMail(ctx, arrived))
  await recordImport(ctx, identified, article)
  const number = await numberOfTicket(ctx, article)
  return outcome('taken', `It is article ${article} of ticket ${number}.`, article)
}

/** A mail that is going to be written. */
interface Arrived extends Received {
  readonly effects: FilterEffects
  readonly autoReply: AutoReply
  readonly ownAddress: (address: string) => OwnAddress | undefined
  readonly authentication: Authentication
}

/**
 * Adds a mail to the ticket that it continues, or opens one; in a storm of mails, adds it to an open ticket of the sender.
 * Returns the id of the article.
 */
async function writeMail(ctx: WriteContext, arrived: Arrived): Promise<number> {
  const { storedMail, envelope, ownAddress, authentication, decisions } = arrived
  const namedAuthor = await authorOf(ctx, storedMail.mail, ownAddress, decisions)
  // A forged mail must not write to a customer in the name of an agent.
  const author = authentication.dmarc === 'fail' ? { ...namedAuthor, isAgent: false } : namedAuthor
  const { ticket, related } = await findThread(
    ctx,
    { mail: storedMail.mail, recipients: recipientsOf(storedMail.mail, envelope.envelope_to), author, authentication },
    decisions,
  )
  if (ticket) return addToTicket(ctx, arrived, author, ticket)
  const storm = await stormOf(ctx, author.address, storedMail.mail.subject)
  if (storm) {
    decisions.note('storm', `It is added to an open ticket of the sender, because ${storm.reason}.`)
    return addSilently(ctx, arrived, author, storm.ticket)
  }
  const opened = await openTicket(ctx, arrived, author)
  // The mail leads to this ticket, but must not be added to it.
  if (related !== undefined) await addLink(ctx, { type: 'normal', source: opened.ticket, target: related })
  return opened.article
}

/** Returns the values of the article in addition to those of the mail. */
function articleValues(
  { autoReply, effects, envelope, storedMail: { mail } }: Arrived,
  isSilent = autoReply.silenceReason !== null,
) {
  const preferences = {
    'send-auto-response': !isSilent,
    'is-auto-response': autoReply.isAutomatic,
    received_mail_id: envelope.id,
    ...(mail.date === null ? {} : { sent_at: mail.date }),
  }
  return { preferences, ...(effects.internal === undefined ? {} : { internal: effects.internal }) }
}

/** Returns the sender of the article. An agent who is the customer of the ticket writes as a customer. */
const senderOf = (author: Author, customer: unknown): number =>
  author.isAgent && author.id !== customer ? senders.agent : senders.customer

async function addToTicket(ctx: WriteContext, arrived: Arrived, author: Author, ticket: FieldValues): Promise<number> {
  const id = ticket['id'] as number
  const { storedMail, effects, decisions } = arrived
  const sender = senderOf(author, ticket['customer_id'])
  const asAuthor = { ...ctx, by: author.id }
  const reason =
    effects.internal === undefined ? await reasonForInternal(ctx, storedMail.mail, author, ticket) : undefined
  if (reason !== undefined) decisions.note('follow-up', `The article is internal, because ${reason}.`)
  const values = { ...articleValues(arrived), ...(reason === undefined ? {} : { internal: true }) }
  const article = articleOf(storedMail, sender, values)
  const created = await create(asAuthor, resources.article, articleBody(article, id))
  await updateCounters(asAuthor, id, sender === senders.agent && article.values['internal'] !== true)
  await afterFollowUp(asAuthor, arrived, ticket, { sender, isInternal: article.values['internal'] === true })
  await recordThread(ctx, id, storedMail.mail, ctx.now)
  return created.id
}

/** Changes the ticket as its new article requires, which notifies its agents. If nothing changes, notifies them of the article. */
async function afterFollowUp(
  ctx: WriteContext,
  { autoReply, effects, decisions }: Arrived,
  ticket: FieldValues,
  { sender, isInternal }: { readonly sender: number; readonly isInternal: boolean },
): Promise<void> {
  const id = ticket['id'] as number
  const isNote = isInternal && sender === senders.agent
  const reopened = autoReply.isAutomaticAnswer || isNote ? {} : await stateAfterFollowUp(ctx, ticket, sender)
  if ('state_id' in reopened) decisions.note('follow-up', 'The ticket is open again.')
  // In the role of a customer, the option `follow_up_assignment` of the group decides whether the owner of the ticket stays.
  const actor = { ...ctx.actor, onAllTickets: sender === senders.agent ? 'agent' : 'customer' } as const
  if (Object.keys(reopened).length > 0) await change({ ...ctx, actor }, resources.ticket, id, reopened)
  if (Object.keys(effects.followUp).length > 0) await change(ctx, resources.ticket, id, effects.followUp)
  if (Object.keys({ ...reopened, ...effects.followUp }).length === 0) await notifyAgents(ctx, id, 'update')
}

/** Returns the change of the state after a follow-up; empty for a new or open ticket, or if an agent writes to a pending one. */
async function stateAfterFollowUp(ctx: WriteContext, ticket: FieldValues, sender: number): Promise<FieldValues> {
  const { stateTypeOf, followUp } = await statesOf(ctx)
  const state = ticket['state_id'] as number
  const stateType = stateTypeOf(state)
  if (followUp === undefined || state === followUp || stateType === 'new' || stateType === 'open') return {}
  return sender === senders.agent && stateType !== 'closed' ? {} : { state_id: followUp }
}

/** Adds a mail to a ticket, without reopening the ticket or notifying anybody. */
async function addSilently(ctx: WriteContext, arrived: Arrived, author: Author, ticket: number): Promise<number> {
  await lockRecord(ctx, resources.ticket, ticket)
  const { customer_id } = await recordOf(ctx, resources.ticket, ticket)
  const article = articleOf(arrived.storedMail, senderOf(author, customer_id), articleValues(arrived, true))
  const created = await create({ ...ctx, by: author.id }, resources.article, articleBody(article, ticket))
  await updateCounters(ctx, ticket)
  await recordThread(ctx, ticket, arrived.storedMail.mail, ctx.now)
  return created.id
}

/** Maximum length of the title of a ticket, in characters. */
const MAX_TITLE_LENGTH = 250

async function openTicket(ctx: WriteContext, arrived: Arrived, author: Author) {
  const { storedMail, envelope, effects, ownAddress, decisions } = arrived
  const addresses = recipientsOf(storedMail.mail, envelope.envelope_to).flatMap((address) => ownAddress(address) ?? [])
  const group = await groupOfRecipients(ctx, addresses, envelope.channel_id)
  if (effects.ticket['group_id'] === undefined) decisions.note('group', group.reason)
  const customer_id = await customerOf(ctx, storedMail.mail, author, ownAddress)
  const sender = senderOf(author, effects.ticket['customer_id'] ?? customer_id)
  const extras: TicketExtras = {
    article: articleOf(storedMail, sender, articleValues(arrived)),
    tags: [...new Set(effects.tags)],
    mentions: [],
    links: [],
  }
  const title = cut(titleOf(storedMail.mail.subject), MAX_TITLE_LENGTH) || '(no subject)'
  const body = { title, group_id: group.id, customer_id, ...effects.ticket, [extrasKey]: extras }
  const { id: ticket } = await create({ ...ctx, by: author.id }, resources.ticket, body)
  await updateCounters({ ...ctx, by: author.id }, ticket)
  await recordThread(ctx, ticket, storedMail.mail, ctx.now)
  const [[article]] = (await runStatement(ctx, 'mail: first article', articleOfTicket, ticket)) as [[number]]
  return { ticket, article }
}

const articleOfTicket = (db: Kysely<Tables>, input: Placeholder) =>
  db.selectFrom('ticket_articles').select('id').where('ticket_id', '=', input<number>(0))

/** Records the original bytes of an article's mail, by which copies are recognized. */
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
