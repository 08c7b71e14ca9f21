/** What a write to a ticket means for people and for other records. */
import type { Held, Writing } from '../../kernel/rules.ts'
import type { NewLink } from './prepare.ts'

/** Subscribes users to a ticket, as far as they may read it. */
export async function mention(_ctx: Writing, _ticket: number, _users: readonly number[]): Promise<void> {}

/** Links a ticket with others. */
export async function linkTicket(_ctx: Writing, _ticket: number, _links: readonly NewLink[]): Promise<void> {}

/** Accounts the time that an article says was spent. */
export async function accountTime(_ctx: Writing, _spent: Held): Promise<void> {}

/** Tells the owner and the subscribers what happened. */
export async function notify(_ctx: Writing, _ticket: number, _type: 'create' | 'update'): Promise<void> {}
