import type { Ticket } from '../ticket/ticket-types.ts'

/** Returns the values of a ticket by the names that placeholders of text modules use. */
export const valuesOfTicket = ({ record, customer, owner, group, organization }: Ticket) => ({
  ...record,
  customer: { ...customer, organization },
  owner,
  group,
  organization,
})
