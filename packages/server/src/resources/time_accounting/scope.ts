import type { Slice } from '../../kernel/context.ts'
import { forPermission, forAgentsOfTicket } from '../scopes.ts'

/** Agents see the time spent on their tickets, callers with `admin.time_accounting` that of all tickets, and customers none. */
export const timeAccountingScopes: Slice = { listScope: forAgentsOfTicket('admin.time_accounting') }

export const timeAccountingTypeScopes: Slice = { listScope: forPermission('ticket.agent', 'admin.time_accounting') }
