import { dynamic } from '../../db/dynamic.ts'
import type { Rules, WriteContext } from '../../kernel/context.ts'
import { update } from '../../writing/unit-of-work.ts'

/** Resources with a default record, and the columns that mark it. */
const defaultColumns = {
  ticket_state: { table: 'ticket_states', columns: ['default_create', 'default_follow_up'] },
  ticket_priority: { table: 'ticket_priorities', columns: ['default_create'] },
} as const

/**
 * Returns rules that keep exactly one default record: one state for new tickets, one state for follow-ups, one
 * priority. Setting the flag on a record removes it from the previous one; clearing it is ignored. If the default record is
 * deleted, the first active one takes its place.
 */
export function singleDefault(resource: keyof typeof defaultColumns): Rules {
  const { columns } = defaultColumns[resource]
  return {
    derive: (_, { before, values }) =>
      Object.fromEntries(
        columns.flatMap((column) => (before?.[column] === true && values[column] === false ? [[column, true]] : [])),
      ),
    async afterWrite(ctx, id, { values }) {
      for (const column of columns) if (values[column] === true) await clearOthers(ctx, resource, column, id)
    },
    async beforeDelete(ctx, id, before) {
      for (const column of columns) if (before[column] === true) await setNext(ctx, resource, column, id)
    },
  }
}

async function clearOthers(
  ctx: WriteContext,
  resource: keyof typeof defaultColumns,
  column: string,
  id: number,
): Promise<void> {
  const others = await dynamic(ctx.db)
    .selectFrom(defaultColumns[resource].table)
    .select('id')
    .where(column, '=', true)
    .where('id', '<>', id)
    .execute()
  for (const other of others) await setDefault(ctx, resource, column, other['id'] as number, false)
}

async function setNext(
  ctx: WriteContext,
  resource: keyof typeof defaultColumns,
  column: string,
  id: number,
): Promise<void> {
  const next = await dynamic(ctx.db)
    .selectFrom(defaultColumns[resource].table)
    .select('id')
    .where('active', '=', true)
    .where('id', '<>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (next) await setDefault(ctx, resource, column, next['id'] as number, true)
}

const setDefault = (
  ctx: WriteContext,
  resource: keyof typeof defaultColumns,
  column: string,
  id: number,
  isDefault: boolean,
) => update(ctx, resource, id, { [column]: isDefault })
