import type { Scope, Slice } from '../../kernel/context.ts'
import { sql } from 'kysely'
import { noRows } from '../conditions.ts'
import { forAgentsOfTicket } from '../scopes.ts'
import { grantsOf } from '../ticket/rights.ts'

/**
 * Selects drafts of new tickets in the groups in which the caller may create tickets as an agent. An agent has a single grant to
 * create, by `group_id`, which is a column of drafts, too.
 */
const startScope: Scope = ({ actor, db }, table) => {
  const [grant] = grantsOf('create', actor).filter(({ role }) => role === 'agent')
  return grant ? db.dialect.among(sql.ref(`${table}.${grant.column}`), sql.val(`[${grant.ids.join()}]`)) : noRows
}

export const sharedDraftStartScopes: Slice = { listScope: startScope }

export const sharedDraftZoomScopes: Slice = { listScope: forAgentsOfTicket() }
