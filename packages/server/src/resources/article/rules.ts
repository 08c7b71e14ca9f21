import { resources } from '@deskbell/contract'
import { dynamic } from '../../db/dynamic.ts'
import { inParallel } from '../../db/in-parallel.ts'
import { type Change, type FieldValues, may, type Rules, type Unit, type WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { update } from '../../writing/unit-of-work.ts'
import { accountTime } from '../ticket/effects.ts'
import { subscribeMentioned } from '../ticket/notify.ts'
import { checkFollowUp } from '../ticket/related-values.ts'
import { type ActingRole, roleFor, rightsColumns } from '../ticket/rights.ts'
import { settingOf } from '../../kernel/settings.ts'
import { deleteTimeOf } from '../time_accounting/actions.ts'
import { isAnswer } from '../ticket/changes.ts'
import { countedColumns, updateCounters } from '../ticket/counters.ts'
import { isEmail } from '../user/names.ts'
import { anything, field, optional } from '../../writing/parts.ts'
import { lockRecord } from '../../writing/write.ts'
import { foldsIn } from '../../text/quoted-lines.ts'
import { linkPictures } from './new-file.ts'
import { insertFiles, deleteFiles } from './write-files.ts'
import { isCommunication, onBehalfTypes, senders, types } from './kinds.ts'
import { messageIdHash } from './message-id.ts'
import { extrasKey, type PreparedArticle } from './prepare.ts'
import { takeUploads } from './uploads.ts'
import { enqueueMail, isOutgoing, outgoingColumns } from './outgoing.ts'
import { senderOf } from './sender.ts'

const base64File = {
  type: 'object',
  properties: {
    filename: { type: 'string' },
    data: { type: 'string', format: 'byte', description: 'Content in base64.' },
    'mime-type': { type: 'string' },
    charset: { type: 'string' },
  },
  required: ['filename', 'data', 'mime-type'],
}

/** Keys of a new article in addition to its columns. */
const articleParts = {
  // Clients also send attachments as parts of a form; `prepareArticle` reads both.
  attachments: optional(anything({ type: 'array', items: base64File, maxItems: 1000, description: 'Files.' })),
  form_id: field({ kind: 'text', max: 255, null: true, doc: 'Form whose uploaded files the article receives.' }),
  time_unit: field({ kind: 'decimal', null: true, doc: 'Time to account for.' }),
  accounted_time_type: field({
    kind: 'text',
    max: 250,
    null: true,
    doc: 'Name of the activity of the accounted time.',
  }),
  accounted_time_type_id: field({ kind: 'ref', null: true, doc: 'Activity of the accounted time.' }),
  subtype: field({ kind: 'text', max: 250, null: true, doc: 'Accepted and ignored.' }),
  shared_draft_id: field({ kind: 'ref', null: true, doc: 'Accepted and ignored.' }),
}

export const articleRules: Rules = {
  internalKeys: [extrasKey],
  bodyParts: { create: articleParts },
  derivedKeys: ['type_id', 'sender_id'],
  // Customers write in their own name only. The key is ignored, because an error would reveal whether a user exists.
  readOnlyKeys: ({ actor }) => (may(actor, 'ticket.agent') ? [] : ['origin_by', 'origin_by_id']),
  derive: (ctx, change) => (change.before ? deriveChange(change as ChangedArticle) : deriveNew(ctx, change)),
  async authorize(ctx, before, after) {
    if (before && !after) return authorizeDeletion(ctx, before)
    if (before && roleFor('change', ctx.actor, await ticketOf(ctx, before)) !== 'agent') throw new Fault('forbidden')
  },
  async afterWrite(ctx, id, { before, values, body, parent }) {
    const ticket = (before ?? values)['ticket_id'] as number
    if (before) return updateCounters(ctx, ticket)
    const { files, mentioned, isReceived } = extrasOf(body)
    const uploads = await takeUploads(ctx, body['form_id'])
    const pictures = await insertFiles(ctx, id, [...files, ...uploads])
    const text = values['body'] as string
    const linkedBody = linkPictures(text, pictures, ticket, id)
    if (linkedBody !== text) await update(ctx, 'article', id, { body: linkedBody })
    await subscribeMentioned(ctx, ticket, mentioned)
    await accountTime(ctx, ticket, id, body)
    // Callers that receive mails update the counters once for all of them.
    if (isReceived) return
    const answersCustomer = isAnswer(countedColumns(ctx, values))
    // A new ticket (`parent`) already has its counters, except those of an answer: see `countersOfNew`.
    if (!parent || answersCustomer) await updateCounters(ctx, ticket, answersCustomer)
    if (isOutgoing(values)) await enqueueMail(ctx, id, values)
  },
  async beforeDelete(ctx, id, before) {
    await deleteFiles(ctx, id)
    await deleteTimeOf(ctx, id, before['ticket_id'] as number)
  },
}

const extrasOf = (body: FieldValues): Pick<PreparedArticle, 'files' | 'mentioned' | 'isReceived'> =>
  (body[extrasKey] as PreparedArticle | undefined) ?? { files: [], mentioned: [] }

type ChangedArticle = Change & { readonly before: FieldValues }

/** Replaces only `highlight` in the preferences. Of the other columns, only `internal` can change: the rest is write-once. */
function deriveChange({ before, values }: ChangedArticle): FieldValues {
  const preferences = values['preferences'] as FieldValues | undefined
  const highlight = preferences && 'highlight' in preferences ? { highlight: preferences['highlight'] } : {}
  return { preferences: { ...(before['preferences'] as FieldValues), ...highlight } }
}

async function deriveNew(ctx: WriteContext, { values, body, parent }: Change): Promise<FieldValues> {
  const { actor } = ctx
  const ticket = parent ? newTicket(parent) : await lockedTicket(ctx, values)
  const role = roleFor('answer', actor, ticket)
  if (!role) throw new Fault('forbidden')
  if (role === 'customer') await checkFollowUp(ctx, ticket)
  const type = typeFor(role, values)
  const claimedSender = role === 'customer' ? senders.customer : ((values['sender_id'] as number) ?? senders.agent)
  const origin = role === 'agent' ? originOf(values, ticket, type, claimedSender) : null
  const sender = origin === null ? claimedSender : senders.customer
  const filled = { ...values, type_id: type, sender_id: sender, origin_by_id: origin }
  const isSent = isOutgoing(filled) && !extrasOf(body).isReceived
  if (isSent) checkRecipient(filled)
  const row = { ...filled, ...withFolds(values) }
  const columns: FieldValues = { ...row, ...(isSent ? await outgoingColumns(ctx, ticket, row) : {}) }
  return {
    ...columns,
    ...oneLine(values, 'subject'),
    internal: role === 'agent' && values['internal'] === true,
    from: await senderOf(ctx, ticket, filled),
    message_id_md5: typeof columns['message_id'] === 'string' ? messageIdHash(columns['message_id']) : null,
  }
}

/** Locks the ticket and then reads it (`inParallel` keeps the order), because its counters are computed from all articles. */
async function lockedTicket(ctx: WriteContext, values: FieldValues): Promise<FieldValues> {
  const [, ticket] = await inParallel([
    lockRecord(ctx, resources.ticket, values['ticket_id'] as number),
    ticketOf(ctx, values),
  ])
  return ticket
}

/** Returns the columns of a ticket that is not inserted yet. It gets the id 0, which no stored record refers to. */
const newTicket = (row: FieldValues): FieldValues =>
  Object.fromEntries(ticketColumns.map((column) => [column, column === 'id' ? 0 : (row[column] ?? null)]))

/** Adds the foldable lines of a plain text to the preferences. In HTML, attributes mark the foldable parts. */
function withFolds({ body, content_type, preferences }: FieldValues): FieldValues {
  if (content_type === 'text/html') return {}
  const folds = foldsIn(body as string)
  return folds.length === 0 ? {} : { preferences: { ...(preferences as FieldValues | undefined), folds } }
}

/**
 * Returns the id of the user for whom an agent writes: `origin_by_id` of the request, otherwise the customer of the ticket if the
 * agent writes a call, note or web message with the sender `Customer`.
 */
function originOf(
  { origin_by_id }: FieldValues,
  { customer_id }: FieldValues,
  type: number,
  sender: number,
): number | null {
  if (typeof origin_by_id === 'number') return origin_by_id
  return sender === senders.customer && onBehalfTypes.has(type) ? (customer_id as number) : null
}

/** Returns the type of the article. Customers write only notes and web messages; any other type becomes a note. */
function typeFor(role: ActingRole, values: FieldValues): number {
  const type = (values['type_id'] as number | undefined) ?? types.note
  return role === 'agent' || type === types.web ? type : types.note
}

/** Requires a valid recipient for a mail. The content of quotation marks is left out, because a name may contain commas. */
function checkRecipient({ to }: FieldValues): void {
  const addresses = typeof to === 'string' ? to.replace(/"(?:[^"\\]|\\[^])*"/g, '""').split(',') : []
  const hasInvalidAddress = addresses.some((text) => !isEmail((/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()))
  if (addresses.length > 0 && !hasInvalidAddress) return
  throw invalid('to', 'Sending an email without a valid recipient is not possible.')
}

/** Returns a column with spaces instead of line breaks and tabs; no column if the value is not a text. */
const oneLine = (values: FieldValues, name: string): FieldValues =>
  typeof values[name] === 'string' ? { [name]: values[name].replace(/\s/g, ' ') } : {}

/** Reads the columns of the article's ticket that rights and follow-ups depend on. @throws Fault `not_found`. */
async function ticketOf(unit: Unit, { ticket_id }: FieldValues): Promise<FieldValues> {
  const run = writeStatement(unit, 'article:ticket', (input) =>
    dynamic(unit.db).selectFrom('tickets').select(ticketColumns).where('id', '=', input(0)),
  )
  const [row] = await run(ticket_id)
  if (!row) throw new Fault('not_found', `Couldn't find Ticket with 'id'=${String(ticket_id)}`)
  return Object.fromEntries(ticketColumns.map((column, index) => [column, row[index]]))
}

const ticketColumns = ['id', ...rightsColumns, 'state_id', 'close_at', 'last_close_at']

/**
 * Allows agents to delete the notes and internal articles that they wrote, for a limited time, but not messages that customers
 * can read. The time is a setting, in seconds; 0 means no limit.
 * @throws Fault `forbidden`.
 */
async function authorizeDeletion(ctx: WriteContext, article: FieldValues): Promise<void> {
  const { actor } = ctx
  if (roleFor('change', actor, await ticketOf(ctx, article)) !== 'agent')
    throw notAuthorized('agent permission required')
  if (article['created_by_id'] !== actor.id) throw notAuthorized('you can only delete your own notes')
  if (isCommunication(article['type_id'] as number) && article['internal'] !== true) {
    throw notAuthorized('communication articles cannot be deleted')
  }
  const seconds = await settingOf(ctx, 'ui_ticket_zoom_article_delete_timeframe')
  const age = Date.parse(ctx.now) - Date.parse(article['created_at'] as string)
  if (seconds > 0 && age > seconds * 1000) throw notAuthorized('note is too old to be deleted')
}

const notAuthorized = (reason: string): Fault => new Fault('forbidden', `Not authorized (${reason})!`)
