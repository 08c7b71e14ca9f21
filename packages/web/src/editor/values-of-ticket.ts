import type { Ticket } from '../ticket/ticket-types.ts'

/** Values of a ticket by the names that text modules use. */
export const valuesOfTicket = ({ record, customer, owner, group, organization }: Ticket) => ({
  ...record,
  customer: { ...customer, organization },
  owner,
  group,
  organization,
})
