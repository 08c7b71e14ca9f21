import type { Desk } from '../kernel/context.ts'
import type { FixedIds } from './imported-state.ts'

/** Settings and ids that are the same for all letters of an import. */
export interface Rules {
  readonly ids: FixedIds & { readonly email: number; readonly priority: number }
  /** The name of the group of all tickets; undefined to use the mailing list or address of each mail. */
  readonly group: string | undefined
  /** Tickets without mail since this time are closed; ISO 8601. */
  readonly closedBefore: string
}

/** The options of an import that its rules depend on. */
export interface RuleOptions {
  /** The group of all tickets. Default: a group for each mailing list or address. */
  readonly group?: string
  /** Tickets without mail since this time are closed. Default: 30 days ago. */
  readonly closedBefore?: Date
}

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000

/** Reads the ids that all letters of an import share. @throws Error for a desk without one of them. */
export async function rulesFor({ database, now }: Desk, { group, closedBefore }: RuleOptions): Promise<Rules> {
  const named = async (table: 'ticket_article_types' | 'ticket_article_senders' | 'ticket_states', name: string) => {
    const row = await database.sql.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst()
    if (!row) throw new Error(`The desk has no "${name}" in ${table}; run deskbell check.`)
    return row.id
  }
  const priority = await database.sql
    .selectFrom('ticket_priorities')
    .select('id')
    .where('default_create', '=', true)
    .executeTakeFirstOrThrow()
  return {
    group,
    closedBefore: (closedBefore ?? new Date(now().getTime() - THIRTY_DAYS)).toISOString(),
    ids: {
      email: await named('ticket_article_types', 'email'),
      priority: priority.id,
      senders: {
        agent: await named('ticket_article_senders', 'Agent'),
        customer: await named('ticket_article_senders', 'Customer'),
        system: await named('ticket_article_senders', 'System'),
      },
      states: {
        new: await named('ticket_states', 'new'),
        open: await named('ticket_states', 'open'),
        closed: await named('ticket_states', 'closed'),
      },
    },
  }
}
