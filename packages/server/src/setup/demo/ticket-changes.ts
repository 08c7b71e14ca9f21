import type { FieldValues } from '../../kernel/context.ts'

/** A ticket of the demo; its id is set when its first change has created it. */
export interface DemoTicket {
  id?: number
}

/** One change of a ticket by a person. The first change of a ticket without id creates the ticket. */
export interface TicketChange {
  readonly ticket: DemoTicket
  /** The login of the person. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Attributes of the ticket. */
  readonly values?: FieldValues
  readonly article?: FieldValues
  readonly tags?: readonly string[]
  /** Logins of people who are subscribed to the ticket. */
  readonly subscribers?: readonly string[]
  /** The items of a new checklist, and how many of them are done. */
  readonly checklist?: { readonly items: readonly string[]; readonly done: number }
}

export const HOUR = 60 * 60 * 1000
export const DAY = 24 * HOUR

/** A time in the format of ticket attributes. */
export const time = (at: number): string => new Date(at).toISOString()
