import { resources } from '@deskbell/contract'
import { dynamic } from '../../db/dynamic.ts'
import type { FieldValues, WriteContext } from '../../kernel/context.ts'
import { from } from '../../kernel/scope.ts'
import { invalid } from '../../errors/fault.ts'
import { dateOfDesk } from '../../kernel/zone.ts'
import { writeStatement } from '../../kernel/statement.ts'
import { record, update } from '../../writing/unit-of-work.ts'
import { findChanges } from '../../writing/differences.ts'
import { invalidParam, missing, valueOf } from '../../writing/values.ts'
import { recordOf } from '../../writing/write.ts'
import { preferencesOf } from './preferences.ts'

const columns = [
  'out_of_office',
  'out_of_office_start_at',
  'out_of_office_end_at',
  'out_of_office_replacement_id',
] as const

/** Maximum number of characters of the text of an absence; the rest is cut off. */
const MAX_TEXT = 5000

/**
 * Sets the absence of the caller, and who replaces them.
 * @throws Fault `invalid` for an absence without start, end or replacement, or with invalid ones.
 */
export async function setAbsence(ctx: WriteContext, body: FieldValues): Promise<void> {
  const { id } = ctx.actor
  const values = Object.fromEntries(
    columns.flatMap((key) => (key in body ? [[key, valueOf(key, resources.user.fields[key], body[key])]] : [])),
  )
  const before = await recordOf(ctx, resources.user, id)
  const after = { ...before, ...values }
  if (after['out_of_office']) await checkAbsence(ctx, after)
  const preferences = await preferencesOf(ctx, id)
  const text = body['out_of_office_text']
  const withText =
    typeof text === 'string' ? { preferences: { ...preferences, out_of_office_text: text.slice(0, MAX_TEXT) } } : {}
  await update(ctx, 'user', id, { ...values, ...withText })
  const changes = await findChanges(ctx, resources.user, before, values)
  if (Object.keys(changes).length > 0) await record(ctx, { type: 'updated', name: 'user', id, changes })
}

/** Returns the replacement of a user who is absent today; undefined if there is none. */
export async function replacementOf(ctx: WriteContext, user: number): Promise<number | undefined> {
  const run = writeStatement(ctx, 'replacement of an absent user', (input) =>
    dynamic(ctx.db)
      .selectFrom('users')
      .select(['out_of_office_replacement_id', 'out_of_office_start_at', 'out_of_office_end_at'])
      .where('id', '=', input(0))
      .where('out_of_office', '=', input(1)),
  )
  const [[replacement, start, end] = []] = (await run(user, true)) as [number, string, string][]
  if (replacement === undefined || start === undefined || end === undefined) return undefined
  const today = await dateOfDesk(ctx)
  return start <= today && today <= end ? replacement : undefined
}

async function checkAbsence(ctx: WriteContext, absence: FieldValues): Promise<void> {
  for (const key of columns) if (absence[key] === null) throw missing(key)
  const [start, end] = [absence['out_of_office_start_at'] as string, absence['out_of_office_end_at'] as string]
  if (end < start) throw invalid('out_of_office_end_at', 'out_of_office_end_at: the end is before the start.')
  const replacement = absence['out_of_office_replacement_id'] as number
  const substitute = await from(ctx, resources.user, 'read')
    .select('users.id')
    .where('users.id', '=', replacement)
    .where('users.active', '=', true)
    .executeTakeFirst()
  if (!substitute || replacement === ctx.actor.id) throw invalidParam('out_of_office_replacement_id', replacement)
}
