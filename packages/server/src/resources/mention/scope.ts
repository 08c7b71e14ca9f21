import type { Slice } from '../../kernel/scope.ts'
import { ofSeenTicket } from '../ticket/seen.ts'

/** Who sees a ticket sees who subscribed to it; the permission of the routes keeps customers out. */
export const mentionSlice: Slice = { scope: (ctx, table) => ofSeenTicket(ctx, `${table}.mentionable_id`) }
