import { dynamic } from '../../db/dynamic.ts'
import type { Rules, WriteContext } from '../../kernel/context.ts'
import { update } from '../../writing/unit-of-work.ts'

/** Resources with a default record, and the columns that mark it. */
const defaultColumns = {
  ticket_state: { table: 'ticket_states', columns: ['default_create', 'default_follow_up'] },
  ticket_priority: { table: 'ticket_priorities', columns: ['default_create'] },
} as const

/**
 * Keeps exactly one default record: one state for new tickets, one for answered tickets, one priority. Setting the flag on
 * a record removes it from the previous one; it cannot be removed otherwise.
 */
export function singleDefault(noun: keyof typeof defaultColumns): Rules {
  const { columns } = defaultColumns[noun]
  return {
    derive: (_, { before, values }) =>
      Object.fromEntries(
        columns.flatMap((column) => (before?.[column] === true && values[column] === false ? [[column, true]] : [])),
      ),
    async afterWrite(ctx, id, { values }) {
      for (const column of columns) if (values[column] === true) await unsetOthers(ctx, noun, column, id)
    },
    async beforeDelete(ctx, id, before) {
      for (const column of columns) if (before[column] === true) await setNext(ctx, noun, column, id)
    },
  }
}

async function unsetOthers(
  ctx: WriteContext,
  noun: keyof typeof defaultColumns,
  column: string,
  id: number,
): Promise<void> {
  const others = await dynamic(ctx.db)
    .selectFrom(defaultColumns[noun].table)
    .select('id')
    .where(column, '=', true)
    .where('id', '<>', id)
    .execute()
  for (const other of others) await setDefault(ctx, noun, column, other['id'] as number, false)
}

async function setNext(
  ctx: WriteContext,
  noun: keyof typeof defaultColumns,
  column: string,
  id: number,
): Promise<void> {
  const next = await dynamic(ctx.db)
    .selectFrom(defaultColumns[noun].table)
    .select('id')
    .where('active', '=', true)
    .where('id', '<>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (next) await setDefault(ctx, noun, column, next['id'] as number, true)
}

const setDefault = (ctx: WriteContext, noun: keyof typeof defaultColumns, column: string, id: number, is: boolean) =>
  update(ctx, noun, id, { [column]: is })
