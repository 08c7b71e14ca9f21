import { sql } from 'kysely'
import { may, type Scope, type Slice } from '../../kernel/context.ts'
import { sharedDraftStartRules, sharedDraftZoomRules } from './rules.ts'
import { besideTicket, noRows } from '../scopes.ts'

/** Drafts of new tickets: for the agents who may create tickets in the group. */
const startScope: Scope = ({ actor, db }, table) =>
  may(actor, 'ticket.agent')
    ? db.dialect.among(sql.ref(`${table}.group_id`), sql.val(`[${actor.groups.create.join()}]`))
    : noRows

export const sharedDraftStartSlice: Slice = { listScope: startScope, rules: sharedDraftStartRules }

export const sharedDraftZoomSlice: Slice = { listScope: besideTicket(), rules: sharedDraftZoomRules }
