import { resources } from '@deskbell/contract'
import { Fault, invalid } from '../../errors/fault.ts'
import type { Change, FieldValues, Rules, WriteContext } from '../../kernel/context.ts'
import { missing } from '../../writing/values.ts'
import { lockRecord } from '../../writing/write.ts'
import { extendUploads } from '../article/uploads.ts'
import { ownershipOf } from '../ticket/reads.ts'
import { roleFor } from '../ticket/rights.ts'
import { checkUnsent } from '../unsent.ts'
import { customerKinds } from './scope.ts'

/** Maximum number of drafts of a user. */
export const MAX_DRAFTS = 200

export const draftRules: Rules = {
  async derive(ctx, change) {
    const { before, values } = change
    if (!before) await checkNew(ctx, change)
    await checkUnsent(ctx, 'drafts', { ...before, ...values })
    return {}
  },
  async authorize(ctx, before, after) {
    if (!before && after) await checkRights(ctx, after)
  },
  // A draft that was deleted by mistake can be created again with the files of its form.
  beforeDelete: (ctx, _, { form_id }) => extendUploads(ctx, form_id),
}

/** Checks a new draft. @throws Fault `exists` for a second draft of the same kind on a ticket, `invalid` for other errors. */
async function checkNew(ctx: WriteContext, { values: { ticket_id = null, kind } }: Change): Promise<void> {
  if (kind === undefined) throw missing('kind')
  if ((ticket_id === null) !== (kind === 'new_ticket')) {
    throw invalid('ticket_id', 'ticket_id: required, except for a draft of the kind new_ticket, which has none.')
  }
  // With this lock, the second of two concurrent requests waits, and finds the draft of the first.
  await lockRecord(ctx, resources.user, ctx.by)
  const own = await ctx.db.sql
    .selectFrom('drafts')
    .select(['id', 'ticket_id', 'kind'])
    .where('created_by_id', '=', ctx.by)
    .execute()
  const existing = own.find((draft) => ticket_id !== null && draft.ticket_id === ticket_id && draft.kind === kind)
  if (existing) {
    const sentence = `Draft ${existing.id} of this ticket exists already.`
    throw new Fault('exists', sentence, { details: [{ path: 'id', message: String(existing.id) }] })
  }
  if (own.length >= MAX_DRAFTS) throw new Fault('invalid', `A user has at most ${MAX_DRAFTS} drafts.`)
}

/** Checks that the caller may write drafts of a kind on a ticket. @throws Fault `not_found`, `forbidden`. */
async function checkRights(ctx: WriteContext, { ticket_id, kind }: FieldValues): Promise<void> {
  if (typeof ticket_id !== 'number') return
  const role = roleFor('see', ctx.actor, await ownershipOf(ctx.db, ticket_id))
  if (role === undefined || (role === 'customer' && !customerKinds.includes(kind as string)))
    throw new Fault('forbidden')
}
