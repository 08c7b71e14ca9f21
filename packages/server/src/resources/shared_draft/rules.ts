import { Fault } from '../../errors/fault.ts'
import type { FieldValues, Rules, WriteContext } from '../../kernel/context.ts'
import { field } from '../../writing/parts.ts'
import { lockAsAgent } from '../ticket/lock.ts'
import { roleFor } from '../ticket/rights.ts'
import { type DraftColumn, deleteDraftFiles, saveDraftFiles } from './files.ts'

const fileParts = {
  form_id: field({ kind: 'text', max: 255, null: true, doc: 'Form whose uploaded files the draft receives.' }),
}

/**
 * The rules of drafts of new tickets: agents who may create tickets in a group may write its drafts, if shared drafts are
 * activated for the group.
 */
export const sharedDraftStartRules: Rules = {
  ...withFiles('start_id'),
  async authorize(ctx, before, after) {
    for (const draft of [before, after]) if (draft) await checkGroup(ctx, draft)
  },
}

async function checkGroup(ctx: WriteContext, { group_id }: FieldValues): Promise<void> {
  const group = await ctx.db.sql
    .selectFrom('groups')
    .select('shared_drafts')
    .where('id', '=', group_id as number)
    .executeTakeFirst()
  if (roleFor('create', ctx.actor, { group_id }) !== 'agent') throw new Fault('forbidden')
  if (!group?.shared_drafts) throw new Fault('invalid', 'Shared drafts are not activated for the selected group')
}

/** The rules of drafts of existing tickets: agents who may change a ticket may write its draft. */
export const sharedDraftZoomRules: Rules = {
  ...withFiles('zoom_id'),
  authorize: (ctx, before, after) => lockAsAgent(ctx, (after ?? before)?.['ticket_id'] as number, 'change'),
}

/** Returns the rules for the files of a draft, which are copied from a form. */
function withFiles(column: DraftColumn): Rules {
  return {
    bodyParts: { create: fileParts, update: fileParts },
    afterWrite: (ctx, id, { body }) => saveDraftFiles(ctx, column, id, body),
    beforeDelete: (ctx, id) => deleteDraftFiles(ctx, column, id),
  }
}
