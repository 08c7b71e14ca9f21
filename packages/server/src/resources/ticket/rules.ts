import { removeDocument } from '../../search/orphans.ts'
import { type Change, type FieldValues, may, type Rules, type WriteContext } from '../../kernel/context.ts'
import { Fault, invalid } from '../../errors/fault.ts'
import { noOwner, resources } from '@deskbell/contract'
import { inParallel } from '../../db/in-parallel.ts'
import { type CheckedRecord, checkNewRecord, create, insertChecked } from '../../writing/write.ts'
import { addTags } from '../tag/actions.ts'
import { deleteFiles } from '../article/write-files.ts'
import { articleBody } from '../article/prepare.ts'
import { derivedColumns } from './changes.ts'
import { countersOfNew } from './counters.ts'
import { deleteDependents, linkTicket, subscribeUsers } from './effects.ts'
import { notifyAgents } from './notify.ts'
import { checkFollowUp, checkOffered, readRelatedValues, statesOf } from './related-values.ts'
import { nextTicketNumber } from './number.ts'
import { extrasKey, extrasOf, ticketParts } from './prepare.ts'
import { roleFor, mayRedirect, rightsColumns } from './rights.ts'
import { sanitized } from '../values.ts'

/**
 * The key by which `beforeInsert` passes the first article of a new ticket to `afterWrite`, as a `CheckedRecord`: a row that is complete,
 * but not inserted. The counters of the ticket are computed from it, so that the ticket is inserted with them.
 */
const firstArticle = 'first article'

/** Keys that only agents may set. In bodies of other callers, they are ignored. */
const agentKeys = [
  'owner',
  'owner_id',
  'customer',
  'customer_id',
  'preferences',
  'number',
  'organization',
  // An error would reveal who is an agent of which group.
  'mentions',
]

export const ticketRules: Rules = {
  internalKeys: [extrasKey],
  bodyParts: { create: ticketParts },
  derivedKeys: ['number', 'state_id', 'priority_id', 'customer_id'],
  readOnlyKeys: ({ actor }, verb, before, body) => {
    const isAgent = before ? roleFor('change', actor, before) === 'agent' : may(actor, 'ticket.agent')
    if (isAgent) return []
    // Customers may choose one of their own organizations. Others are ignored, because an error would reveal which exist.
    const isOwn = verb === 'create' && actor.organizations.includes(Number(body?.['organization_id']))
    return isOwn ? agentKeys : [...agentKeys, 'organization_id']
  },
  derive: (ctx, change) => (change.before ? deriveChange(ctx, change, change.before) : deriveNew(ctx, change)),
  authorize,
  async beforeInsert(ctx, row, { body }) {
    const { article } = extrasOf(body)
    if (!article) return {}
    const parent = { column: 'ticket_id', row }
    const [checked, states] = await inParallel([
      checkNewRecord(ctx, resources.article, articleBody(article, undefined), parent),
      statesOf(ctx),
    ])
    return { ...countersOfNew(ctx, row, checked.row, states), [firstArticle]: checked }
  },
  async afterWrite(ctx, id, { before, values, body }) {
    const { article, tags, mentions, links } = extrasOf(body)
    await addTags(ctx, id, tags)
    await subscribeUsers(ctx, id, mentions)
    await linkTicket(ctx, id, links)
    const checked = values[firstArticle] as CheckedRecord | undefined
    if (checked) await insertChecked(ctx, checked, { ticket_id: id })
    else if (article) await create(ctx, resources.article, articleBody(article, id))
    await (before ? notifyAgents(ctx, id, 'update') : notifyAgents(ctx, id, 'create', values))
  },
  beforeDelete,
}

async function deriveNew(ctx: WriteContext, { values }: Change): Promise<FieldValues> {
  const { actor } = ctx
  const isAgent = may(actor, 'ticket.agent')
  const input = isAgent ? values : { ...values, customer_id: actor.id }
  if (input['group_id'] === undefined) throw invalid('group_id', `The required value 'group_id' is missing.`)
  if (input['title'] === '') throw invalid('title', `The required value 'title' is missing.`)
  if (input['number'] && !/^\d+$/.test(input['number'] as string))
    throw invalid('number', 'number: expected digits only.')
  const [related, number] = await inParallel([
    readRelatedValues(ctx, undefined, input, isAgent),
    input['number'] === undefined || input['number'] === '' ? nextTicketNumber(ctx) : input['number'],
  ])
  const role = roleFor('create', actor, input)
  if (role === 'customer') await checkOffered(ctx, input['group_id'] as number)
  const owner = role === 'agent' ? {} : { owner_id: noOwner }
  return {
    ...input,
    ...derivedColumns(undefined, { ...input, ...owner }, related),
    ...sanitized(values, 'note'),
    number,
  }
}

async function deriveChange(ctx: WriteContext, { values }: Change, before: FieldValues): Promise<FieldValues> {
  const role = roleFor('change', ctx.actor, before)
  if (!role) throw new Fault('forbidden')
  if (role === 'customer') {
    await checkFollowUp(ctx, before)
    const group = values['group_id'] ?? before['group_id']
    if (group !== before['group_id']) await checkOffered(ctx, group as number)
  }
  const related = await readRelatedValues(ctx, before, values, role === 'agent')
  return { ...derivedColumns(before, values, related), ...sanitized(values, 'note') }
}

/** Checks the rights for a write. @throws Fault `forbidden`, with the messages that existing clients expect. */
function authorize({ actor }: WriteContext, before: FieldValues | undefined, after: FieldValues | undefined): void {
  if (!after) {
    if (roleFor('delete', actor, before as FieldValues)) return
    if (roleFor('see', actor, before as FieldValues))
      throw new Fault('forbidden', 'Not authorized (admin permission required)!')
    throw new Fault('forbidden')
  }
  if (before && roleFor('change', actor, before) === 'agent' && !mayRedirect(actor, before)) {
    if (rightsColumns.some((key) => before[key] !== after[key])) throw new Fault('forbidden')
  }
  const isMoved = before === undefined || before['group_id'] !== after['group_id']
  // Agents move tickets only into groups in which they may create tickets. `deriveChange` checks the groups that customers choose.
  if (
    isMoved &&
    (before === undefined || roleFor('change', actor, before) === 'agent') &&
    !roleFor('create', actor, after)
  ) {
    throw new Fault('forbidden')
  }
}

/** Deletes the records that belong to a ticket, and detaches the received mails. */
async function beforeDelete(ctx: WriteContext, id: number, before: FieldValues): Promise<void> {
  const { db } = ctx
  // The search document is stored under the number of the last change.
  await removeDocument(db, 'tickets', before['change'])
  const articles = await db.sql.selectFrom('ticket_articles').select('id').where('ticket_id', '=', id).execute()
  for (const article of articles) {
    await deleteFiles(ctx, article.id)
    await db.sql.deleteFrom('mail_imports').where('article_id', '=', article.id).execute()
    await db.sql.updateTable('received_mails').set({ article_id: null }).where('article_id', '=', article.id).execute()
  }
  await deleteDependents(ctx, id)
  await db.sql.deleteFrom('ticket_articles').where('ticket_id', '=', id).execute()
  await db.sql.deleteFrom('mail_references').where('ticket_id', '=', id).execute()
  await db.sql.deleteFrom('mail_threads').where('ticket_id', '=', id).execute()
}
