import type { Slice } from '../../kernel/context.ts'
import { forPermission, staffOnlyOfTicket } from '../scopes.ts'

/** The slice of accounted times. Customers do not see the time that was spent on their tickets. */
export const timeAccountingScopes: Slice = { listScope: staffOnlyOfTicket('admin.time_accounting') }

export const timeAccountingTypeScopes: Slice = { listScope: forPermission('ticket.agent', 'admin.time_accounting') }
