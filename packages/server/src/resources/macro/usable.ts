import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { readOne } from '../../kernel/read-records.ts'
import { invalid } from '../../errors/fault.ts'

/** An active macro that the caller may run. */
export interface UsableMacro {
  readonly perform: unknown
  /** Ids of the groups whose tickets it may change; empty for every group. */
  readonly groups: readonly number[]
}

/** Reads a macro. @throws Fault `not_found` and `forbidden` as any read of a macro, `invalid` for an inactive one. */
export async function usableMacro(ctx: Context, id: number): Promise<UsableMacro> {
  const { columns, cells } = await readOne(ctx, resources.macro, id, { mode: 'columns', fields: ['perform', 'active'] })
  const [row = []] = cells
  const value = (column: string) => row[columns.indexOf(column)]
  if (!value('active')) throw invalid('macro_id', `macro_id: macro ${id} is not active.`)
  const perform = value('perform')
  const groups = await ctx.db.sql.selectFrom('groups_macros').select('group_id').where('macro_id', '=', id).execute()
  return {
    perform: typeof perform === 'string' ? JSON.parse(perform) : perform,
    groups: groups.map(({ group_id }) => group_id),
  }
}
