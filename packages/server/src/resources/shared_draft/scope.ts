import type { Scope, Slice } from '../../kernel/context.ts'
import { sql } from 'kysely'
import { noRows } from '../conditions.ts'
import { staffOnlyOfTicket } from '../scopes.ts'
import { grantsOf } from '../ticket/rights.ts'

/** Drafts of new tickets, for agents who may create tickets in their group. */
const startScope: Scope = ({ actor, db }, table) => {
  const [grant] = grantsOf('create', actor).filter(({ role }) => role === 'agent')
  return grant ? db.dialect.among(sql.ref(`${table}.${grant.column}`), sql.val(`[${grant.ids.join()}]`)) : noRows
}

export const sharedDraftStartScopes: Slice = { listScope: startScope }

export const sharedDraftZoomScopes: Slice = { listScope: staffOnlyOfTicket() }
