/** Computes what a macro would change on a ticket, with the rights of the caller. */
import { unknownId } from '../errors/fault.ts'
import type { Context, WriteContext } from '../kernel/context.ts'
import { requireReadable } from '../kernel/read-records.ts'
import { resources } from '@deskbell/contract'
import { type PreparedArticle, prepareArticle } from '../resources/article/prepare.ts'
import { applyEffect } from '../resources/macro/apply.ts'
import { parseEffect } from '../resources/macro/perform.ts'
import { idOfNumber } from '../resources/ticket/reads.ts'
import { ticketRow } from './deadlines.ts'
import { type Effects, effectsOf } from './effects.ts'

/** A macro from a form; it need not be saved. */
export interface TriedMacro {
  readonly perform: unknown
  /** Ids of the groups whose tickets it may change; empty for every group. */
  readonly groups: readonly number[]
}

/**
 * Prepares a trial of a macro. @returns the trial, which runs inside a transaction and changes nothing.
 * @throws Fault `invalid` for actions that do not exist; the trial throws `not_found` and `forbidden` like a read of the ticket.
 */
export async function prepareTrial(ctx: Context, { perform, groups }: TriedMacro, number: string) {
  const effect = parseEffect(ctx, perform)
  const articles: PreparedArticle[] = []
  for (const article of effect.articles) articles.push(await prepareArticle(ctx, article))
  return async (writeCtx: WriteContext): Promise<Effects> => {
    // No ticket has the id 0.
    const id = (await idOfNumber(writeCtx.db, number)) ?? 0
    await requireReadable(writeCtx, resources.ticket, id)
    const row = await ticketRow(writeCtx, id)
    if (!row) throw unknownId(resources.ticket, id)
    return effectsOf(writeCtx, row, async (trialCtx) => {
      await applyEffect(trialCtx, id, effect, articles)
      const isOffered = groups.length === 0 || groups.includes(row['group_id'] as number)
      return isOffered ? [] : ['The macro is not for tickets of this group']
    })
  }
}
