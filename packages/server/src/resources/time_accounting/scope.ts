import type { Slice } from '../../kernel/context.ts'
import { timeAccountingRules } from './rules.ts'
import { besideTicket, holders } from '../scopes.ts'

/** Customers do not see what their tickets cost. */
export const timeAccountingSlice: Slice = {
  listScope: besideTicket('admin.time_accounting'),
  rules: timeAccountingRules,
}

export const timeAccountingTypeSlice: Slice = { listScope: holders('ticket.agent', 'admin.time_accounting') }
